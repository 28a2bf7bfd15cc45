package org.sennit.examples.ownership.md;

import java.lang.foreign.MemorySegment;

/**
 * Swaps messages with two neighbors: one goes to the one, another comes from the other. The round is: {@link #room},
 * fill it, {@link #swap}, read what came, {@link #finish}.
 *
 * <p>Belongs to the thread of its endpoint. Collective: all neighbors swap in the same order. A message to oneself is
 * not sent.
 */
interface Carrier {
    /** Returns memory for a message of a length. */
    MemorySegment room(long bytes);

    /**
     * Sends the room, and waits for what comes. Blocks.
     *
     * @param to the rank that it goes to
     * @param from the rank that the other comes from; the caller's if and only if {@code to} is
     * @param expectedBytes how much will come; below 0 when that is not known
     * @return what came, until {@link #finish}
     */
    MemorySegment swap(int to, int from, long expectedBytes);

    /** Called when what came has been read. */
    void finish();
}
