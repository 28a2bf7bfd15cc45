package org.sennit.internal.runtime.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class MemoryLossTest {
    @Test
    void anAccessToAClosedArenaIsALoss() {
        MemorySegment memory;
        try (Arena arena = Arena.ofShared()) {
            memory = arena.allocate(8);
        }
        Throwable thrown = assertThrows(RuntimeException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 0));
        assertTrue(MemoryLoss.is(thrown), thrown::toString);
        assertSame(thrown, MemoryLoss.reported(thrown));
    }

    @Test
    void anAccessToMemoryOfAnotherThreadIsALoss() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8);
            Throwable[] thrown = {null};
            Thread other = Thread.ofPlatform().start(() -> {
                thrown[0] = assertThrows(RuntimeException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 0));
            });
            other.join();
            assertTrue(MemoryLoss.is(thrown[0]), String.valueOf(thrown[0]));
            assertTrue(MemoryLoss.is(MemoryLoss.reported(thrown[0])));
            assertSame(thrown[0], MemoryLoss.reported(thrown[0]).getCause());
        }
    }

    @Test
    void aLostPeerIsNone() {
        assertFalse(MemoryLoss.is(new IllegalArgumentException("the peer is gone")));
        assertFalse(MemoryLoss.is(new InternalError("a file")));
        assertFalse(MemoryLoss.is(null));
    }

    @Test
    void aFileThatWasCutShortIsReportedAsALoss() {
        assertEquals("a file", MemoryLoss.reported(new InternalError("a file")).getMessage());
    }
}
