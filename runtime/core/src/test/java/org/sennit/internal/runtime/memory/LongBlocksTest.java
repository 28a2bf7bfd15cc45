package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;

/**
 * Blocks of more than 128 bytes between memories of all kinds: whole arrays, parts of them, off-heap, read-only ones.
 */
class LongBlocksTest {
    private static final int BLOCK = 144;
    private static final int BLOCKS = 7;
    private static final int STRIDE = 200; // bytes
    private static final int ROOM = BLOCKS * STRIDE + 64;

    private static List<MemorySegment> memories() {
        return List.of(
                MemorySegment.ofArray(new byte[ROOM]),
                MemorySegment.ofArray(new char[ROOM / Character.BYTES]),
                MemorySegment.ofArray(new short[ROOM / Short.BYTES]),
                MemorySegment.ofArray(new int[ROOM / Integer.BYTES]),
                MemorySegment.ofArray(new long[ROOM / Long.BYTES]),
                MemorySegment.ofArray(new float[ROOM / Float.BYTES]),
                MemorySegment.ofArray(new double[ROOM / Double.BYTES]),
                MemorySegment.ofArray(new double[ROOM]).asSlice(24, ROOM),
                MemorySegment.ofArray(new double[ROOM]).asSlice(3, ROOM), // begins within an element
                Arena.ofAuto().allocate(ROOM));
    }

    @Test
    void goToTheirPlacesAndNowhereElse() {
        Random random = new Random(7);
        int[] shifts = {0, 8, 5}; // the last one begins blocks within elements
        for (MemorySegment from : memories()) {
            for (MemorySegment to : memories()) {
                for (int shift : shifts) {
                    fill(random, from);
                    fill(random, to);
                    assertCopied(from, shift, to, 0);
                    assertCopied(from.asReadOnly(), 0, to, shift);
                }
            }
        }
    }

    private static void assertCopied(MemorySegment from, int fromAt, MemorySegment to, int toAt) {
        DataLayout layout = DataLayout.vector(BLOCKS, BLOCK, STRIDE, DataLayout.BYTE);
        byte[] expected = to.toArray(ValueLayout.JAVA_BYTE);
        for (int block = 0; block < BLOCKS; block++) {
            for (int i = 0; i < BLOCK; i++) {
                expected[toAt + block * STRIDE + i] = from.get(ValueLayout.JAVA_BYTE, fromAt + block * STRIDE + i);
            }
        }
        LayoutCopy.copy(from, fromAt, layout, to, toAt, layout, 0, BLOCKS * BLOCK);
        assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE));
    }

    private static void fill(Random random, MemorySegment memory) {
        byte[] content = new byte[(int) memory.byteSize()];
        random.nextBytes(content);
        memory.copyFrom(MemorySegment.ofArray(content));
    }

    @Test
    void neverLeaveAPartOfAnArray() {
        DataLayout layout = DataLayout.vector(BLOCKS, BLOCK, STRIDE, DataLayout.BYTE);
        MemorySegment whole = MemorySegment.ofArray(new double[ROOM]);
        MemorySegment part = whole.asSlice(0, ROOM - STRIDE);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> LayoutCopy.copy(whole, 0, layout, part, 0, layout, 0, BLOCKS * BLOCK));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> LayoutCopy.copy(part, 0, layout, whole, 0, layout, 0, BLOCKS * BLOCK));
    }
}
