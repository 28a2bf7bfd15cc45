package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecentSlicesTest {
    private final RecentSlices recent = new RecentSlices(2);

    private static boolean isSame(MemorySegment a, MemorySegment b) {
        return a.equals(b) && a.isReadOnly() == b.isReadOnly();
    }

    @Test
    void theSamePlaceOfTheSameArrayIsTheSameSegment() {
        byte[] array = new byte[16];
        MemorySegment first = recent.of(MemorySegment.ofArray(array), 4, 8);
        assertTrue(isSame(MemorySegment.ofArray(array).asSlice(4, 8), first));
        assertSame(first, recent.of(MemorySegment.ofArray(array), 4, 8));
    }

    @Test
    void anotherArrayPlaceLengthOrRightIsAnotherSegment() {
        byte[] array = new byte[16];
        MemorySegment memory = MemorySegment.ofArray(array);
        for (MemorySegment other : new MemorySegment[] {
            MemorySegment.ofArray(new byte[16]).asSlice(4, 8),
            memory.asSlice(5, 8),
            memory.asSlice(4, 7),
            memory.asSlice(4, 8).asReadOnly()
        }) {
            recent.of(memory, 4, 8);
            assertTrue(isSame(other, recent.of(other, 0, other.byteSize())), other.toString());
        }
    }

    @Test
    @SuppressWarnings("restricted") // the only way to have two segments at one address
    void memoryOfAnotherArenaAtTheSameAddressIsAnotherSegment() {
        try (Arena one = Arena.ofShared();
                Arena two = Arena.ofShared()) {
            MemorySegment memory = one.allocate(8);
            MemorySegment again = MemorySegment.ofAddress(memory.address()).reinterpret(8, two, null);
            MemorySegment first = recent.of(memory, 0, 8);
            assertNotSame(first, recent.of(again, 0, 8));
            assertEquals(two.scope(), recent.of(again, 0, 8).scope());
        }
    }

    @Test
    void closedMemoryStaysClosed() {
        MemorySegment slice;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8);
            memory.set(ValueLayout.JAVA_LONG, 0, 1);
            slice = recent.of(memory, 0, 8);
        }
        assertFalse(slice.scope().isAlive());
    }

    @Test
    void aPlaceBeyondTheMemoryIsAnErrorThoughALargerMemoryOfTheArrayHadIt() {
        MemorySegment memory = MemorySegment.ofArray(new byte[16]);
        recent.of(memory, 4, 8);
        assertThrows(IndexOutOfBoundsException.class, () -> recent.of(memory.asSlice(0, 8), 4, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> recent.of(memory.asSlice(8, 8), -4, 8));
    }

    @Test
    void partsOfEightMemoriesInRotationAreFoundAgain() {
        MemorySegment[] memories = new MemorySegment[8];
        MemorySegment[] slices = new MemorySegment[8 * 4];
        Arrays.setAll(memories, i -> MemorySegment.ofArray(new double[1 << 10]));
        RecentSlices many = new RecentSlices(2);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < slices.length; i++) {
                MemorySegment slice = many.of(memories[i % 8], i / 8 * 2048, 2048);
                assertTrue(isSame(memories[i % 8].asSlice(i / 8 * 2048, 2048), slice));
                assertTrue(round == 0 || slice == slices[i], "round " + round + ", part " + i);
                slices[i] = slice;
            }
        }
    }

    @Test
    void piecesOfOneMemoryDoNotTakeTheWayOfThoseOfAnother() {
        MemorySegment[] memories = new MemorySegment[4];
        MemorySegment[] slices = new MemorySegment[4 * 8];
        Arrays.setAll(memories, i -> MemorySegment.ofArray(new double[1 << 12]));
        RecentSlices many = new RecentSlices(5);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < slices.length; i++) { // all pieces of a memory, then those of the next
                MemorySegment slice = many.of(memories[i / 8], i % 8 * 4096, 4096);
                assertTrue(round == 0 || slice == slices[i], "round " + round + ", piece " + i);
                slices[i] = slice;
            }
        }
    }

    @Test
    void memoryThatTheProgramHasLeftIsFreed() {
        byte[] array = new byte[16];
        WeakReference<byte[]> left = new WeakReference<>(array);
        assertEquals(8, recent.of(MemorySegment.ofArray(array), 4, 8).byteSize());
        array = null;
        for (int i = 0; i < 100 && left.get() != null; i++) {
            System.gc();
        }
        assertNull(left.get());
    }
}
