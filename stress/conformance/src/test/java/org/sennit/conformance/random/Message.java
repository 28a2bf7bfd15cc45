package org.sennit.conformance.random;

/**
 * A message of a random program, as its sender sends it.
 *
 * @param id its number in the program
 * @param source who sends it
 * @param destination to whom
 * @param communicator on which of the program's communicators
 * @param tag with which tag
 * @param elements what it is made of
 * @param units how many of them
 * @param mode the mode of the send
 * @param way how the send is called
 * @param place where it lies
 */
record Message(
        int id,
        int source,
        int destination,
        int communicator,
        int tag,
        Elements elements,
        int units,
        SendMode mode,
        Way way,
        Place place) {

    int lengthBytes() {
        return units * elements.bytes();
    }

    /** The simplest send of the same message. */
    Message simplest() {
        return way == Way.EXCHANGE
                ? this
                : new Message(
                        id,
                        source,
                        destination,
                        communicator,
                        tag,
                        elements,
                        units,
                        SendMode.STANDARD,
                        Way.NONBLOCKING,
                        Place.SIMPLEST);
    }

    @Override
    public String toString() {
        return "message " + id + ": " + way + " " + mode + " send to " + destination + " communicator " + communicator
                + " tag " + tag + ", " + units + " " + elements + " (" + lengthBytes() + " bytes) from " + place;
    }
}
