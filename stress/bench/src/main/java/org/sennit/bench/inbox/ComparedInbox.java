package org.sennit.bench.inbox;

/**
 * An inbox reduced to what all candidates can do: many producers, one consumer, messages of 8 bytes with a source and a
 * tag. {@code send} is for any thread, {@code receive} for the consumer.
 */
interface ComparedInbox {
    /** Puts a message in; never blocks on a slow consumer unless the candidate is bounded. */
    void send(int source, int tag, long payload);

    /** Waits, spinning, for the next message and gives its payload; fails where source or tag are not as expected. */
    long receive(int source, int tag);
}
