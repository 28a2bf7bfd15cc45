package org.sennit.internal.endpoints.comm;

import java.util.HashSet;
import java.util.Set;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * The constructions in which one endpoint has taken part on one communicator, by their numbers: whether it has come
 * through them. A construction that fails with a dead member may succeed on some members, who have to learn that the
 * others do not have the new communicator. Begun and ended by the threads that drive the endpoint, one at a time; any
 * thread may ask.
 *
 * <p>A nonblocking duplicate has a negative number, {@link #duplicate}: it is not begun here, and a failure of a member
 * does not keep the others from making it.
 */
public final class Constructions {
    private final int contextId;
    private final RankMap group;
    private final RankMap peers;

    // Guarded by this.
    private int begun;
    private boolean isThrough = true; // the last one
    private Set<Integer> failed; // null: none

    Constructions(int contextId, RankMap group, RankMap peers) {
        this.contextId = contextId;
        this.group = group;
        this.peers = peers;
    }

    /**
     * Returns the origin of a nonblocking duplicate.
     *
     * @param tag of its messages
     */
    public Origin duplicate(int tag) {
        return origin(-1 - tag);
    }

    private Origin origin(int number) {
        return new Origin(contextId, number, group, peers, endpoint -> endpoint);
    }

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

    /** Ends the last one, through all whose collectives this member is; returns the origin of what it makes. */
    public synchronized Origin comeThrough() {
        isThrough = true;
        return origin(begun - 1);
    }

    /** Ends the last one with a failure, unless this member has come through it. Later ones may succeed. */
    public synchronized void fail() {
        if (!isThrough) {
            failed = failed == null ? new HashSet<>() : failed;
            failed.add(begun - 1);
        }
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
