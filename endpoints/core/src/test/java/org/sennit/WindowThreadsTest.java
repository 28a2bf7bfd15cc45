package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ParallelThreads;

/** Several threads of one endpoint in calls of one window at once, at thread level multiple. */
@Deadline(seconds = 120)
class WindowThreadsTest {
    private static final Options MULTIPLE = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
    private static final long LEAST_NS = 3_000_000_000L;
    private static final DataLayout NOTHING = DataLayout.BYTE.count(0);

    @ParameterizedTest
    @EnumSource
    void eachLocksATargetOfItsOwn(WindowPlacement placement) {
        int size = 4;
        int rounds = 200;
        placement.run(size, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[1];
            try (Window window = world.createWindow(memory)) {
                ParallelThreads.run(size, target -> {
                    long[] value = new long[1];
                    for (int i = 0; i < rounds; i++) {
                        window.lock(LockKind.EXCLUSIVE, target);
                        window.get(value, target, 0);
                        window.flush(target);
                        value[0]++;
                        window.put(value, target, 0);
                        window.unlock(target);
                    }
                });
                world.barrier();
                window.lock(LockKind.SHARED, world.rank());
                assertEquals(size * rounds, memory[0]);
                window.unlock(world.rank());
            }
        });
    }

    /**
     * Nothing is waited for in one process, so that the threads meet in the state of the endpoint: two, which seldom
     * wait for each other, each with several locks at a time, until a time has passed in which they meet often.
     */
    @Test
    void noLockIsLostInOneProcess() {
        int threads = 2;
        int each = 6;
        long least = System.nanoTime() + LEAST_NS;
        Job.run(threads * each, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                if (world.rank() == 0) {
                    ParallelThreads.run(threads, thread -> {
                        do {
                            for (int i = 0; i < each; i++) {
                                window.lock(LockKind.SHARED, thread + threads * i);
                            }
                            for (int i = 0; i < each; i++) {
                                window.unlock(thread + threads * i);
                            }
                        } while (System.nanoTime() < least);
                    });
                }
                world.barrier();
                window.lockAll();
                window.unlockAll();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void noLockIsLost(WindowPlacement placement) {
        int size = 6;
        int rounds = 500;
        placement.run(size, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                if (world.rank() == 0) {
                    ParallelThreads.run(size, target -> {
                        for (int i = 0; i < rounds; i++) {
                            window.lock(LockKind.SHARED, target);
                            window.unlock(target);
                        }
                    });
                }
                world.barrier();
                window.lock(LockKind.EXCLUSIVE, world.rank());
                window.unlock(world.rank());
                window.lockAll();
                window.unlockAll();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void allAccessInOneEpoch(WindowPlacement placement) {
        int size = 3;
        int threads = 4;
        int rounds = 500;
        placement.run(size, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[2];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                ParallelThreads.run(threads, thread -> {
                    long[] one = {1};
                    long[] old = new long[1];
                    for (int i = 0; i < rounds; i++) {
                        int target = (thread + i) % size;
                        window.accumulate(one, target, 0, Operation.SUM);
                        window.fetchAndOp(one, old, target, 1, Operation.SUM);
                        if (i % 3 == 0) {
                            window.flush(target);
                        } else if (i % 7 == 0) {
                            window.flushAll();
                        }
                    }
                });
                window.unlockAll();
                world.barrier();
                window.lock(LockKind.SHARED, world.rank());
                long all = memory[0] + memory[1];
                window.unlock(world.rank());
                long[] sum = new long[1];
                world.allreduce(new long[] {all}, sum, Operation.SUM);
                assertEquals(2L * size * threads * rounds, sum[0]);
            }
        });
    }

    /** {@code shared} beside an epoch of all in another thread takes no lock, since no unlockAll would give it back. */
    @Test
    void viewsBesideEpochsOfAllLockNothing() {
        int size = 2;
        int rounds = 20_000;
        Job.run(size, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.allocateWindow(Long.BYTES, Long.BYTES)) {
                int other = 1 - world.rank();
                AtomicBoolean isOver = new AtomicBoolean();
                ParallelThreads.run(2, thread -> {
                    if (thread == 1) {
                        while (!isOver.get()) {
                            assertEquals(Long.BYTES, window.shared(other).byteSize());
                        }
                        return;
                    }
                    try {
                        for (int i = 0; i < rounds; i++) {
                            window.lockAll();
                            window.unlockAll();
                        }
                    } finally {
                        isOver.set(true);
                    }
                });
                world.barrier();
                window.lock(LockKind.EXCLUSIVE, other);
                window.unlock(other);
            }
        });
    }

    /**
     * Of endpoint 0 one thread waits for a lock that endpoint 1 holds, which waits for one that another thread of
     * endpoint 0 holds, which waits for one that endpoint 2 gives back.
     */
    @ParameterizedTest
    @EnumSource
    void aThreadThatWaitsKeepsNoOtherFromItsLock(WindowPlacement placement) {
        placement.run(3, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                for (int round = 0; round < 20; round++) {
                    waitInAChain(world, window);
                    world.barrier();
                }
            }
        });
    }

    private static void waitInAChain(Communicator world, Window window) throws InterruptedException {
        if (world.rank() > 0) {
            int held = world.rank() == 1 ? 0 : 1;
            window.lock(LockKind.EXCLUSIVE, held);
            world.send(null, NOTHING, 0, 1);
            world.receive(null, NOTHING, 0, 2);
            if (world.rank() == 1) {
                window.lock(LockKind.EXCLUSIVE, 2);
                window.unlock(2);
            }
            window.unlock(held);
            return;
        }
        CountDownLatch isHeld = new CountDownLatch(1);
        ParallelThreads.run(2, thread -> {
            if (thread == 0) {
                isHeld.await();
                world.send(null, NOTHING, 1, 2);
                window.lock(LockKind.EXCLUSIVE, 0);
                window.unlock(0);
            } else {
                window.lock(LockKind.EXCLUSIVE, 2);
                world.receive(null, NOTHING, 1, 1);
                world.receive(null, NOTHING, 2, 1);
                isHeld.countDown();
                world.send(null, NOTHING, 2, 2);
                window.lock(LockKind.EXCLUSIVE, 1);
                window.unlock(1);
                window.unlock(2);
            }
        });
    }
}
