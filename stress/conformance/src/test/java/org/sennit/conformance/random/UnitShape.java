package org.sennit.conformance.random;

import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.testkit.SeededRandom;

/**
 * How one unit of a message lies in memory.
 *
 * @param layout of the unit
 * @param extentBytes from one unit to the next
 * @param offsets of its elements, in bytes
 * @param lengths of its elements, in bytes
 */
record UnitShape(DataLayout layout, int extentBytes, int[] offsets, int[] lengths) {

    /** A bare type, one with a gap behind it, or a struct with gaps, in or out of the order of the addresses. */
    static UnitShape of(Elements elements, SeededRandom random, boolean isSimplest) {
        int n = elements.types().size();
        if (n == 1) {
            return ofOne(elements.types().getFirst(), isSimplest || random.nextInt(3) > 0 ? 0 : random.nextInt(9));
        }
        int[] offsets = new int[n];
        int[] lengths = new int[n];
        DataLayout[] components = new DataLayout[n];
        long[] displacements = new long[n];
        boolean isBackwards = !isSimplest && random.nextBoolean();
        int end = 0;
        for (int k = 0; k < n; k++) {
            int i = isBackwards ? n - 1 - k : k;
            ElementType type = elements.types().get(i);
            offsets[i] = end + (isSimplest ? 0 : random.nextInt(4));
            lengths[i] = type.bytes();
            components[i] = DataLayout.of(type);
            displacements[i] = offsets[i];
            end = offsets[i] + type.bytes();
        }
        int extent = end + (isSimplest ? 0 : random.nextInt(4));
        return new UnitShape(DataLayout.struct(displacements, components).resized(0, extent), extent, offsets, lengths);
    }

    private static UnitShape ofOne(ElementType type, int gap) {
        DataLayout bare = DataLayout.of(type);
        int bytes = type.bytes();
        return new UnitShape(
                gap == 0 ? bare : bare.count(1).resized(0, bytes + gap), bytes + gap, new int[] {0}, new int[] {bytes});
    }

    boolean isDense() {
        return offsets.length == 1 && lengths[0] == extentBytes;
    }
}
