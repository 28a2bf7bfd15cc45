package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class RecentSliceTest {
    private final RecentSlice recent = new RecentSlice();

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
    void largeMemoryIsNotKept() {
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 20]);
        assertNotSame(recent.of(memory, 0, 8), recent.of(memory, 0, 8));
    }
}
