package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class MemcpyTest {
    @Test
    void aDestinationJustBehindTheSourceInItsPageIsSlow() {
        long from = 40_960;
        for (long page = -8192; page <= 8192; page += 4096) {
            assertTrue(Memcpy.isSlow(from + page + 1, from));
            assertTrue(Memcpy.isSlow(from + page + 16, from));
            assertTrue(Memcpy.isSlow(from + page + 31, from));
            assertFalse(Memcpy.isSlow(from + page, from));
            assertFalse(Memcpy.isSlow(from + page + 32, from));
            assertFalse(Memcpy.isSlow(from + page - 1, from));
        }
    }

    @Test
    void tellsWhereMemoryLies() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(100);
            assertEquals(memory.address(), Memcpy.addressOf(memory));
        }
        MemorySegment array = MemorySegment.ofArray(new byte[100]);
        boolean isApart = false;
        for (int i = 0; i < 100 && !isApart; i++) { // a collection between the two calls may move the array
            isApart = Memcpy.addressOf(array.asSlice(64)) - Memcpy.addressOf(array) == 64;
        }
        assertTrue(isApart);
        assertFalse(Memcpy.addressOf(array) == 0);
    }
}
