package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/**
 * {@code lockAll} locks each target when it is accessed first, in any order of targets, beside exclusive locks of
 * others: two members that each hold a shared lock which the other one wants must not wait behind those that want it
 * exclusively. What the caller loads and stores without a call is locked at once.
 */
@Deadline(seconds = 60)
class LockAllTest {
    private static final long SEED = 83;
    private static final int TAG = 1;

    /**
     * Members of even ranks update all others in an order of their own in each epoch; the others add to one target by
     * load and store, which only an exclusive lock makes safe.
     */
    @ParameterizedTest
    @EnumSource
    void epochsOfAllAndExclusiveLocksOfOneExcludeEachOther(WindowPlacement placement) {
        int size = 6;
        int rounds = 60;
        placement.run(size, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[2]; // by updates, by load and store
            Random random = new Random(SEED + world.rank());
            try (Window window = world.createWindow(memory)) {
                for (int round = 0; round < rounds; round++) {
                    if (world.rank() % 2 == 0) {
                        updateAll(window, random, size);
                    } else {
                        addByLoadAndStore(window, random.nextInt(size));
                    }
                }
                world.barrier();
                window.lock(LockKind.SHARED, world.rank());
                long[] own = memory.clone();
                window.unlock(world.rank());
                long[] sums = new long[2];
                world.allreduce(own, sums, Operation.SUM);
                assertEquals((long) size / 2 * rounds * size, sums[0], "seed=" + SEED);
                assertEquals((long) size / 2 * rounds, sums[1], "seed=" + SEED);
            }
        });
    }

    private static void updateAll(Window window, Random random, int size) {
        int first = random.nextInt(size);
        int step = random.nextBoolean() ? 1 : size - 1;
        boolean isOneByOne = random.nextInt(3) == 0;
        if (!isOneByOne) {
            window.lockAll();
        }
        for (int i = 0; i < size; i++) {
            int target = (first + i * step) % size;
            if (isOneByOne) {
                window.lock(LockKind.SHARED, target);
            }
            window.accumulate(new long[] {1}, target, 0, Operation.SUM);
        }
        if (!isOneByOne) {
            window.unlockAll();
        } else {
            for (int target = 0; target < size; target++) {
                window.unlock(target);
            }
        }
    }

    private static void addByLoadAndStore(Window window, int target) {
        long[] value = new long[1];
        window.lock(LockKind.EXCLUSIVE, target);
        window.get(value, target, 1);
        window.flush(target);
        value[0]++;
        window.put(value, target, 1);
        window.unlock(target);
    }

    /** Loads and stores of shared memory are no calls, so that all locks are taken at the beginning. */
    @Test
    void epochsOfAllOfASharedWindowExcludeExclusiveOnesWithoutCalls() {
        int rounds = 200;
        Job.run(2, Options.fromEnvironment(), endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.allocateSharedWindow(2 * Long.BYTES, 1)) {
                MemorySegment memory = window.shared(0);
                for (int round = 0; round < rounds; round++) {
                    if (world.rank() == 0) {
                        window.lockAll();
                        long first = memory.getAtIndex(ValueLayout.JAVA_LONG, 0);
                        Thread.yield();
                        assertEquals(first, memory.getAtIndex(ValueLayout.JAVA_LONG, 1));
                        window.unlockAll();
                    } else {
                        window.lock(LockKind.EXCLUSIVE, 0);
                        memory.setAtIndex(ValueLayout.JAVA_LONG, 0, round);
                        Thread.yield();
                        memory.setAtIndex(ValueLayout.JAVA_LONG, 1, round);
                        window.unlock(0);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void epochsOfAllExcludeExclusiveLocksOfTheCallersOwnPart(WindowPlacement placement) {
        excludes(placement, 0, world -> world.createWindow(new long[1]), window -> {}, window -> {});
        excludes(placement, 0, world -> world.allocateWindow(Long.BYTES, 1), window -> {}, window -> {});
        excludes(placement, 0, Communicator::createDynamicWindow, window -> window.attach(new long[1]), window -> {});
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_PROCESS", "TWO_HOSTS"})
    void epochsOfAllExcludeExclusiveLocksOfMembersOfWhichTheCallerHasAView(WindowPlacement placement) {
        Function<Communicator, Window> allocated = world -> world.allocateWindow(Long.BYTES, 1);
        excludes(placement, 1, allocated, window -> window.shared(1), window -> {});
        excludes(placement, 1, allocated, window -> {}, window -> window.shared(1));
    }

    /**
     * Rank 1 holds an exclusive lock of the target; rank 0, which makes no access, waits for it in {@code lockAll} or
     * in {@code within}. No look is counted: either rank 0 waits, or it is in its epoch too early.
     */
    private static void excludes(
            WindowPlacement placement,
            int target,
            Function<Communicator, Window> creation,
            Consumer<Window> before,
            Consumer<Window> within) {
        AtomicReference<Thread> asking = new AtomicReference<>();
        AtomicBoolean isIn = new AtomicBoolean();
        placement.run(3, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = creation.apply(world)) {
                if (world.rank() == 0) {
                    before.accept(window);
                }
                for (int round = 0; round < 2; round++) {
                    if (world.rank() == 0) {
                        world.receive(new int[1], 1, TAG);
                        asking.set(Thread.currentThread());
                        window.lockAll();
                        within.accept(window);
                        isIn.set(true); // until rank 1 has seen it
                        window.unlockAll();
                        world.send(new int[1], 1, TAG);
                    } else if (world.rank() == 1) {
                        window.lock(LockKind.EXCLUSIVE, target);
                        world.send(new int[1], 0, TAG);
                        while (!isIn.get() && !ThreadStates.isWaiting(asking.get())) {
                            world.nonblocking().probe(0, TAG, null); // makes progress
                            Thread.yield();
                        }
                        assertFalse(isIn.get());
                        window.unlock(target);
                        world.receive(new int[1], 0, TAG);
                        asking.set(null);
                        isIn.set(false);
                    }
                }
            }
        });
    }

    /** The part of the caller is locked, so it must not be exposed. */
    @ParameterizedTest
    @EnumSource
    void epochsOfAllAndExposureExcludeEachOther(WindowPlacement placement) {
        placement.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                if (world.rank() == 0) {
                    Group other = world.group().include(1);
                    window.post(other);
                    SennitException error = assertThrows(SennitException.class, window::lockAll);
                    assertEquals(ErrorClass.RMA_CONFLICT, error.errorClass(), error::toString);
                    window.waitFor();
                    window.lockAll(); // the failed call has left nothing behind
                    error = assertThrows(SennitException.class, () -> window.post(other));
                    assertEquals(ErrorClass.RMA_CONFLICT, error.errorClass(), error::toString);
                    window.unlockAll();
                } else {
                    window.start(world.group().include(0));
                    window.complete();
                }
            }
        });
    }

    @Test
    void onlyTargetsThatAreAccessedAreAskedForTheirLockAndOnce() {
        int size = 5;
        LocalNetwork network = new LocalNetwork(SEED, true, any -> null);
        new InProcessJob(network, size, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                world.barrier();
                if (world.rank() == 0) {
                    long before = replies(network);
                    window.lockAll();
                    assertEquals(0, replies(network) - before, "by lockAll");
                    for (int i = 0; i < 10; i++) {
                        window.put(new long[] {i}, 1, 0);
                        window.put(new long[] {i}, 3, 0);
                    }
                    assertEquals(2, replies(network) - before, "by the first accesses");
                    window.flushAll();
                    assertEquals(4, replies(network) - before, "by the flush: a reply of each target");
                    window.unlockAll();
                    assertEquals(6, replies(network) - before, "by unlockAll");
                }
                world.barrier();
            }
        });
    }

    private static long replies(LocalNetwork network) {
        return network.packets().of(PacketDescriptor.ACTIVE_REPLY);
    }
}
