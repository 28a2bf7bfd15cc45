package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * The arguments of accesses at their limits: units that differ, no elements, no target, all assertions; wherever the
 * members live.
 */
@Deadline(seconds = 120)
@Core
class WindowArgumentsTest {
    private static final DataLayout ONE_LONG = DataLayout.LONG.count(1);

    /** Windows over memory of each kind of which a member gives as many bytes as it says, in its unit. */
    private static List<Function<Communicator, Window>> windows(long bytes, int unit) {
        return List.of(
                world -> world.createWindow(new byte[(int) bytes], unit),
                world -> world.createWindow(new long[(int) bytes / Long.BYTES], unit),
                world -> world.allocateWindow(bytes, unit));
    }

    private static void fails(ErrorClass errorClass, Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
    }

    private static long longAt(Window window, long at) {
        MemorySegment memory = window.memory() instanceof byte[] bytes
                ? MemorySegment.ofArray(bytes)
                : window.memory() instanceof long[] longs
                        ? MemorySegment.ofArray(longs)
                        : (MemorySegment) window.memory();
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void aDisplacementCountsInTheUnitOfItsTarget(WindowPlacement placement) {
        int share = 64; // bytes that an origin has at each target
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int n = world.size();
            int rank = world.rank();
            int bytes = n * share;
            for (Function<Communicator, Window> maker : windows(bytes, 1 << rank)) {
                try (Window window = maker.apply(world)) {
                    window.lockAll();
                    for (int target = 0; target < n; target++) {
                        accessInUnits(window, target, 1 << target, rank * share, rank * 10L + target);
                        fails(
                                ErrorClass.RMA_RANGE,
                                accessAt(window, target, bytes >> target),
                                "displacement=" + (bytes >> target) + " unit=" + (1 << target),
                                "first byte=" + bytes,
                                "size=" + bytes + " bytes");
                    }
                    window.unlockAll();
                    world.barrier();
                    for (int origin = 0; origin < n; origin++) {
                        long value = origin * 10L + rank;
                        long[] there = new long[share / Long.BYTES];
                        for (int i = 0; i < there.length; i++) {
                            there[i] = longAt(window, (long) origin * share + i * Long.BYTES);
                        }
                        assertArrayEquals(
                                new long[] {value, value, 3 * value, 2 * value, value + 5, value, 0, ~value}, there);
                    }
                    world.barrier();
                }
            }
        });
    }

    private static Runnable accessAt(Window window, int target, long displacement) {
        return () -> window.put(new byte[1], target, displacement);
    }

    /** Makes an access of each kind to the eight words at a place of the target. */
    private static void accessInUnits(Window window, int target, int unit, int place, long value) {
        int word = Long.BYTES / unit;
        int at = place / unit;
        long[] one = {value};
        long[] seen = {-1};
        window.put(one, target, at);
        window.put(one, DataLayout.LONG, target, at, DataLayout.byteIndexed(new long[] {1}, new long[] {8}, ONE_LONG));
        window.get(seen, target, at + word);
        assertEquals(value, seen[0]);
        window.accumulate(one, target, at + 2 * word, Operation.SUM);
        window.getAccumulate(one, seen, target, at + 2 * word, Operation.SUM);
        assertEquals(value, seen[0]);
        window.accumulate(one, ONE_LONG, target, at + 2 * word, ONE_LONG, Operation.SUM);
        window.fetchAndOp(one, seen, target, at + 3 * word, Operation.SUM);
        assertEquals(0, seen[0]);
        window.fetchAndOp(one, seen, ONE_LONG, target, at + 3 * word, Operation.SUM);
        assertEquals(value, seen[0]);
        window.compareAndSwap(new long[] {value + 5}, new long[] {0}, seen, target, at + 4 * word);
        assertEquals(0, seen[0]);
        window.nonblocking().put(one, target, at + 5 * word).await();
        // The last unit, byte by byte before it.
        byte[] last = new byte[Long.BYTES];
        MemorySegment.ofArray(last).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, ~value);
        window.put(Arrays.copyOf(last, Long.BYTES - unit), target, at + 7 * word);
        window.put(Arrays.copyOfRange(last, Long.BYTES - unit, Long.BYTES), target, at + 8 * word - 1);
        window.nonblocking().get(last, target, at + 6 * word).await();
        assertArrayEquals(new byte[Long.BYTES], last);
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void anAccessOfNoElementsDoesNothingAtAnyPlace(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int last = world.size() - 1; // without memory
            for (Function<Communicator, Window> maker : windows(world.rank() == last ? 0 : 16, 8)) {
                try (Window window = maker.apply(world)) {
                    window.lockAll();
                    for (int target = 0; target < world.size(); target++) {
                        for (long place : new long[] {0, 1, 2, 3, Long.MAX_VALUE}) {
                            accessNothing(window, target, place, new long[0], DataLayout.LONG);
                            accessNothing(window, target, place, new double[0], DataLayout.DOUBLE);
                            accessNothing(window, target, place, new short[0], DataLayout.SHORT);
                            accessNothing(window, target, place, new int[3], DataLayout.INT.count(0));
                            accessNothing(window, target, place, null, DataLayout.BYTE.count(0));
                        }
                    }
                    long[] one = {1};
                    fails(ErrorClass.RMA_RANGE, () -> window.put(one, last, 0), "target=" + last, "size=0 bytes");
                    fails(ErrorClass.RMA_RANGE, () -> window.fetchAndOp(one, one, last, 0, Operation.SUM), "end=8");
                    window.unlockAll();
                    world.barrier();
                    for (int i = 0; i < 2 && world.rank() != last; i++) {
                        assertEquals(0, longAt(window, i * 8L));
                    }
                    world.barrier();
                }
            }
        });
    }

    private static void accessNothing(Window window, int target, long place, Object memory, DataLayout layout) {
        DataLayout none = layout.count(0);
        Operation sum = Operation.SUM;
        AccessRequests nonblocking = window.nonblocking();
        if (memory != null && !(memory instanceof int[])) { // arrays of no element
            window.put(memory, target, place);
            window.get(memory, target, place);
            window.accumulate(memory, target, place, sum);
            window.getAccumulate(memory, memory, target, place, sum);
            Request.awaitAll(
                    nonblocking.put(memory, target, place),
                    nonblocking.get(memory, target, place),
                    nonblocking.accumulate(memory, target, place, sum),
                    nonblocking.getAccumulate(memory, memory, target, place, sum));
        }
        window.put(memory, layout, target, place, layout);
        window.put(memory, layout, target, place, none);
        window.get(memory, layout, target, place, null);
        window.get(memory, layout, target, place, none);
        window.accumulate(memory, layout, target, place, none, sum);
        window.getAccumulate(memory, layout, memory, layout, target, place, none, sum);
        window.getAccumulate(null, null, memory, layout, target, place, none, Operation.NO_OP);
        Request.awaitAll(
                nonblocking.put(memory, layout, target, place, none),
                nonblocking.get(memory, layout, target, place, none),
                nonblocking.accumulate(memory, layout, target, place, none, sum),
                nonblocking.getAccumulate(memory, layout, memory, layout, target, place, none, sum));
        window.flush(target);
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void anAccessToNoProcessLeavesAllMemoryAlone(WindowPlacement placement) {
        placement.run(3, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = {1, 2};
            try (Window window = world.createWindow(memory)) {
                window.fence();
                accessNoProcess(window);
                window.fence(WindowAssertion.NO_SUCCEED);
                window.lockAll();
                accessNoProcess(window);
                requestNoProcess(window);
                flushNoProcess(window);
                window.unlockAll();
                window.lock(LockKind.SHARED, world.rank());
                accessNoProcess(window);
                requestNoProcess(window);
                flushNoProcess(window);
                window.unlock(world.rank());
                world.barrier();
                assertArrayEquals(new long[] {1, 2}, memory);
            }
        });
    }

    private static void accessNoProcess(Window window) {
        int none = Communicator.NULL_PROCESS;
        long[] given = {7};
        long[] result = {8};
        long[] expected = {9};
        Operation sum = Operation.SUM;
        window.put(given, none, 0);
        window.put(given, DataLayout.LONG, none, 0, ONE_LONG);
        window.get(result, none, 0);
        window.get(result, DataLayout.LONG, none, 0, ONE_LONG);
        window.accumulate(given, none, 0, sum);
        window.accumulate(given, DataLayout.LONG, none, 0, ONE_LONG, sum);
        window.getAccumulate(given, result, none, 0, sum);
        window.getAccumulate(given, DataLayout.LONG, result, DataLayout.LONG, none, 0, ONE_LONG, sum);
        window.fetchAndOp(given, result, none, 0, sum);
        window.fetchAndOp(given, result, DataLayout.LONG, none, 0, sum);
        window.compareAndSwap(given, expected, result, none, 0);
        window.compareAndSwap(given, expected, result, DataLayout.LONG, none, 0);
        assertArrayEquals(new long[] {7, 8, 9}, new long[] {given[0], result[0], expected[0]});
    }

    private static void requestNoProcess(Window window) {
        int none = Communicator.NULL_PROCESS;
        long[] given = {7};
        long[] result = {8};
        long[] expected = {9};
        Operation sum = Operation.SUM;
        AccessRequests calls = window.nonblocking();
        List<Request> all = List.of(
                calls.put(given, none, 0),
                calls.put(given, DataLayout.LONG, none, 0, ONE_LONG),
                calls.get(result, none, 0),
                calls.get(result, DataLayout.LONG, none, 0, ONE_LONG),
                calls.accumulate(given, none, 0, sum),
                calls.accumulate(given, DataLayout.LONG, none, 0, ONE_LONG, sum),
                calls.getAccumulate(given, result, none, 0, sum),
                calls.getAccumulate(given, DataLayout.LONG, result, DataLayout.LONG, none, 0, ONE_LONG, sum),
                calls.fetchAndOp(given, result, DataLayout.LONG, none, 0, sum),
                calls.compareAndSwap(given, expected, result, DataLayout.LONG, none, 0));
        for (Request each : all) {
            assertTrue(each.test(), "complete at once");
        }
        assertArrayEquals(new long[] {7, 8, 9}, new long[] {given[0], result[0], expected[0]});
    }

    private static void flushNoProcess(Window window) {
        window.flush(Communicator.NULL_PROCESS);
        window.flushLocal(Communicator.NULL_PROCESS);
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void promisesThatAreKeptChangeNoResult(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int next = (rank + 1) % 4;
            int before = (rank + 3) % 4;
            long[] memory = new long[4];
            try (Window window = world.createWindow(memory)) {
                long[] seen = new long[1];
                for (int round = 1; round <= 5; round++) {
                    window.fence(WindowAssertion.NO_STORE, WindowAssertion.NO_PRECEDE);
                    window.put(new long[] {rank + round}, next, 0);
                    window.fence(WindowAssertion.NO_STORE, WindowAssertion.NO_PUT);
                    assertEquals(before + round, memory[0]);
                    window.get(seen, next, 0);
                    assertEquals(rank + round, seen[0]);
                    window.fence(WindowAssertion.NO_PUT, WindowAssertion.NO_SUCCEED);
                    memory[1] = rank + round;
                    window.post(world.group().include(before), WindowAssertion.NO_PUT);
                    window.start(world.group().include(next));
                    window.get(seen, next, 1);
                    assertEquals(next + round, seen[0]);
                    window.complete();
                    window.waitFor();
                    window.post(world.group().include(before), WindowAssertion.NO_CHECK, WindowAssertion.NO_STORE);
                    world.barrier(); // all have posted
                    window.start(world.group().include(next), WindowAssertion.NO_CHECK);
                    window.put(new long[] {rank - round}, next, 1);
                    window.complete();
                    window.waitFor();
                    assertEquals(before - round, memory[1]);
                    world.barrier();
                    // No other member locks this target: no lock is taken, and unlock finds none.
                    window.lock(LockKind.EXCLUSIVE, next, WindowAssertion.NO_CHECK);
                    window.put(new long[] {rank * round}, next, 2);
                    window.accumulate(new long[] {1}, next, 3, Operation.SUM);
                    window.unlock(next);
                    window.lock(LockKind.SHARED, next, WindowAssertion.NO_CHECK);
                    window.get(seen, next, 2);
                    assertEquals(rank * round, seen[0]);
                    window.unlock(next);
                    window.lock(LockKind.EXCLUSIVE, next); // as if there had been none
                    window.unlock(next);
                    window.lockAll(WindowAssertion.NO_CHECK);
                    window.accumulate(new long[] {1}, next, 3, Operation.SUM);
                    window.unlockAll();
                    world.barrier();
                    assertEquals(before * round, memory[2]);
                    assertEquals(2 * round, memory[3]);
                    world.barrier();
                }
                refuseOthers(window, world, memory);
            }
        });
    }

    private static void refuseOthers(Window window, Communicator world, long[] memory) {
        long[] before = memory.clone();
        Group self = world.group().include(world.rank());
        ErrorClass wrong = ErrorClass.ASSERT;
        fails(wrong, () -> window.fence(WindowAssertion.NO_CHECK), "operation=fence", "given=NO_CHECK");
        for (WindowAssertion each : WindowAssertion.values()) {
            String given = "given=" + each;
            if (each == WindowAssertion.NO_PRECEDE || each == WindowAssertion.NO_SUCCEED) {
                fails(wrong, () -> window.post(self, each), "operation=post", given);
            }
            if (each != WindowAssertion.NO_CHECK) {
                fails(wrong, () -> window.start(self, each), "operation=start", given);
                fails(wrong, () -> window.lock(LockKind.SHARED, 0, each), "operation=lock ", given);
                fails(wrong, () -> window.lockAll(WindowAssertion.NO_CHECK, each), "operation=lockAll", given);
            }
        }
        // Nothing has begun.
        fails(ErrorClass.RMA_SYNC, () -> window.put(before, world.rank(), 0), "open=none");
        assertArrayEquals(before, memory);
    }
}
