package org.sennit.internal.endpoints.group;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The neighbors of a member in neighbor collectives: slot i of what it receives comes from {@code sources[i]}, slot j
 * of what it sends goes to {@code destinations[j]}, in the order that MPI gives for each kind of topology. The same
 * member may be in several slots of either list, as may the caller's. Data only; the arrays are not to be changed. (MPI
 * 4.1, section 8.6)
 *
 * @param sources ranks; below 0 for no neighbor, where nothing is received
 * @param destinations ranks; below 0 for no neighbor, where nothing is sent
 * @param sourceSlots for each source the slot among its own destinations from which it sends here; −1 for no neighbor
 * @param receiveOrder the slots of the sources in the order of the slots from which they are sent: receives that are
 *     posted so, with one tag, meet the sends of a source that sends in the order of its slots
 */
public record Neighborhood(int[] sources, int[] destinations, int[] sourceSlots, int[] receiveOrder) {
    /** The slot of a neighbor that is none. */
    public static final int NO_SLOT = -1;

    /**
     * Makes a neighborhood.
     *
     * @param sources ranks; below 0 for no neighbor
     * @param destinations ranks; below 0 for no neighbor
     * @param sourceSlots for each source the slot among its own destinations from which it sends here; −1 for no
     *     neighbor
     */
    public Neighborhood(int[] sources, int[] destinations, int[] sourceSlots) {
        this(sources, destinations, sourceSlots, inOrderOf(sourceSlots));
    }

    private static int[] inOrderOf(int[] slots) {
        return IntStream.range(0, slots.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> slots[i])) // stable
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
