package org.sennit.endpoints.construct;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.coll.Collectives;

/**
 * Numbers that all members of a communicator tell each other while they make a new one: on its private context, so nothing
 * that a user sends can be taken for them. Collective; blocks.
 *
 * @param collectives the communicator's collectives
 * @param size the number of members
 */
public record MemberExchange(Collectives collectives, int size) {
    /**
     * Tells all members the own numbers.
     *
     * @param own as many as the others tell
     * @return the numbers of all members, one after the other
     */
    public int[] allgather(int... own) {
        int[] all = new int[own.length * size];
        collectives.allgather(
                MemorySegment.ofArray(own), 0, MemorySegment.ofArray(all), 0, (long) own.length * Integer.BYTES);
        return all;
    }

    /** The largest of the members' numbers. */
    int max(int own) {
        int max = own;
        for (int other : allgather(own)) {
            max = Math.max(max, other);
        }
        return max;
    }

    /**
     * Brings a member's numbers to all.
     *
     * @param values the numbers at the root, and room for as many at the others
     * @param root the member's rank
     */
    public void broadcast(int[] values, int root) {
        collectives.broadcast(MemorySegment.ofArray(values), 0, (long) values.length * Integer.BYTES, root);
    }
}
