package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Which memory can be attached to a window, and what accesses to other memory end with. */
@Deadline(seconds = 120)
@Core
class DynamicWindowTest {
    private static void fails(ErrorClass errorClass, Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
    }

    @Test
    void memoryThatOverlapsAttachedMemoryIsRefused() {
        Job.run(1, endpoint -> {
            try (Window window = endpoint.world().createDynamicWindow();
                    Arena arena = Arena.ofShared()) {
                for (MemorySegment all : List.of(MemorySegment.ofArray(new long[8]), arena.allocate(64, 8))) {
                    MemorySegment middle = all.asSlice(16, 16);
                    long place = window.attach(middle);
                    for (MemorySegment other : List.of(
                            middle, all, all.asSlice(0, 17), all.asSlice(31), all.asSlice(20, 4), all.asSlice(8, 32))) {
                        fails(
                                ErrorClass.RMA_ATTACH,
                                () -> window.attach(other),
                                "attached already",
                                "operation=attach");
                    }
                    long before = window.attach(all.asSlice(0, 16));
                    long after = window.attach(all.asSlice(32));
                    window.lockAll();
                    window.put(new byte[] {1}, 0, before + 15);
                    window.put(new byte[] {2}, 0, place);
                    window.put(new byte[] {3}, 0, after);
                    window.unlockAll();
                    assertEquals(1, all.get(ValueLayout.JAVA_BYTE, 15));
                    assertEquals(2, all.get(ValueLayout.JAVA_BYTE, 16));
                    assertEquals(3, all.get(ValueLayout.JAVA_BYTE, 32));
                    window.detach(middle);
                    fails(ErrorClass.RMA_ATTACH, () -> window.attach(all), "attached already");
                    window.detach(all.asSlice(0, 16));
                    window.detach(all.asSlice(32));
                    assertNotEquals(place, window.attach(all));
                    window.detach(all);
                }
            }
        });
    }

    /** Memory that a closed arena has had may be allocated again, by others. */
    @Test
    @SuppressWarnings("restricted")
    void memoryOfAClosedArenaIsNoObstacleToOtherMemoryThere() {
        Job.run(1, endpoint -> {
            try (Window window = endpoint.world().createDynamicWindow();
                    Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(64, 8);
                long gone;
                try (Arena first = Arena.ofShared()) {
                    gone = window.attach(
                            MemorySegment.ofAddress(memory.address()).reinterpret(32, first, null));
                }
                long place = window.attach(memory);
                window.lockAll();
                fails(ErrorClass.RMA_RANGE, () -> window.put(new byte[1], 0, gone), "operation=put");
                window.put(new byte[] {5}, 0, place + 31);
                window.unlockAll();
                assertEquals(5, memory.get(ValueLayout.JAVA_BYTE, 31));
            }
        });
    }

    /** Mistakes that a member in another process makes known later: by the call that ends the access. */
    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void theErrorHandlerOfTheWindowIsToldOnceOfWhatOnlyTheTargetFinds(WindowPlacement placement) {
        placement.run(2, endpoint -> {
            Communicator world = endpoint.world();
            List<ErrorClass> heard = new ArrayList<>();
            try (Window window = world.createDynamicWindow()) {
                window.setErrorHandler((_, error) -> heard.add(error.errorClass()));
                if (world.rank() == 0) {
                    long[] one = new long[1];
                    Runnable[] puts = {
                        () -> window.put(one, 1, 640), () -> window.accumulate(one, 1, 640, Operation.SUM)
                    };
                    window.lockAll();
                    for (Runnable put : puts) {
                        failsOnce(heard, put, () -> window.flush(1));
                        failsOnce(heard, put, window::flushAll);
                        window.flush(1); // has been reported
                        failsOnce(heard, put, window::unlockAll);
                        endWhereDirect(placement, window::unlockAll);
                        window.lockAll();
                    }
                    long[] many = new long[1 << 17]; // a put of few is complete when they have been copied
                    failsOnce(
                            heard, () -> window.nonblocking().put(many, 1, 640).await());
                    failsOnce(heard, () -> window.nonblocking().get(one, 1, 640).await());
                    failsOnce(heard, () -> window.get(one, 1, 640));
                    window.flushAll(); // have been reported
                    window.unlockAll();
                    window.lock(LockKind.EXCLUSIVE, 1);
                    failsOnce(heard, puts[0], () -> window.unlock(1));
                    endWhereDirect(placement, () -> window.unlock(1));
                }
                window.fence();
                if (world.rank() == 0) {
                    failsOnce(heard, () -> window.put(new long[1], 1, 640), window::fence);
                    endWhereDirect(placement, window::fence);
                } else {
                    window.fence();
                }
                window.fence(WindowAssertion.NO_SUCCEED);
                Group other = world.group().include(1 - world.rank());
                if (world.rank() == 0) {
                    window.start(other);
                    failsOnce(heard, () -> window.put(new long[1], 1, 640), window::complete);
                    endWhereDirect(placement, window::complete);
                } else {
                    window.post(other);
                    window.waitFor();
                }
                assertEquals(List.of(), heard);
            }
        });
    }

    /**
     * An access fails, or what ends it where another process has it; in both cases the error handler is notified once.
     */
    private static void failsOnce(List<ErrorClass> heard, Runnable... calls) {
        fails(ErrorClass.RMA_RANGE, () -> {
            for (Runnable each : calls) {
                each.run();
            }
        });
        assertEquals(List.of(ErrorClass.RMA_RANGE), heard);
        heard.clear();
    }

    /** Ends an epoch in which the access has failed by itself; elsewhere the epoch has ended with the error. */
    private static void endWhereDirect(WindowPlacement placement, Runnable end) {
        if (isDirect(placement)) {
            end.run();
        }
    }

    /** Whether both members are in one process, so that an access fails itself. */
    private static boolean isDirect(WindowPlacement placement) {
        return placement == WindowPlacement.ONE_PROCESS || placement == WindowPlacement.PAIRS;
    }
}
