package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.AllocatedBytes;

/** Layouts whose components lie in memories of their own. */
class AbsoluteLayoutTest {
    private static final int MEMORY_BYTES = 4096;

    /** A layout of several memories, and the place of each of its bytes in order. */
    private record Drawn(DataLayout layout, List<MemorySegment> memories, List<Integer> memoryOf, List<Long> offsetOf) {
        static Drawn of(Random random) {
            int count = 1 + random.nextInt(5);
            MemorySegment[] memories = new MemorySegment[count];
            DataLayout[] components = new DataLayout[count];
            List<Integer> memoryOf = new ArrayList<>();
            List<Long> offsetOf = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                memories[i] = memory(random);
                int blocks = 1 + random.nextInt(6);
                int block = 1 + random.nextInt(20);
                int stride = block + random.nextInt(20);
                boolean isBackwards = random.nextBoolean();
                int first = random.nextInt(50) + (isBackwards ? (blocks - 1) * stride : 0);
                int step = isBackwards ? -stride : stride;
                components[i] = DataLayout.byteVector(blocks, block, step, DataLayout.BYTE)
                        .byteShifted(first);
                for (int b = 0; b < blocks; b++) {
                    for (int at = 0; at < block; at++) {
                        memoryOf.add(i);
                        offsetOf.add((long) first + b * step + at);
                    }
                }
            }
            return new Drawn(DataLayout.struct(memories, components), List.of(memories), memoryOf, offsetOf);
        }

        private static MemorySegment memory(Random random) {
            return switch (random.nextInt(4)) {
                case 0 -> MemorySegment.ofArray(new byte[MEMORY_BYTES]);
                case 1 -> MemorySegment.ofArray(new double[MEMORY_BYTES / Double.BYTES]);
                case 2 -> MemorySegment.ofArray(new long[MEMORY_BYTES / Long.BYTES]);
                default -> Arena.ofAuto().allocate(MEMORY_BYTES);
            };
        }

        byte get(int position) {
            return memories.get(memoryOf.get(position)).get(ValueLayout.JAVA_BYTE, offsetOf.get(position));
        }

        void fill(Random random) {
            for (MemorySegment memory : memories) {
                byte[] bytes = new byte[MEMORY_BYTES];
                random.nextBytes(bytes);
                MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, MEMORY_BYTES);
            }
        }

        /** Returns the bytes that the layout does not mean. */
        byte[] others() {
            byte[] all = new byte[memories.size() * MEMORY_BYTES];
            for (int i = 0; i < memories.size(); i++) {
                MemorySegment.copy(memories.get(i), 0, MemorySegment.ofArray(all), i * MEMORY_BYTES, MEMORY_BYTES);
            }
            for (int i = 0; i < memoryOf.size(); i++) {
                all[(int) (memoryOf.get(i) * MEMORY_BYTES + offsetOf.get(i))] = 0;
            }
            return all;
        }
    }

    @Test
    void anyPartGoesFromAndToAnyLayout() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            String where = "seed=" + seed + " round=" + round;
            Drawn from = Drawn.of(random);
            Drawn to = Drawn.of(random);
            from.fill(random);
            to.fill(random);
            byte[] others = to.others();
            int size = (int) Math.min(from.layout.sizeBytes(), to.layout.sizeBytes());
            MemorySegment packed = MemorySegment.ofArray(new byte[size]);
            int cut = random.nextInt(size + 1);
            LayoutCopy.copy(MemorySegment.NULL, 0, from.layout, packed, 0, null, 0, cut);
            LayoutCopy.copy(MemorySegment.NULL, 0, from.layout, packed, 0, null, cut, size - cut);
            if (round % 2 == 0) {
                LayoutCopy.copy(packed, 0, null, MemorySegment.NULL, 0, to.layout, cut, size - cut);
                LayoutCopy.copy(packed, 0, null, MemorySegment.NULL, 0, to.layout, 0, cut);
            } else {
                LayoutCopy.copy(MemorySegment.NULL, 0, from.layout, MemorySegment.NULL, 0, to.layout, 0, cut);
                LayoutCopy.copy(MemorySegment.NULL, 0, from.layout, MemorySegment.NULL, 0, to.layout, cut, size - cut);
            }
            for (int i = 0; i < size; i++) {
                assertEquals(from.get(i), packed.get(ValueLayout.JAVA_BYTE, i), where + " byte=" + i);
                assertEquals(from.get(i), to.get(i), where + " byte=" + i);
            }
            if (size == to.layout.sizeBytes()) {
                assertArrayEquals(others, to.others(), where);
            }
        }
    }

    @Test
    void goesFromAndToGapsOfOneMemory() {
        int[] first = {1, 2, 3};
        int[] second = {4, 5, 6, 7};
        DataLayout both = DataLayout.struct(
                new MemorySegment[] {MemorySegment.ofArray(first), MemorySegment.ofArray(second)},
                DataLayout.INT.slice(1, 2),
                DataLayout.vector(2, 1, 2, DataLayout.INT));
        DataLayout gaps = DataLayout.vector(4, 1, 2, DataLayout.INT);
        int[] spread = new int[8];
        LayoutCopy.copy(MemorySegment.NULL, 0, both, MemorySegment.ofArray(spread), 0, gaps, 0, 16);
        assertArrayEquals(new int[] {2, 0, 3, 0, 4, 0, 6, 0}, spread);
        for (int i = 0; i < spread.length; i++) {
            spread[i] *= 10;
        }
        LayoutCopy.copy(MemorySegment.ofArray(spread), 0, gaps, MemorySegment.NULL, 0, both, 0, 16);
        assertArrayEquals(new int[] {1, 20, 30}, first);
        assertArrayEquals(new int[] {40, 5, 60, 7}, second);
    }

    @Test
    void copiesAllocateNothing() {
        Drawn from = Drawn.of(new Random(1));
        MemorySegment packed = MemorySegment.ofArray(new byte[(int) from.layout.sizeBytes()]);
        Runnable there =
                () -> LayoutCopy.copy(MemorySegment.NULL, 0, from.layout, packed, 0, null, 0, from.layout.sizeBytes());
        Runnable back =
                () -> LayoutCopy.copy(packed, 0, null, MemorySegment.NULL, 0, from.layout, 0, from.layout.sizeBytes());
        AllocatedBytes.assertNoneInSteadyState(50, 1000, there);
        AllocatedBytes.assertNoneInSteadyState(50, 1000, back);
    }

    private static SennitException error(Runnable call) {
        return assertThrows(SennitException.class, call::run);
    }

    @Test
    void isNoComponentAndFitsNoMemory() {
        MemorySegment[] memories = {MemorySegment.ofArray(new int[4]), MemorySegment.ofArray(new int[4])};
        DataLayout both = DataLayout.struct(memories, DataLayout.INT.count(2), DataLayout.INT.count(3));
        assertTrue(both.isAbsolute());
        assertEquals(20, both.sizeBytes());
        assertEquals(both, DataLayout.struct(memories, DataLayout.INT.count(2), DataLayout.INT.count(3)));
        assertNotEquals(both, DataLayout.struct(memories, DataLayout.INT.count(3), DataLayout.INT.count(2)));
        assertEquals(20, both.count(1).sizeBytes());
        assertEquals(ErrorClass.TYPE, error(() -> both.count(2)).errorClass());
        assertEquals(ErrorClass.TYPE, error(() -> both.slice(1, 1)).errorClass());
        assertEquals(ErrorClass.TYPE, error(() -> both.resized(0, 8)).errorClass());
        assertEquals(ErrorClass.TYPE, error(() -> both.byteShifted(0)).errorClass());
        assertEquals(
                ErrorClass.TYPE, error(() -> DataLayout.contiguous(1, both)).errorClass());
        assertEquals(
                ErrorClass.TYPE, error(() -> DataLayout.vector(1, 1, 1, both)).errorClass());
        assertEquals(
                ErrorClass.TYPE,
                error(() -> DataLayout.struct(memories, both, both)).errorClass());
        assertEquals(ErrorClass.TYPE, error(() -> both.lengthBytes(1 << 20)).errorClass());
        assertEquals(ErrorClass.TYPE, error(() -> both.lengthBytes(0)).errorClass());
    }

    @Test
    void componentsLieInTheirMemories() {
        MemorySegment[] memories = {MemorySegment.ofArray(new int[4]), MemorySegment.ofArray(new int[4])};
        SennitException outside =
                error(() -> DataLayout.struct(memories, DataLayout.INT.count(2), DataLayout.INT.slice(2, 3)));
        assertEquals(ErrorClass.COUNT, outside.errorClass());
        assertTrue(outside.getMessage().contains("component=1"), outside::getMessage);
        assertTrue(outside.getMessage().contains("needs=8 to 20 bytes has=16"), outside::getMessage);
        assertEquals(
                ErrorClass.COUNT,
                error(() -> DataLayout.struct(memories, DataLayout.INT, DataLayout.INT.byteShifted(-4)))
                        .errorClass());
        assertEquals(
                ErrorClass.ARG,
                error(() -> DataLayout.struct(memories, DataLayout.INT)).errorClass());
        assertEquals(
                ErrorClass.ARG,
                error(() -> DataLayout.struct(new MemorySegment[2], DataLayout.INT, DataLayout.INT))
                        .errorClass());
        assertEquals(0, DataLayout.struct(new MemorySegment[0]).sizeBytes());
        assertEquals(
                0,
                DataLayout.struct(memories, DataLayout.INT.count(0), DataLayout.INT.count(0))
                        .sizeBytes());
    }
}
