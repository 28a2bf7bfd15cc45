package org.sennit.internal.endpoints.comm;

import java.util.HashSet;
import java.util.Set;

/**
 * The constructions in which one endpoint has taken part on one communicator, by their numbers: whether it has come
 * through them. A construction that fails with a dead member may succeed on some members, who have to learn that the
 * others do not have the new communicator. Begun and ended by the threads that drive the endpoint, one at a time; any
 * thread may ask.
 *
 * <p>A nonblocking duplicate has a negative number, {@link Origin#duplicate}: it is not begun here, and a failure of a
 * member does not keep the others from making it.
 */
public final class Constructions {
    // Guarded by this.
    private int begun;
    private boolean isThrough = true; // the last one
    private Set<Integer> failed; // null: none

    /**
     * Begins the next one.
     *
     * @param isBroken whether it cannot succeed any more
     */
    synchronized void begin(boolean isBroken) {
        if (isBroken && !isThrough) {
            fail(); // or it was not for this member
        }
        begun++;
        isThrough = false;
    }

    /** Returns the number of the one that has been begun last. */
    public synchronized int number() {
        return begun - 1;
    }

    /** Ends the last one, through all whose collectives this member is; returns its number. */
    synchronized int comeThrough() {
        isThrough = true;
        return begun - 1;
    }

    /** Ends the last one with a failure, unless this member has come through it. Later ones may succeed. */
    public synchronized void fail() {
        if (!isThrough) {
            failed = failed == null ? new HashSet<>() : failed;
            failed.add(begun - 1);
        }
    }

    /** Returns whether any has failed. */
    synchronized boolean hasFailed() {
        return failed != null;
    }

    /**
     * Returns what this member lacks of what another one has made.
     *
     * @param isBroken whether no call of the communicator can succeed any more here
     */
    synchronized Absence absence(int number, boolean isBroken) {
        if (failed != null && failed.contains(number)) {
            return Absence.WHOLE;
        }
        boolean isOver = number >= 0 && (number < begun - 1 || number == begun - 1 && isThrough);
        return isBroken && !isOver ? Absence.CALLS : Absence.NONE; // it may just be coming through
    }
}
