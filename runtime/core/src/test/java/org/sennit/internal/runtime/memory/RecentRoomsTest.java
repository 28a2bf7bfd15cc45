package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RecentRoomsTest {
    private final RecentRooms rooms = new RecentRooms();

    @Test
    void whatWasGivenBackIsTakenAgainByItsLength() {
        MemorySegment shorter = rooms.take(56);
        MemorySegment longer = rooms.take(140);
        rooms.give(shorter);
        rooms.give(longer);
        assertSame(longer, rooms.take(140));
        assertSame(shorter, rooms.take(56));
    }

    @Test
    void whatIsTakenBelongsToOneTaker() {
        MemorySegment first = rooms.take(8);
        rooms.give(first);
        assertSame(first, rooms.take(8));
        assertNotSame(first, rooms.take(8));
    }

    @Test
    void ofManyLengthsTheFirstAreGivenUp() {
        for (int bytes = 1; bytes <= 100; bytes++) {
            MemorySegment room = rooms.take(bytes);
            assertEquals(bytes, room.byteSize());
            rooms.give(room);
        }
        assertEquals(100, rooms.take(100).byteSize());
    }
}
