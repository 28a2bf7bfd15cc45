package org.sennit.internal.endpoints.rma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;

/**
 * The lock of one member's part, in its process: first come, first served, as {@link PartLocks} says; shared locks that
 * are next to each other in the queue are granted together. No call blocks: a wish that has to wait is told its outcome
 * later. Any thread.
 */
final class MemberLock {
    /** Outcomes of a wish. */
    static final int GRANTED = 0;

    /** The part is exposed by post. */
    static final int EXPOSED = 1;

    /** The wish waits. */
    static final int QUEUED = 2;

    /** A member has failed. */
    static final int FAILED = 3;

    /** From here on: the program of a holder has ended, plus its rank. Negative outcomes are errors: {@link WindowCall#failed}. */
    static final int LOST = 4;

    /** A request for the lock. */
    interface Wish {
        int kind();

        /** Whether the asker holds other locks of the window: see {@link PartLocks}. */
        boolean isNested();

        /** Called with the outcome when it has waited; outside the lock of this object, by any thread. */
        void decided(int outcome);
    }

    // All guarded by this.
    private final ArrayDeque<Wish> queue = new ArrayDeque<>();
    private int sharedHolders;
    private boolean isExclusive;
    private boolean isExposed;
    private int end = QUEUED; // the outcome of wishes that cannot be granted; QUEUED: they wait

    /** Takes the lock, or queues the wish, unless the outcome is final. */
    synchronized int ask(Wish wish) {
        if (isExposed) {
            return EXPOSED;
        }
        boolean isNext = queue.isEmpty() || wish.isNested() && wish.kind() == PartLocks.SHARED;
        if (isNext && isFree(wish.kind())) {
            hold(wish.kind());
            return GRANTED;
        }
        if (end == QUEUED) {
            queue.add(wish);
        }
        return end;
    }

    private boolean isFree(int kind) {
        return !isExclusive && (kind == PartLocks.SHARED || sharedHolders == 0);
    }

    private void hold(int kind) {
        if (kind == PartLocks.EXCLUSIVE) {
            isExclusive = true;
        } else {
            sharedHolders++;
        }
    }

    /** Gives the lock back, and tells those that have it now. */
    void release(int kind) {
        tell(released(kind), GRANTED);
    }

    private synchronized List<Wish> released(int kind) {
        if (kind == PartLocks.EXCLUSIVE) {
            isExclusive = false;
        } else {
            sharedHolders--;
        }
        return granted();
    }

    private List<Wish> granted() {
        List<Wish> granted = new ArrayList<>();
        while (!queue.isEmpty() && isFree(queue.peek().kind())) {
            Wish next = queue.remove();
            hold(next.kind());
            granted.add(next);
        }
        return granted;
    }

    private static void tell(List<Wish> wishes, int outcome) {
        wishes.forEach(wish -> wish.decided(outcome));
    }

    /** Called when the program of a holder has ended: waits for its lock cannot end. */
    void holderEnded(int rank) {
        endWaits(LOST + rank);
    }

    /** Called when a member has failed, which may be the holder, or one that waits. */
    void memberFailed() {
        endWaits(FAILED);
    }

    /** Called when the part has been closed before its members had given their locks back, which do not reach it any more. */
    void closed(ErrorClass why) {
        endWaits((int) WindowCall.failed(why));
    }

    private void endWaits(int outcome) {
        tell(waiting(outcome), outcome);
    }

    private synchronized List<Wish> waiting(int outcome) {
        end = outcome;
        List<Wish> all = new ArrayList<>(queue);
        queue.clear();
        return all;
    }

    /** Exposes the part; false when a member holds the lock. */
    synchronized boolean expose() {
        if (isExclusive || sharedHolders > 0) {
            return false;
        }
        isExposed = true;
        return true;
    }

    synchronized void conceal() {
        isExposed = false;
    }
}
