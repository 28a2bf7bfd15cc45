package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicBoolean;
import org.sennit.active.ActiveMessages;
import org.sennit.spi.active.MessageEnds;

/** The look of a task at whether messages have ended, of one thread at a time. Any thread that may make progress. */
final class MessagePoll {
    private final ActiveMessages messages;
    private final MessageEnds ends;
    private final AtomicBoolean isPolling = new AtomicBoolean(); // true while a thread is in poll

    MessagePoll(ActiveMessages messages, MessageEnds ends) {
        this.messages = messages;
        this.ends = ends;
    }

    /** Makes progress until a message has ended, since the last call or in this one, for some rounds at most. */
    MessageState poll(int rounds) {
        if (!isPolling.compareAndSet(false, true)) {
            return MessageState.POLLING_NET;
        }
        try {
            int ended = ends.takeEnded();
            for (int round = 0; ended == 0 && round < rounds; round++) {
                messages.poll();
                ended = ends.takeEnded();
            }
            return state(ended);
        } finally {
            isPolling.set(false);
        }
    }

    private static MessageState state(int ended) {
        return switch (ended) {
            case 0 -> MessageState.DISP_CNTR;
            case MessageEnds.SENT -> MessageState.SEND_COMPLETE;
            case MessageEnds.RECEIVED -> MessageState.RECV_COMPLETE;
            default -> MessageState.BOTH_COMPLETE;
        };
    }
}
