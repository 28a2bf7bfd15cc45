package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Deadline;

/** Members that wait for locks of a window which are never given back. */
@Deadline(seconds = 120)
class LockDeadlockTest {
    /**
     * Rank 1 is in an epoch of all, which locks its own part, and wants rank 0's; rank 2 has locked that, and wants
     * rank 1's.
     */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void isFoundWhereAMemberInAnEpochOfAllWaitsForOneThatWaitsForIt(String network) {
        OneJvmJob job = new OneJvmJob(3, 1, Map.of("net.module", network, "deadlock.after", "1"));
        Throwable end = assertThrows(
                RuntimeException.class,
                () -> job.run(endpoint -> {
                    Communicator world = endpoint.world();
                    Window window = world.createWindow(new long[1]);
                    if (world.rank() == 1) {
                        window.lockAll();
                        world.barrier();
                        world.barrier();
                        window.get(new long[1], 0, 0);
                    } else if (world.rank() == 2) {
                        world.barrier();
                        window.lock(LockKind.EXCLUSIVE, 0);
                        world.barrier();
                        window.lock(LockKind.EXCLUSIVE, 1);
                    } else {
                        world.barrier();
                        world.barrier();
                        world.receive(new int[1], 2, 7);
                    }
                }));
        DeadlockPicture.hasAll(
                DeadlockPicture.of(end),
                "rank=1 target=0 kind=SHARED",
                "operation=lock rank=2 target=1 kind=EXCLUSIVE");
    }

    @Test
    void isFoundWhereALockIsNotGivenBack() {
        OneJvmJob job = new OneJvmJob(3, 1, Map.of("net.module", "tcp", "deadlock.after", "1"));
        Throwable end = assertThrows(
                RuntimeException.class,
                () -> job.run(endpoint -> {
                    Communicator world = endpoint.world();
                    Window window = world.createWindow(new long[1]);
                    for (int round = 0; round < 20; round++) { // locks that were waited for before
                        window.lock(LockKind.EXCLUSIVE, 0);
                        window.accumulate(new long[] {1}, 0, 0, Operation.SUM);
                        window.unlock(0);
                    }
                    world.barrier();
                    if (world.rank() == 1) {
                        window.lock(LockKind.EXCLUSIVE, 0);
                        world.barrier();
                        world.receive(new int[1], 2, 7);
                    } else {
                        world.barrier();
                        window.lock(LockKind.SHARED, 0);
                    }
                }));
        DeadlockPicture.hasAll(
                DeadlockPicture.of(end),
                "for rank 2: operation=receive rank=1 peer=2 tag=7",
                "operation=lock rank=2 target=0 kind=SHARED");
    }
}
