package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.rma.lock.StartedTargets;
import org.sennit.internal.endpoints.rma.lock.WindowMessages;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Waits for the begin or the end of an epoch that end with an exception of something else, or of one member. */
@Deadline(seconds = 60)
class InterruptedEpochTest {
    /** Has other work of the endpoint throw at the next progress, and asserts that the call passes it on. */
    private static void assertInterrupted(Communicator world, Runnable call) {
        IllegalStateException thrown = new IllegalStateException("by other work of the endpoint");
        ((CommunicatorHandle) world).context().endpoint().progress().add(new ThrowingHook(thrown));
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

    /** What an origin says after another one has ended belongs to the exposure that both were in. */
    @Test
    void theMessagesOfOthersAreTakenAlsoWhenAReceiveHasFailed() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            CommContext comm = ((CommunicatorHandle) world).context();
            WindowMessages messages = new WindowMessages(comm);
            if (world.rank() == 0) {
                int[] origins = {1, 2};
                List<ReceiveRequest> receives = List.of(
                        messages.receive(1, WindowMessages.COMPLETED), messages.receive(2, WindowMessages.COMPLETED));
                receives.getFirst()
                        .giveUp(new SennitException(ErrorClass.PROC_ENDED, "the program of rank 1 has ended"));
                // Rank 2 sends only when this wait has begun.
                comm.endpoint().progress().defer(() -> messages.send(2, WindowMessages.POSTED));
                SennitException ended = assertThrows(
                        SennitException.class, () -> messages.awaitAll(receives, origins, "operation=waitFor origin="));
                assertEquals(ErrorClass.PROC_ENDED, ended.errorClass(), ended::toString);
            } else if (world.rank() == 2) {
                new StartedTargets(messages).start(new int[] {0}, true, "operation=start target=");
                messages.send(0, WindowMessages.COMPLETED);
            }
            world.barrier();
            if (world.rank() == 0) {
                assertFalse(world.nonblocking().probe(2, WindowMessages.COMPLETED, null));
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
