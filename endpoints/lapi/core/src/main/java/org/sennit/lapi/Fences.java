package org.sennit.lapi;

import java.util.concurrent.locks.ReentrantLock;
import org.sennit.active.ActiveMessages;

/**
 * The fences of this task, by the thread that drives the endpoint and by completion handlers. One at a time waits for
 * replies. The others make progress meanwhile: the data of a reply may have to be copied by the thread of the endpoint,
 * to whose memory it goes.
 */
final class Fences {
    /** Progress between two looks whether it is the caller's turn, in nanoseconds. */
    private static final long LOOK_NS = 100_000;

    private final ActiveMessages messages;
    private final Replies replies;
    private final Purges purges;

    /** Held by the thread that waits for replies. */
    private final ReentrantLock turn = new ReentrantLock();

    Fences(ActiveMessages messages, Replies replies, Purges purges) {
        this.messages = messages;
        this.replies = replies;
        this.purges = purges;
    }

    /** Blocks until the data of all operations that this task has started is in place. */
    void await(Call call) {
        int before = purges.count();
        if (replies.isAnyAwaited()) {
            while (!turn.tryLock()) {
                messages.pause(LOOK_NS);
            }
            try {
                replies.awaitAll();
            } finally {
                turn.unlock();
            }
        }
        messages.fence();
        purges.checkSince(call, before);
    }
}
