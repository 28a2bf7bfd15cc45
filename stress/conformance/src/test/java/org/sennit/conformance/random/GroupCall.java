package org.sennit.conformance.random;

import org.sennit.Communicator;
import org.sennit.conformance.collectives.CollectiveCase;

/**
 * A collective of a random program. All members call them, and make the persistent ones, in the order of their numbers.
 *
 * @param id its number in the program
 * @param seed what is called, drawn from it once the size of the communicator is known
 * @param group on which communicator: one of the program's, or one that the program has made of them
 * @param isFirst whether it comes before messages are sent and received, and so may block
 */
record GroupCall(int id, long seed, int group, boolean isFirst) {
    /** Long ones are tried elsewhere. */
    private static final int MOST_COUNT = 400;

    /** What it is on a communicator; the same on all its members. */
    CollectiveCase on(Communicator communicator) {
        return CollectiveCase.of(seed, communicator.size(), MOST_COUNT);
    }

    @Override
    public String toString() {
        return "collective " + id + (isFirst ? " before all messages" : " between messages") + " on group " + group
                + ", of four members " + CollectiveCase.of(seed, 4, MOST_COUNT);
    }
}
