package org.sennit.conformance.random;

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
 * @param sendGap units between two partitions of the sender
 * @param receiveGap units between two partitions of the receiver
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
        int sendGap,
        int receiveGap,
        Place sendPlace,
        Place receivePlace) {

    int units() {
        return sendPartitions * receivePartitions * grain;
    }

    /** How the sender's partitions lie. */
    PartitionShape sent() {
        return new PartitionShape(elements, sendPartitions, units() / sendPartitions, sendGap);
    }

    /** How the receiver's partitions lie. */
    PartitionShape received() {
        return new PartitionShape(elements, receivePartitions, units() / receivePartitions, receiveGap);
    }
}
