package org.sennit.internal.endpoints.am.operation;

/**
 * How many operations are under way, in generations: accesses to one target, for which a flush waits, or messages whose
 * data is not in place, for which a fence waits. Either waits for those that have begun before it, and not for those
 * that other threads begin meanwhile. Operations begin in the current generation. A wait closes it, which begins the
 * next one, and is over when all of the closed one have ended; one that comes while operations of an earlier generation
 * are under way waits for these first.
 *
 * <p>Invariants: a closed generation takes no operation; of the generations before the last closed one none is under
 * way. So two counts are enough, and a wait is for two generations at most.
 *
 * <p>Guarded by a lock of its user. (MPI 4.1, section 12.5.4)
 */
public final class OpenOperations {
    private static final long NONE = -1;

    private long current; // the generation in which operations begin
    private long wanted = NONE; // the latest one that is waited for; current: it is closed as soon as that is possible

    // Under way, of the current generation, and of the last closed one.
    private int begun;
    private int begunRequests; // of these, those whose memory at the origin is in use
    private int closed;
    private int closedRequests;

    /** Counts an operation that begins; returns its generation. */
    public long begin() {
        begun++;
        return current;
    }

    /**
     * Counts an operation of the current generation, which is counted already, as one whose memory at the origin is in
     * use.
     */
    public void requestBegins() {
        begunRequests++;
    }

    /**
     * Counts an operation that has ended.
     *
     * @param generation as {@link #begin} has returned it
     * @param requests how often {@link #requestBegins} has been called for it
     * @return whether it was the last one of a closed generation, which may be waited for
     */
    public boolean end(long generation, int requests) {
        if (generation == current) {
            begun--;
            begunRequests -= requests;
            return false;
        }
        closed--;
        closedRequests -= requests;
        boolean isLast = closed == 0;
        closeIfWanted();
        return isLast;
    }

    /**
     * Closes the current generation, or has it closed when those before it have ended.
     *
     * @return the generation, to be waited for
     */
    public long close() {
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

    /** Returns whether those that begin now are waited for: none may be left to a later call. */
    public boolean isToBeClosed() {
        return wanted == current;
    }

    /** Returns whether all of a generation that {@link #close} has returned have ended. */
    public boolean hasEnded(long generation) {
        return generation < current && (generation < current - 1 || closed == 0);
    }

    /** As {@link #hasEnded}; or whether no memory of theirs at the origin is in use. */
    public boolean hasEndedAtOrigin(long generation) {
        return generation < current && (generation < current - 1 || closedRequests == 0);
    }

    /** Returns how many are under way. */
    public int count() {
        return begun + closed;
    }

    /** Returns how many of them have memory at the origin in use. */
    public int requests() {
        return begunRequests + closedRequests;
    }
}
