package org.sennit.conformance.random;

import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * How the partitions of a message lie in the memory of one side.
 *
 * @param elements what the message is made of, one element in a unit
 * @param partitions how many
 * @param units in each
 * @param gap units between two of them
 */
record PartitionShape(Elements elements, int partitions, int units, int gap) {
    /** What the user gives: one partition. */
    DataLayout partition() {
        ElementType type = elements.types().getFirst();
        DataLayout dense = DataLayout.of(type).count(units);
        return gap == 0 ? dense : dense.resized(0, extentBytes());
    }

    /** From one to the next. */
    int extentBytes() {
        return (units + gap) * elements.bytes();
    }

    /** Where all of them lie. */
    Piece allocate(Place place) {
        int[] offsets = new int[partitions];
        int[] lengths = new int[partitions];
        for (int i = 0; i < partitions; i++) {
            offsets[i] = i * extentBytes();
            lengths[i] = units * elements.bytes();
        }
        int span = offsets[partitions - 1] + lengths[partitions - 1];
        DataLayout whole = DataLayout.contiguous(partitions, partition());
        return place.memory().allocate(new Shape(elements, whole, null, span, offsets, lengths), place.skip());
    }
}
