package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline
@Core
class SharedMemoryTest {
    @Test
    void isMemoryLikeAnyOtherAndEndsWithTheJob() {
        AtomicReference<MemorySegment> kept = new AtomicReference<>();
        Job.run(2, endpoint -> {
            MemorySegment memory = endpoint.allocateShared(100_001);
            assertEquals(100_001, memory.byteSize());
            assertEquals(0, memory.address() % 64);
            assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 100_000));
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.send(memory.fill((byte) 5), 1, 0);
            } else {
                world.receive(memory, 0, 0);
                assertEquals(5, memory.get(ValueLayout.JAVA_BYTE, 100_000));
                kept.set(memory);
            }
        });
        assertFalse(kept.get().scope().isAlive());
    }

    @Test
    void isAlignedAsWantedAndAnArenaFreesIt() {
        Job.run(1, endpoint -> {
            assertEquals(0, endpoint.allocateShared(1, 4096).address() % 4096);
            MemorySegment memory;
            try (Arena arena = endpoint.newSharedArena()) {
                memory = arena.allocate(1000, 8);
                assertTrue(memory.scope().isAlive());
            }
            assertFalse(memory.scope().isAlive());
        });
    }

    @Test
    void whatCannotBeIsAnErrorThatSaysHowMuchWasWanted() {
        Job.run(1, endpoint -> {
            SennitException negative = assertThrows(SennitException.class, () -> endpoint.allocateShared(-1));
            assertEquals(ErrorClass.ARG, negative.errorClass());
            assertThrows(SennitException.class, () -> endpoint.allocateShared(8, 3));
            SennitException tooMuch = assertThrows(SennitException.class, () -> endpoint.allocateShared(1L << 50));
            assertEquals(ErrorClass.NO_MEM, tooMuch.errorClass());
            assertTrue(tooMuch.getMessage().contains("bytes=" + (1L << 50)), tooMuch::getMessage);
        });
    }
}
