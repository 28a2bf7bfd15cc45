package org.sennit.conformance.random;

import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

/**
 * A receive of a random program, as its rank posts it.
 *
 * @param id the number of the message that it was made for; it may well get another
 * @param communicator on which of the program's communicators
 * @param source from whom, or the wildcard
 * @param tag with which tag, or the wildcard
 * @param elements what it expects
 * @param units for how many of them it has room
 * @param way how it is called
 * @param place where the message goes
 */
record Receive(int id, int communicator, int source, int tag, Elements elements, int units, Way way, Place place) {

    boolean fits(Message message) {
        return communicator == message.communicator()
                && (source == ANY_SOURCE || source == message.source())
                && (tag == ANY_TAG || tag == message.tag());
    }

    int capacityBytes() {
        return units * elements.bytes();
    }

    /** The simplest receive that matches the same. */
    Receive simplest() {
        return way == Way.EXCHANGE
                ? this
                : new Receive(id, communicator, source, tag, elements, units, Way.NONBLOCKING, Place.SIMPLEST);
    }

    @Override
    public String toString() {
        return "receive " + id + ": " + way + " receive from " + (source == ANY_SOURCE ? "any" : "" + source)
                + " communicator " + communicator + " tag " + (tag == ANY_TAG ? "any" : "" + tag) + ", room for "
                + units + " " + elements + " (" + capacityBytes() + " bytes) in " + place;
    }
}
