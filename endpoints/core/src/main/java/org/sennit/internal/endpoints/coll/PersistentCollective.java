package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.comm.CommContext;

/**
 * The starts of one persistent collective. They meet in a team of their own, and their messages have a context of their
 * own with the number of the collective as tag. So they are matched with the starts of the same collective on the other
 * members, the first with the first, whatever else each of them starts or calls in between. (MPI 4.1, section 6.13)
 *
 * <p>Belongs to the thread that drives the endpoint.
 */
final class PersistentCollective extends CollectiveState {
    private final long number;

    /**
     * Makes it.
     *
     * @param number how many the caller has made before on this communicator, the same on all members
     */
    PersistentCollective(Collectives collectives, long number) {
        super(collectives, collectives.comm.memberOf(number));
        this.number = number;
    }

    @Override
    long nextMeeting() {
        return member.begin();
    }

    /** Messages of one start are sent and received before those of the next one, so that all may have the same tag. */
    @Override
    long messageNumber(long meeting) {
        return number;
    }

    @Override
    long nextInter() {
        return number;
    }

    @Override
    void endInter() {
        // not counted: the next start has the same number
    }

    @Override
    int contextIdIn(CommContext where) {
        return where.persistentContextId();
    }
}
