package org.sennit.internal.endpoints.construct;

import java.util.function.Function;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * An exchange of numbers between the two sides of an intercommunicator: between the two ranks 0, and from them to their
 * sides. Collective over both sides; blocks.
 *
 * @param inter the intercommunicator
 * @param localCollectives the collectives of the local group
 */
record SideExchange(CommContext inter, Collectives localCollectives) {
    private static final int TAG = 0; // one exchange at a time

    /**
     * Gives all members the numbers of the other side.
     *
     * @param <T> what the numbers mean
     * @param mine the local group's part; significant only at rank 0
     * @param theirLength how many numbers come back
     * @param reading finds out what they mean, once for all members in a process
     * @return what the other side has to say, the same object for all members in a process
     */
    <T> T exchange(int[] mine, int theirLength, Function<int[], T> reading) {
        int[] theirs = inter.rank() == 0
                ? new PrivateMessages(inter, PrivateMessages.Kind.EXCHANGE).exchange(0, TAG, mine, theirLength)
                : null;
        return SharedTable.broadcast(inter.local(), localCollectives, theirs, theirLength, 0, reading);
    }

    /** Returns the largest of the numbers of all members of both sides. */
    int max(int own) {
        int mine = SharedTable.max(localCollectives, own);
        return Math.max(mine, exchange(new int[] {mine}, 1, theirs -> theirs[0]));
    }
}
