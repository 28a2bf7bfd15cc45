package org.sennit.lapi;

import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** Sends active messages whose arguments have been checked. Any thread. */
final class Outgoing {
    private final ActiveMessages messages;
    private final Purges purges;

    Outgoing(ActiveMessages messages, Purges purges) {
        this.messages = messages;
        this.purges = purges;
    }

    void send(
            Call call,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        purges.check(call); // again: a purge finds only what awaits its reply already, which this message may begin
        ActiveCounter completed = active(completion);
        try {
            if (event.callback() != null) {
                messages.sendThen(call.target(), handler, header, data, targetCounter, event.callback(), completed);
            } else {
                messages.send(call.target(), handler, header, data, targetCounter, active(event.counter()), completed);
            }
        } catch (SennitException e) {
            throw Purges.orPurged(call.operation(), e);
        }
    }

    private static ActiveCounter active(LapiCounter counter) {
        return counter == null ? null : counter.active();
    }
}
