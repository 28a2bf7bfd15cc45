package org.sennit.internal.endpoints.rma.remote;

/**
 * How many accesses to one target are under way, in generations: a flush waits for those that have begun before it, and
 * not for those that other threads begin meanwhile. Accesses begin in the current generation. A flush closes it, which
 * begins the next one, and waits until all of the closed one have ended; a flush that comes while accesses of an earlier
 * generation are under way waits for these first.
 *
 * <p>Invariants: a closed generation takes no access; of the generations before the last closed one no access is under
 * way. So two counts are enough, and a flush waits for two generations at most.
 *
 * <p>Guarded by the lock of the target. (MPI 4.1, section 12.5.4)
 */
final class OpenAccesses {
    private static final long NONE = -1;

    private long current; // the generation in which accesses begin
    private long wanted =
            NONE; // the latest one that a flush waits for; current: it is closed as soon as that is possible

    // Under way, of the current generation, and of the last closed one.
    private int begun;
    private int begunRequests; // of these, those whose memory at the origin is in use
    private int closed;
    private int closedRequests;

    /** Counts an access that begins; returns its generation. */
    long begin() {
        begun++;
        return current;
    }

    /** Counts an access of the current generation, which is counted already, as one whose memory at the origin is in use. */
    void requestBegins() {
        begunRequests++;
    }

    /**
     * Counts an access that has ended.
     *
     * @param generation as {@link #begin} has returned it
     * @param requests how often {@link #requestBegins} has been called for it
     */
    void end(long generation, int requests) {
        if (generation == current) {
            begun--;
            begunRequests -= requests;
        } else {
            closed--;
            closedRequests -= requests;
            closeIfWanted();
        }
    }

    /**
     * Closes the current generation, or has it closed when those before it have ended.
     *
     * @return the generation, to be waited for
     */
    long close() {
        wanted = current;
        closeIfWanted();
        return wanted;
    }

    private void closeIfWanted() {
        if (isToBeClosed() && closed == 0) {
            closed = begun;
            closedRequests = begunRequests;
            begun = 0;
            begunRequests = 0;
            current++;
        }
    }

    /** Returns whether a flush waits for the accesses that begin now: none may be left to a later call. */
    boolean isToBeClosed() {
        return wanted == current;
    }

    /** Returns whether all accesses of a generation that {@link #close} has returned have ended. */
    boolean hasEnded(long generation) {
        return generation < current && (generation < current - 1 || closed == 0);
    }

    /** As {@link #hasEnded}; or whether no memory of theirs at the origin is in use. */
    boolean hasEndedAtOrigin(long generation) {
        return generation < current && (generation < current - 1 || closedRequests == 0);
    }

    /** Returns how many accesses are under way. */
    int count() {
        return begun + closed;
    }

    /** Returns how many of them have memory at the origin in use. */
    int requests() {
        return begunRequests + closedRequests;
    }
}
