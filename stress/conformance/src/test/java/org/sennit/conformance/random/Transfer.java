package org.sennit.conformance.random;

import org.sennit.runtime.memory.DataLayout;

/**
 * A partitioned message of a random program; matched with others like it alone, in the order of their numbers.
 *
 * @param id its number in the program
 * @param source who sends it
 * @param destination to whom
 * @param communicator on which of the program's communicators
 * @param tag with which tag
 * @param elements what it is made of
 * @param sendPartitions into how many the sender cuts it
 * @param receivePartitions into how many the receiver cuts it
 * @param grain units in a part that both have whole
 * @param sendPlace where the sender has it
 * @param receivePlace where it goes
 */
record Transfer(
        int id,
        int source,
        int destination,
        int communicator,
        int tag,
        Elements elements,
        int sendPartitions,
        int receivePartitions,
        int grain,
        Place sendPlace,
        Place receivePlace) {

    int units() {
        return sendPartitions * receivePartitions * grain;
    }

    /** A partition where there are so many of them. */
    DataLayout partition(int partitions) {
        return DataLayout.of(elements.types().getFirst()).count(units() / partitions);
    }
}
