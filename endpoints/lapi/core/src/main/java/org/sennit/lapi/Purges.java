package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import org.sennit.active.ActiveMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/** The targets that this task has given up. Any thread. */
final class Purges {
    private final ActiveMessages messages;
    private final MessageEnds ends;
    private final Replies replies;
    private final AtomicIntegerArray isPurged; // 1 for a purged target
    private final AtomicInteger count = new AtomicInteger();
    private IntConsumer whenResumed = _ -> {}; // before any thread has the handle

    Purges(ActiveMessages messages, MessageEnds ends, Replies replies, int tasks) {
        this.messages = messages;
        this.ends = ends;
        this.replies = replies;
        this.isPurged = new AtomicIntegerArray(tasks);
    }

    void purge(int target) {
        isPurged.set(target, 1);
        count.incrementAndGet();
        replies.purge(target);
        messages.purge(target); // last of the two: a wait that ends here may resume the target
        ends.noteEnded(MessageEnds.SENT | MessageEnds.RECEIVED); // of what has been given up
    }

    void resume(int target) {
        messages.resume(target);
        isPurged.set(target, 0);
        whenResumed.accept(target);
    }

    /** Has something done with a target when it may be sent to again. */
    void whenResumed(IntConsumer action) {
        whenResumed = whenResumed.andThen(action);
    }

    boolean isPurged(int target) {
        return isPurged.get(target) != 0;
    }

    void check(Call call) {
        if (isPurged(call.target())) {
            throw call.wrong(LapiStatus.TGT_PURGED, "");
        }
    }

    /** Returns the number of purges that there have been. */
    int count() {
        return count.get();
    }

    void checkSince(Call call, int before) {
        if (count.get() != before) {
            throw call.wrong(LapiStatus.TGT_PURGED, "a target has been purged meanwhile");
        }
    }

    /** Returns what a call throws for an exception of active messages, which say by REQUEST that a target is purged. */
    static SennitException orPurged(String operation, SennitException e) {
        return e.errorClass() != ErrorClass.REQUEST || e instanceof LapiException
                ? e
                : new LapiException(LapiStatus.TGT_PURGED, operation, e.getMessage());
    }
}
