package org.sennit.internal.endpoints.am.remote;

import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.operation.OpenOperations;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.spi.progress.Condition;

/**
 * The data of all messages that an endpoint has sent in a communicator, before the fence began, is at its targets.
 * Looks at one place of the table after the other, and there waits for the message alone that it has found first: a
 * later one in the same place was sent after that. So a message pays nothing for fences, and a fence of many messages
 * looks at each place a few times.
 */
final class DataFence implements Condition {
    private final EndpointScope scope;
    private final OpenOperations deferred; // of the messages within the process; guarded by itself
    private final OperationTable<SentMessage> sent;
    private final int end; // the places when the fence began
    private final long generation; // of the messages within the process, when the fence began

    // Guarded by this: another thread of the endpoint may ask.
    private int place;
    private long awaited; // the id of the message in the place; 0: not looked at yet

    DataFence(EndpointScope scope, OpenOperations deferred, OperationTable<SentMessage> sent) {
        this.scope = scope;
        this.deferred = deferred;
        this.sent = sent;
        this.end = sent.size();
        synchronized (deferred) {
            this.generation = deferred.close();
        }
    }

    @Override
    public synchronized boolean isMet() {
        while (place < end) {
            if (isAwaited()) {
                return false;
            }
            place++;
            awaited = 0;
        }
        synchronized (deferred) {
            return deferred.hasEnded(generation);
        }
    }

    private boolean isAwaited() {
        SentMessage message = sent.at(place);
        long id = message == null ? 0 : message.id();
        if (id == 0 || awaited != 0 && awaited != id || !message.isDataUnderWay(id, scope)) {
            return false;
        }
        awaited = id;
        return true;
    }

    private long messages() {
        long messages;
        synchronized (deferred) {
            messages = deferred.count();
        }
        for (int each = 0; each < sent.size(); each++) {
            SentMessage message = sent.at(each);
            long id = message == null ? 0 : message.id();
            messages += id != 0 && message.isDataUnderWay(id, scope) ? 1 : 0;
        }
        return messages;
    }

    @Override
    public String toString() {
        return "operation=activeMessages().fence messages=" + messages() + " " + scope;
    }
}
