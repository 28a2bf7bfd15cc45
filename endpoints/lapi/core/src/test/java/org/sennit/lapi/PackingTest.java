package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Vectors that are packed into a buffer, and unpacked. */
@Deadline(seconds = 30)
@Core
class PackingTest {
    private static byte[] numbers(int count) {
        byte[] numbers = new byte[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (byte) (i + 1);
        }
        return numbers;
    }

    private static void refused(LapiStatus wanted, Executable call) {
        assertEquals(wanted, assertThrows(LapiException.class, call).status());
    }

    @Test
    void vectorsFollowEachOtherInTheBuffer() {
        byte[] buffer = new byte[12];
        long position = LapiVector.strided(numbers(24), 3, 2, 8).pack(buffer, 1);
        assertEquals(7, position);
        position = LapiVector.generic(new Object[] {numbers(4), null, numbers(1)}, new long[] {3, 0, 1})
                .pack(buffer, position);
        assertEquals(11, position);
        assertArrayEquals(new byte[] {0, 1, 2, 9, 10, 17, 18, 1, 2, 3, 1, 0}, buffer);
        byte[] blocks = new byte[24];
        byte[] piece = new byte[4];
        position = LapiVector.strided(blocks, 3, 2, 8).unpack(buffer, 1);
        assertEquals(
                11, LapiVector.iovector(new Object[] {piece}, new long[] {4}).unpack(buffer, position));
        assertArrayEquals(new byte[] {1, 2, 3, 1}, piece);
        for (int i = 0; i < blocks.length; i++) {
            assertEquals(i % 8 < 2 ? i + 1 : 0, blocks[i], "byte " + i);
        }
    }

    @Test
    void memoryThatCannotBeUsedIsRefusedBeforeAnythingIsCopied() {
        byte[] buffer = new byte[8];
        MemorySegment readOnly = MemorySegment.ofArray(buffer).asReadOnly();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(4);
        }
        LapiVector half = LapiVector.generic(new Object[] {numbers(4), closed}, new long[] {4, 4});
        LapiVector whole = LapiVector.of(numbers(4), 4);
        refused(LapiStatus.TGT_ADDR_NULL, () -> whole.pack(readOnly, 0));
        refused(LapiStatus.TGT_ADDR_NULL, () -> whole.pack(closed, 0));
        refused(LapiStatus.TGT_ADDR_NULL, () -> whole.pack(new boolean[8], 0));
        refused(LapiStatus.ORG_VEC_ADDR, () -> half.pack(buffer, 0));
        refused(LapiStatus.ORG_ADDR_NULL, () -> whole.unpack(closed, 0));
        refused(LapiStatus.TGT_VEC_ADDR, () -> half.unpack(numbers(8), 0));
        refused(LapiStatus.TGT_VEC_ADDR, () -> LapiVector.of(readOnly, 8).unpack(numbers(8), 0));
        assertArrayEquals(new byte[8], buffer);
    }

    @Test
    void buffersMayBeOffTheHeap() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(16);
            assertEquals(16, LapiVector.of(new long[] {5, 6}, 16).pack(buffer, 0));
            assertEquals(6, buffer.get(ValueLayout.JAVA_LONG, 8));
        }
    }

    @Test
    void nothingIsPackedFromAVectorOrIntoABufferThatIsWrong() {
        byte[] memory = new byte[8];
        refused(LapiStatus.DATA_LEN, () -> LapiVector.of(memory, 8).pack(new byte[8], 1));
        refused(LapiStatus.DATA_LEN, () -> LapiVector.of(memory, 8).unpack(new byte[8], -1));
        refused(LapiStatus.TGT_ADDR_NULL, () -> LapiVector.of(memory, 8).pack(null, 0));
        refused(LapiStatus.ORG_ADDR_NULL, () -> LapiVector.of(memory, 8).unpack(null, 0));
        refused(LapiStatus.ORG_VEC_ADDR, () -> LapiVector.of(null, 8).pack(new byte[8], 0));
        refused(LapiStatus.TGT_VEC_ADDR, () -> LapiVector.of(null, 8).unpack(new byte[8], 0));
        refused(LapiStatus.ORG_VEC_ADDR, () -> LapiVector.of(memory, 9).pack(new byte[9], 0));
        refused(LapiStatus.ORG_STRIDE, () -> LapiVector.strided(memory, 2, 4, 3).pack(new byte[8], 0));
        refused(LapiStatus.TGT_STRIDE, () -> LapiVector.strided(memory, 2, 4, 3).unpack(new byte[8], 0));
    }
}
