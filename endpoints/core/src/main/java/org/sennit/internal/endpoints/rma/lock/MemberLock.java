package org.sennit.internal.endpoints.rma.lock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The lock of one member's part, in its process: first come, first served, as {@link PartLocks} says; shared locks that
 * are next to each other in the queue are granted together. No call blocks: a wish that has to wait gets its outcome
 * later. Any thread.
 */
public final class MemberLock {
    /** Outcomes of a wish. */
    public static final int GRANTED = 0;

    /** The part is exposed by post. */
    public static final int EXPOSED = 1;

    /** The wish waits. */
    public static final int QUEUED = 2;

    /** A member has failed. */
    public static final int FAILED = 3;

    /** From here on: the program of a holder has ended, plus its rank. A negative outcome: the part has been closed. */
    public static final int LOST = 4;

    /** A request for the lock. */
    public interface Wish {
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
    public synchronized int ask(Wish wish) {
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

    /** Gives the lock back, and notifies those that have it now. */
    public void release(int kind) {
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
    public void holderEnded(int rank) {
        endWaits(LOST + rank);
    }

    /** Called when a member has failed, which may be the holder, or one that waits. */
    public void memberFailed() {
        endWaits(FAILED);
    }

    /**
     * Called when the part has been closed before its members had given their locks back, which do not reach it any
     * more.
     *
     * @param outcome of all wishes from now on; negative
     */
    public void closed(int outcome) {
        endWaits(outcome);
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
    public synchronized boolean expose() {
        if (isExclusive || sharedHolders > 0) {
            return false;
        }
        isExposed = true;
        return true;
    }

    /** Ends the exposure. */
    public synchronized void conceal() {
        isExposed = false;
    }
}
