package org.sennit.internal.endpoints.rma.call;

import org.agrona.collections.LongHashSet;

/**
 * What has become of the requests of one origin for the lock of a part, by their numbers, which count from 0. An origin
 * that lacks memory may not know whether the network has taken a call on the lock: it sends the end of a lock again,
 * and cancels a request that may not have been sent. Each end counts once here, whatever comes again, too late or too
 * early. What is kept is as much as is held, under way or canceled. Any thread.
 */
final class LockRequests {
    /** What a cancel has found. */
    enum Found {
        /** The same cancel has come before. */
        CANCELED,
        /** The lock is held, and its holder has let it go now. */
        HELD,
        /** The request has come and waits, or has been refused. */
        COME,
        /** The request has not come, and may never. */
        NOT_COME
    }

    // Guarded by this.
    private long next; // all below have come, but for the missing ones
    private final LongHashSet missing = new LongHashSet();
    private final LongHashSet held = new LongHashSet();
    private final LongHashSet canceled = new LongHashSet(); // kept: each may come again

    /** Counts a request that has come; returns false when it has been canceled before. */
    synchronized boolean comes(long number) {
        for (; next <= number; next++) {
            missing.add(next);
        }
        missing.remove(number);
        return !canceled.contains(number);
    }

    /** Says that the lock has been granted to a request; false when it has been canceled, so that nothing holds it. */
    synchronized boolean isHeldBy(long number) {
        return !canceled.contains(number) && held.add(number);
    }

    /** Ends a lock; false when it has ended before. */
    synchronized boolean leaves(long number) {
        return held.remove(number);
    }

    /** Cancels a request, wherever it is. */
    synchronized Found cancel(long number) {
        if (!canceled.add(number)) {
            return Found.CANCELED;
        }
        if (held.remove(number)) {
            return Found.HELD;
        }
        return number < next && !missing.contains(number) ? Found.COME : Found.NOT_COME;
    }
}
