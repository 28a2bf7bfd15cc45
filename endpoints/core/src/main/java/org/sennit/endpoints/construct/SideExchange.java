package org.sennit.endpoints.construct;

import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;

/**
 * Numbers that the two sides of an intercommunicator tell each other: rank 0 of each exchanges them with the other, and
 * tells its own side. Collective over both sides; blocks.
 *
 * @param inter the intercommunicator
 * @param localCollectives the collectives of the own side
 */
record SideExchange(CommContext inter, Collectives localCollectives) {
    private static final int TAG = 0; // one exchange at a time

    /**
     * Gives all members the numbers of the other side.
     *
     * @param mine what the own side has to say; looked at only at rank 0
     * @param theirLength how many numbers come back
     * @return what the other side has to say
     */
    int[] exchange(int[] mine, int theirLength) {
        int[] theirs = new int[theirLength];
        if (inter.rank() == 0) {
            theirs = new PrivateMessages(inter).exchange(0, TAG, mine, theirLength);
        }
        new MemberExchange(localCollectives, inter.group().size()).broadcast(theirs, 0);
        return theirs;
    }

    /** The largest of the numbers of all members of both sides. */
    int max(int own) {
        int mine = new MemberExchange(localCollectives, inter.group().size()).max(own);
        return Math.max(mine, exchange(new int[] {mine}, 1)[0]);
    }
}
