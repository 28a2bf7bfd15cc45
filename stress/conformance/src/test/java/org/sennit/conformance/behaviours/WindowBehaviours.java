package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.PairType;
import org.sennit.Window;
import org.sennit.WindowAssertion;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** Windows of a server and its clients, and between neighbors, wherever they live (60 and 61). */
final class WindowBehaviours {
    private static final int TIMES = 100;
    private static final int SYNCS = 20_000;
    private static final int SYNC_PARTS = 5;

    private WindowBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("60 clientsUpdateAServersWindow", world -> spread(world, WindowBehaviours::clients)),
                new Behaviour(
                        "61 aFenceCompletesWhereAProcessHasFewerEndpoints",
                        world -> spread(world, WindowBehaviours::fences)),
                new Behaviour(
                        "aDisplacementCountsInTheUnitOfItsTarget", world -> spread(world, WindowBehaviours::units)),
                new Behaviour("pairsAreReplacedAsOneAcrossProcesses", WindowBehaviours::pairs),
                new Behaviour("hintsHoldAcrossProcesses", WindowBehaviours::hints),
                new Behaviour("windowsAreLockedAcrossProcesses", world -> spread(world, WindowBehaviours::locks)),
                new Behaviour("windowsAreExposedAcrossProcesses", WindowBehaviours::exposures),
                new Behaviour("aSharedWindowIsOneMemory", WindowBehaviours::shared),
                new Behaviour("aSyncOrdersStoresBeforeLoads", WindowBehaviours::sync),
                new Behaviour("anyMemoryIsAccessed", world -> spread(world, WindowBehaviours::anyMemory)),
                new Behaviour("memoryIsAttachedInAnyProcess", WindowBehaviours::attached),
                new Behaviour("aWaitForALockIsInOrder", WindowBehaviours::queue));
    }

    /** On 1 to 3 endpoints in each of the four. */
    private static void spread(Communicator world, Behaviour.Program program) throws Exception {
        EndpointThreads.run(world, 1 + world.rank() % 3, program);
    }

    private static boolean isInOneProcess(Communicator all) {
        int first = all.processOf(0);
        for (int rank = 1; rank < all.size(); rank++) {
            if (all.processOf(rank) != first) {
                return false;
            }
        }
        return true;
    }

    /** A window over one memory; null over networks without memory that processes share. */
    private static Window window(Communicator all, Supplier<Window> maker) {
        try {
            return maker.get();
        } catch (SennitException e) {
            assertEquals(ErrorClass.UNSUPPORTED, e.errorClass(), e::toString);
            assertTrue(!isInOneProcess(all), e::toString);
            return null;
        }
    }

    private static void clients(Communicator all) {
        int server = all.size() - 1;
        long bytes = all.rank() == server ? 8L * (4 + all.size()) : 0;
        try (Window window = all.allocateWindow(bytes, 8)) {
            long[] one = {1};
            long[] old = new long[1];
            List<Long> tickets = new ArrayList<>();
            window.lockAll();
            for (int i = 0; i < TIMES; i++) {
                window.accumulate(new long[] {all.rank() + 1}, server, 0, Operation.SUM);
                window.fetchAndOp(one, old, server, 1, Operation.SUM);
                tickets.add(old[0]);
                window.fetchAndOp(null, old, server, 2, Operation.NO_OP);
                long expected;
                do {
                    expected = old[0];
                    window.compareAndSwap(new long[] {expected + 2}, new long[] {expected}, old, server, 2);
                } while (old[0] != expected);
                window.accumulate(new int[] {1, 1 << 16}, server, 3, Operation.SUM);
                window.put(new long[] {i}, server, 4 + all.rank());
                window.get(old, server, 4 + all.rank());
                assertEquals(i, old[0]);
            }
            for (int i = 1; i < tickets.size(); i++) {
                assertTrue(tickets.get(i - 1) < tickets.get(i), "tickets grow");
            }
            window.unlockAll();
            all.barrier();
            if (all.rank() == server) {
                MemorySegment memory = window.shared(server);
                int n = all.size();
                assertEquals((long) TIMES * n * (n + 1) / 2, memory.get(ValueLayout.JAVA_LONG, 0));
                assertEquals((long) TIMES * n, memory.get(ValueLayout.JAVA_LONG, 8));
                assertEquals(2L * TIMES * n, memory.get(ValueLayout.JAVA_LONG, 16));
                assertEquals(TIMES * n, memory.get(ValueLayout.JAVA_INT, 24));
                assertEquals(TIMES * n << 16, memory.get(ValueLayout.JAVA_INT, 28));
                for (int rank = 0; rank < n; rank++) {
                    assertEquals(TIMES - 1, memory.get(ValueLayout.JAVA_LONG, 32 + 8L * rank));
                }
            }
        }
    }

    private static boolean hasMemory(int rank) {
        return rank % 3 != 2;
    }

    private static void fences(Communicator all) {
        int n = all.size();
        try (Window window = all.allocateWindow(hasMemory(all.rank()) ? 8L * n : 0, 8)) {
            long[] read = new long[n];
            for (int round = 1; round <= 10; round++) {
                window.fence();
                for (int target = 0; target < n; target++) {
                    if (hasMemory(target)) {
                        window.put(new long[] {round * 100 + all.rank()}, target, all.rank());
                    }
                }
                window.fence(WindowAssertion.NO_PUT);
                int other = (all.rank() + round) % n;
                if (!hasMemory(other)) {
                    SennitException outside = assertThrows(SennitException.class, () -> window.get(read, other, 0));
                    assertEquals(ErrorClass.RMA_RANGE, outside.errorClass(), outside::toString);
                    continue;
                }
                window.get(read, other, 0);
                for (int origin = 0; origin < n; origin++) {
                    assertEquals(round * 100 + origin, read[origin]);
                }
            }
            window.fence(WindowAssertion.NO_SUCCEED);
        }
    }

    /** Members count displacements in bytes, shorts, ints or longs. */
    private static void units(Communicator all) {
        int n = all.size();
        int rank = all.rank();
        int unit = 1 << rank % 4;
        byte[] onHeap = new byte[24 * n];
        try (Window mapped = all.allocateWindow(onHeap.length, unit);
                Window called = all.createWindow(onHeap, unit)) {
            for (Window window : List.of(mapped, called)) {
                window.lockAll();
                for (int target = 0; target < n; target++) {
                    int word = Long.BYTES >> target % 4;
                    int at = 3 * rank * word;
                    long[] value = {rank * 100 + target};
                    long[] seen = {-1};
                    window.put(value, target, at);
                    window.get(seen, target, at);
                    assertEquals(value[0], seen[0]);
                    window.accumulate(value, target, at + word, Operation.SUM);
                    window.fetchAndOp(value, seen, target, at + word, Operation.SUM);
                    assertEquals(value[0], seen[0]);
                    window.compareAndSwap(value, new long[1], seen, target, at + 2 * word);
                    assertEquals(0, seen[0]);
                }
                window.unlockAll();
            }
            all.barrier();
            for (MemorySegment memory : List.of((MemorySegment) mapped.memory(), MemorySegment.ofArray(onHeap))) {
                for (int origin = 0; origin < n; origin++) {
                    long value = origin * 100 + rank;
                    assertEquals(value, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 24L * origin));
                    assertEquals(2 * value, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 24L * origin + 8));
                    assertEquals(value, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 24L * origin + 16));
                }
            }
            all.barrier();
        }
    }

    /** A pair of a process is never seen half replaced. */
    private static void pairs(Communicator all) {
        DataLayout pair = PairType.INT_INT.layout().count(1);
        int target = all.size() - 1;
        try (Window mapped = all.allocateWindow(16, 4);
                Window called = all.createWindow(new int[4])) {
            for (Window window : List.of(mapped, called)) {
                int[] given = new int[2];
                int[] seen = new int[2];
                window.lockAll();
                for (int i = 1; i <= 2 * TIMES; i++) {
                    Arrays.fill(given, i * all.size() + all.rank());
                    window.getAccumulate(given, pair, seen, pair, target, 2, pair, Operation.REPLACE);
                    assertEquals(seen[0], seen[1]);
                    window.getAccumulate(null, pair, seen, pair, target, 2, pair, Operation.NO_OP);
                    assertEquals(seen[0], seen[1]);
                }
                window.unlockAll();
            }
        }
    }

    private static void hints(Communicator all) {
        int n = all.size();
        int next = (all.rank() + 1) % n;
        try (Window window = all.allocateWindow(16, 8, Map.of("alloc_shm", "false", "no_locks", "true"))) {
            ErrorClass shared = null;
            try {
                assertEquals(16, window.shared(next).byteSize());
            } catch (SennitException e) {
                shared = e.errorClass();
            }
            boolean isHere = all.processOf(next) == all.processOf(all.rank());
            assertEquals(isHere ? null : ErrorClass.RMA_SHARED, shared, "no other process maps the memory");
            for (Runnable lock : List.<Runnable>of(() -> window.lock(LockKind.SHARED, next), window::lockAll)) {
                SennitException locked = assertThrows(SennitException.class, lock::run);
                assertEquals(ErrorClass.RMA_SYNC, locked.errorClass(), locked::toString);
                assertTrue(locked.getMessage().contains("no_locks"), locked::getMessage);
            }
            long[] seen = new long[1];
            window.fence();
            window.put(new long[] {all.rank()}, next, 0);
            for (int target = 0; target < n; target++) {
                window.fetchAndOp(new long[] {1}, seen, target, 1, Operation.SUM);
            }
            window.fence();
            MemorySegment memory = (MemorySegment) window.memory();
            assertEquals((all.rank() + n - 1) % n, memory.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(n, memory.get(ValueLayout.JAVA_LONG, 8));
            window.fence();
        }
    }

    private static void locks(Communicator all) {
        try (Window window = all.allocateWindow(all.rank() == 0 ? 24 : 0, 1)) {
            long[] value = new long[1];
            DataLayout one = DataLayout.LONG.count(1);
            for (int i = 0; i < TIMES; i++) {
                window.lock(LockKind.EXCLUSIVE, 0);
                window.get(value, 0, 0);
                value[0]++;
                window.put(value, 0, 0);
                window.unlock(0);
                // An element at an odd place: under the guard of the target.
                window.lock(LockKind.SHARED, 0);
                window.accumulate(new long[] {3}, one, 0, 9, one, Operation.SUM);
                window.unlock(0);
            }
            all.barrier();
            window.lock(LockKind.SHARED, 0);
            window.get(value, 0, 0);
            assertEquals((long) TIMES * all.size(), value[0]);
            window.get(value, 0, 9);
            assertEquals(3L * TIMES * all.size(), value[0]);
            window.unlock(0);
        }
    }

    private static void exposures(Communicator all) {
        int n = all.size();
        try (Window window = all.allocateWindow(4L * n, 4)) {
            Group others = all.group().exclude(all.rank());
            for (int round = 1; round <= 10; round++) {
                window.post(others);
                window.start(others);
                for (int target = 0; target < n; target++) {
                    if (target != all.rank()) {
                        window.put(new int[] {round + all.rank()}, target, all.rank());
                    }
                }
                window.complete();
                window.waitFor();
                for (int origin = 0; origin < n; origin++) {
                    int expected = origin == all.rank() ? 0 : round + origin;
                    assertEquals(expected, window.shared(all.rank()).getAtIndex(ValueLayout.JAVA_INT, origin));
                }
            }
        }
    }

    private static void shared(Communicator all) {
        int n = all.size();
        try (Window window = window(all, () -> all.allocateSharedWindow(8L * (all.rank() + 1), 8))) {
            if (window == null) {
                return;
            }
            for (int rank = 0; rank < n; rank++) {
                assertEquals(8L * (rank + 1), window.shared(rank).byteSize());
                if (rank > 0) {
                    assertEquals(
                            window.shared(rank - 1).address() + 8L * rank,
                            window.shared(rank).address());
                }
            }
            int next = (all.rank() + 1) % n;
            window.shared(next).setAtIndex(ValueLayout.JAVA_LONG, 0, all.rank());
            window.fence();
            long[] seen = new long[1];
            window.get(seen, all.rank(), 0);
            assertEquals((all.rank() + n - 1) % n, seen[0]);
            window.fence();
        }
    }

    /**
     * Rank 0 and the last one each store to a line and then load that of the other, with a sync between the two as the
     * only order: the store after the one that a load has not seen must itself see the store before that load.
     */
    private static void sync(Communicator all) {
        int line = 128;
        int last = all.size() - 1;
        boolean isPlayer = all.rank() == 0 || all.rank() == last;
        int[] seen = new int[SYNCS + 1];
        int[] seenByOther = new int[SYNCS + 1];
        try (Window window = window(all, () -> all.allocateSharedWindow(line, 1))) {
            if (window == null) {
                return;
            }
            MemorySegment mine = window.shared(all.rank());
            MemorySegment theirs = window.shared(last - (isPlayer ? all.rank() : 0));
            for (int part = 0; part < SYNC_PARTS; part++) {
                mine.set(ValueLayout.JAVA_INT, 0, 0);
                all.barrier();
                for (int i = 1; isPlayer && i <= SYNCS; i++) {
                    mine.set(ValueLayout.JAVA_INT, 0, i);
                    window.sync();
                    seen[i] = theirs.get(ValueLayout.JAVA_INT, 0);
                }
                if (isPlayer) {
                    all.sendReceive(seen, last - all.rank(), 1, seenByOther, last - all.rank(), 1, null);
                    for (int i = 1; i <= SYNCS; i++) {
                        int unseen = seen[i] + 1;
                        if (unseen <= SYNCS && seenByOther[unseen] < i) {
                            throw new AssertionError("store " + i + " has seen " + seen[i] + ", and store " + unseen
                                    + " of the other " + seenByOther[unseen]);
                        }
                    }
                }
                all.barrier();
            }
        }
    }

    /** Windows on memory of the heap, which no other process can map. */
    private static void anyMemory(Communicator all) {
        int n = all.size();
        int rank = all.rank();
        int next = (rank + 1) % n;
        int before = (rank + n - 1) % n;
        int[] memory = new int[50_000];
        try (Window window = all.createWindow(memory)) {
            int[] given = new int[memory.length / 2];
            int[] read = new int[given.length];
            DataLayout second = DataLayout.vector(given.length, 1, 2, DataLayout.INT);
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < given.length; i++) {
                    given[i] = i * round + rank;
                }
                window.fence();
                window.put(given, DataLayout.INT, next, 0, second);
                window.fence();
                for (int i = 0; i < given.length; i++) {
                    assertEquals(i * round + before, memory[2 * i]);
                }
                window.get(read, DataLayout.INT, next, 0, second);
                assertArrayEquals(given, read);
                window.fence();
                for (int target = 0; target < n; target++) {
                    window.accumulate(new int[] {1, 1 << 16}, target, 1, Operation.SUM);
                }
                window.fence();
                assertEquals(round * n, memory[1]);
            }
            window.lockAll();
            Request read0 = window.nonblocking().get(read, DataLayout.INT, next, 0, second);
            Request put0 = window.nonblocking().put(given, DataLayout.INT, next, 0, second);
            Request.awaitAll(read0, put0);
            window.flushAll();
            window.unlockAll();
            assertEquals(given[100], read[100]);
        }
    }

    private static void attached(Communicator all) {
        int n = all.size();
        int next = (all.rank() + 1) % n;
        try (Window window = all.createDynamicWindow()) {
            long[] memory = new long[n];
            long[] places = new long[n];
            all.allgather(new long[] {window.attach(memory)}, places);
            window.fence();
            for (int target = 0; target < n; target++) {
                window.put(new long[] {all.rank() + 1}, target, places[target] + 8L * all.rank());
            }
            window.fence();
            for (int origin = 0; origin < n; origin++) {
                assertEquals(origin + 1, memory[origin]);
            }
            long[] read = new long[1];
            SennitException outside =
                    assertThrows(SennitException.class, () -> window.get(read, next, places[next] + 8L * n));
            assertEquals(ErrorClass.RMA_RANGE, outside.errorClass(), outside::toString);
            window.fence();
            window.detach(memory);
        }
    }

    /** Each takes the lock in turn, as the turn is in the memory. */
    private static void queue(Communicator all) {
        int n = all.size();
        long[] memory = new long[1 + n];
        try (Window window = all.createWindow(memory)) {
            long[] value = new long[1];
            for (int i = 0; i < TIMES / 4; i++) {
                window.lock(LockKind.EXCLUSIVE, n - 1);
                window.fetchAndOp(new long[] {1}, value, n - 1, 0, Operation.SUM);
                window.put(new long[] {value[0] + 1}, n - 1, 1 + all.rank());
                window.flush(n - 1);
                window.unlock(n - 1);
            }
            all.barrier();
            if (all.rank() == n - 1) {
                assertEquals((long) TIMES / 4 * n, memory[0]);
            }
            all.barrier();
        }
    }
}
