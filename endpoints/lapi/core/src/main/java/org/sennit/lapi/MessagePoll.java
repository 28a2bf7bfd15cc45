package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicBoolean;
import org.sennit.active.ActiveMessages;

/** The look of a task at whether messages have ended, of one thread at a time. Any thread that may make progress. */
final class MessagePoll {
    private final ActiveMessages messages;
    private final AtomicBoolean isPolling = new AtomicBoolean(); // true while a thread is in poll

    MessagePoll(ActiveMessages messages) {
        this.messages = messages;
    }

    /** Makes progress until a message has ended, since the last call or in this one, for some rounds at most. */
    MessageState poll(int rounds) {
        if (!isPolling.compareAndSet(false, true)) {
            return MessageState.POLLING_NET;
        }
        try {
            int ended = messages.takeEnded();
            for (int round = 0; ended == 0 && round < rounds; round++) {
                messages.poll();
                ended = messages.takeEnded();
            }
            return state(ended);
        } finally {
            isPolling.set(false);
        }
    }

    private static MessageState state(int ended) {
        return switch (ended) {
            case 0 -> MessageState.DISP_CNTR;
            case ActiveMessages.SENT -> MessageState.SEND_COMPLETE;
            case ActiveMessages.RECEIVED -> MessageState.RECV_COMPLETE;
            default -> MessageState.BOTH_COMPLETE;
        };
    }
}
