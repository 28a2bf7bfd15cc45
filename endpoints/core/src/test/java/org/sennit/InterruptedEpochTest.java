package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Waits for the begin or the end of an epoch that end with an exception of something else, or of one member. */
@Deadline(seconds = 60)
class InterruptedEpochTest {
    private static final int GO = 5;

    /** Has an action of the endpoint throw at the next progress, and asserts that the call passes it on. */
    private static void assertInterrupted(Communicator world, Runnable call) {
        IllegalStateException thrown = new IllegalStateException("by an action of the endpoint");
        ((CommunicatorHandle) world).context().endpoint().progress().defer(() -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, call::run));
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_PROCESS", "APART", "PAIRS"})
    void aLockThatIsGrantedTooLateGoesToOthers(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new int[1])) {
                if (world.rank() == 2) {
                    window.lock(LockKind.EXCLUSIVE, 3);
                }
                world.barrier();
                if (world.rank() == 0) {
                    assertInterrupted(world, () -> window.lock(LockKind.EXCLUSIVE, 3));
                }
                world.barrier();
                if (world.rank() == 2) {
                    window.unlock(3);
                }
                window.lock(LockKind.EXCLUSIVE, 3);
                window.unlock(3);
            }
        });
    }

    @Test
    void anUnlockThatHasThrownIsRepeated() {
        WindowPlacement.APART.run(3, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new int[1])) {
                if (world.rank() == 0) {
                    window.lock(LockKind.EXCLUSIVE, 1);
                    window.put(new int[] {7}, 1, 0);
                    assertInterrupted(world, () -> window.unlock(1));
                    window.unlock(1);
                }
                world.barrier();
                int[] seen = new int[1];
                window.lock(LockKind.EXCLUSIVE, 1);
                window.get(seen, 1, 0);
                window.unlock(1);
                assertArrayEquals(new int[] {7}, seen);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_PROCESS", "APART"})
    void aStartThatHasThrownIsRepeated(WindowPlacement placement) {
        placement.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new int[1])) {
                Group other = world.group().include(1 - world.rank());
                if (world.rank() == 0) {
                    assertInterrupted(world, () -> window.start(other));
                    world.barrier();
                    window.start(other);
                    window.complete();
                } else {
                    world.barrier();
                    window.post(other);
                    window.waitFor();
                }
            }
        });
    }

    /** What an origin says after another one has ended belongs to the exposure that it was in. */
    @Test
    void anExposureLastsUntilTheOthersHaveCompletedWhenAnOriginHasEnded() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new int[1]);
            if (world.rank() == 1) {
                return;
            }
            int other = 2 - world.rank();
            Group origin = world.group().include(other);
            if (world.rank() == 0) {
                window.post(world.group().include(1, 2));
                SennitException ended = assertThrows(SennitException.class, window::waitFor);
                assertEquals(ErrorClass.PROC_ENDED, ended.errorClass(), ended::toString);
                window.post(origin);
                world.send(new int[1], 2, GO);
                assertFalse(window.test());
                world.send(new int[1], 2, GO);
                window.waitFor();
            } else {
                window.start(origin);
                for (int i = 0; i < 2; i++) { // so long that rank 0 knows it, too
                    SennitException ended = assertThrows(SennitException.class, () -> world.receive(new int[1], 1, GO));
                    assertEquals(ErrorClass.PROC_ENDED, ended.errorClass(), ended::toString);
                }
                window.complete();
                world.receive(new int[1], 0, GO);
                window.start(origin);
                world.receive(new int[1], 0, GO);
                window.complete();
            }
        });
    }

    @Test
    void accessesWithoutATargetNeedAnOpenWindow() {
        Job.run(1, endpoint -> {
            Window window = endpoint.world().createWindow(new int[1]);
            window.close();
            int[] one = new int[1];
            int none = Communicator.NULL_PROCESS;
            assertClosed(() -> window.put(one, none, 0));
            assertClosed(() -> window.get(one, none, 0));
            assertClosed(() -> window.accumulate(one, none, 0, Operation.SUM));
            assertClosed(() -> window.fetchAndOp(one, one, none, 0, Operation.SUM));
            assertClosed(() -> window.compareAndSwap(one, one, one, none, 0));
        });
    }

    private static void assertClosed(Runnable call) {
        SennitException closed = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.WIN, closed.errorClass(), closed::toString);
    }
}
