package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What four members do with a window at the same time, and long accesses, wherever the members live. */
@Deadline(seconds = 120)
@Core
class WindowTogetherTest {
    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    @Behaviours(90)
    void aFenceMakesPutsAndStoresVisible(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int n = world.size();
            long[] memory = new long[2 * n];
            try (Window window = world.createWindow(memory)) {
                long[] read = new long[2];
                for (int round = 1; round <= 20; round++) {
                    window.fence();
                    for (int target = 0; target < n; target++) {
                        window.put(new long[] {rank * 1000 + round, -round}, target, 2L * rank);
                    }
                    window.fence();
                    for (int origin = 0; origin < n; origin++) {
                        assertEquals(origin * 1000 + round, memory[2 * origin]);
                        assertEquals(-round, memory[2 * origin + 1]);
                    }
                    window.fence();
                    memory[0] = round;
                    window.fence();
                    int other = (rank + round) % n;
                    window.get(read, other, 0);
                    assertArrayEquals(new long[] {round, -round}, read);
                }
                window.fence(WindowAssertion.NO_SUCCEED);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void largeAccessesGoInPieces(WindowPlacement placement) {
        int count = 700_000; // more pieces than are under way at once
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int other = (rank + 2) % 4;
            long[] memory = new long[count];
            try (Window window = world.createWindow(memory);
                    Arena confined = Arena.ofConfined()) {
                long[] given = new long[count];
                Arrays.setAll(given, i -> (long) i << 8 | rank);
                window.fence();
                window.put(given, other, 0);
                given[0] = -1; // the memory is the caller's again
                window.fence();
                assertEquals(other, memory[0]);
                for (int i = 1; i < count; i++) {
                    assertEquals((long) i << 8 | other, memory[i]);
                }
                MemorySegment back = confined.allocate(8L * count, 8);
                window.get(back, other, 0);
                given[0] = rank;
                assertEquals(-1, back.mismatch(MemorySegment.ofArray(given)));
                long[] before = new long[count];
                window.fence();
                window.getAccumulate(
                        back, DataLayout.LONG, before, DataLayout.LONG, other, 0, DataLayout.LONG, Operation.SUM);
                window.accumulate(back, DataLayout.LONG, other, 0, DataLayout.LONG, Operation.SUM);
                assertArrayEquals(given, before);
                window.fence();
                for (int i = 0; i < count; i++) {
                    assertEquals(3 * ((long) i << 8 | other), memory[i]);
                }
                window.fence();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void largeLayoutsWithGapsGoInPieces(WindowPlacement placement) {
        int rows = 3000;
        int width = 11;
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            short[] memory = new short[rows * 16];
            DataLayout matrix = DataLayout.vector(rows, width, 16, DataLayout.SHORT);
            DataLayout indexed =
                    DataLayout.indexed(new long[] {rows * 5, rows * 6}, new long[] {7, rows * 7}, DataLayout.SHORT);
            try (Window window = world.createWindow(memory)) {
                window.fence();
                if (world.rank() == 2) {
                    short[] given = new short[rows * 16];
                    for (int i = 0; i < given.length; i++) {
                        given[i] = (short) i;
                    }
                    window.put(given, indexed, 0, 0, matrix);
                    short[] read = new short[given.length];
                    window.get(read, indexed, 0, 0, matrix);
                    for (int i = 0; i < rows * 5; i++) {
                        assertEquals(given[7 + i], read[7 + i]);
                    }
                    for (int i = 0; i < rows * 6; i++) {
                        assertEquals(given[rows * 7 + i], read[rows * 7 + i]);
                    }
                    window.accumulate(given, indexed, 0, 0, matrix, Operation.SUM);
                }
                window.fence();
                if (world.rank() == 0) {
                    for (int i = 0; i < rows * width; i++) {
                        int from = i < rows * 5 ? 7 + i : rows * 7 + i - rows * 5;
                        assertEquals((short) (2 * from), memory[i / width * 16 + i % width]);
                    }
                    for (int i = 0; i < rows; i++) {
                        assertEquals(0, memory[i * 16 + width]);
                    }
                }
                window.fence();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void updatesOfAllMembersAreAtomicTogether(WindowPlacement placement) {
        int times = 300;
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int n = world.size();
            byte[] memory = new byte[64]; // no element but bytes is reached by one access: under the guard
            long[] words = new long[4];
            DataLayout pair = PairType.DOUBLE_INT.layout().count(1);
            try (Window guarded = world.createWindow(memory, 1);
                    Window window = world.createWindow(words)) {
                guarded.lockAll();
                window.lockAll();
                long[] one = {1};
                long[] old = new long[1];
                DataLayout oneLong = DataLayout.LONG.count(1);
                MemorySegment location = MemorySegment.ofArray(new long[2]);
                for (int i = 0; i < times; i++) {
                    guarded.accumulate(one, oneLong, 1, 3, oneLong, Operation.SUM);
                    long seen;
                    do {
                        guarded.fetchAndOp(null, old, 1, 11, Operation.NO_OP);
                        seen = old[0];
                        guarded.compareAndSwap(new long[] {seen + 2}, new long[] {seen}, old, 1, 11);
                    } while (old[0] != seen);
                    location.set(ValueLayout.JAVA_DOUBLE, 0, world.rank() * times + i);
                    location.set(ValueLayout.JAVA_INT, 8, world.rank());
                    guarded.accumulate(location, pair, 1, 24, pair, Operation.MAXLOC);
                    window.accumulate(one, 2, 0, Operation.SUM);
                    window.fetchAndOp(one, old, 2, 1, Operation.SUM);
                    window.accumulate(new short[] {1}, DataLayout.SHORT, 2, 2, DataLayout.SHORT, Operation.SUM);
                }
                guarded.unlockAll();
                window.unlockAll();
                world.barrier();
                if (world.rank() == 1) {
                    MemorySegment seen = MemorySegment.ofArray(memory);
                    assertEquals((long) n * times, seen.get(ValueLayout.JAVA_LONG_UNALIGNED, 3));
                    assertEquals(2L * n * times, seen.get(ValueLayout.JAVA_LONG_UNALIGNED, 11));
                    assertEquals(n * times - 1, seen.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 24));
                    assertEquals(n - 1, seen.get(ValueLayout.JAVA_INT_UNALIGNED, 32));
                }
                if (world.rank() == 2) {
                    assertArrayEquals(new long[] {(long) n * times, (long) n * times, (long) n * times, 0}, words);
                }
                world.barrier();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void anOriginsUpdatesHappenInItsOrder(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[world.size()];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                for (int i = 1; i <= 2000; i++) {
                    for (int target = 0; target < world.size(); target++) {
                        window.accumulate(new long[] {i}, target, world.rank(), Operation.REPLACE);
                        window.accumulate(new long[] {3}, target, world.rank(), Operation.PRODUCT);
                    }
                }
                window.unlockAll();
                world.barrier();
                for (long each : memory) {
                    assertEquals(6000, each);
                }
                world.barrier();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void requestsCompleteAndMayOverlap(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int other = (rank + 2) % 4;
            int[] memory = new int[100_000];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                int[] given = new int[memory.length / 2];
                Arrays.fill(given, rank + 1);
                int[] read = new int[given.length];
                int[] old = new int[given.length];
                List<Request> all = new ArrayList<>();
                all.add(window.nonblocking().put(given, other, 0));
                all.add(window.nonblocking().get(read, other, 0));
                all.add(window.nonblocking()
                        .accumulate(given, DataLayout.INT, other, 0, DataLayout.INT, Operation.SUM));
                all.add(window.nonblocking()
                        .getAccumulate(
                                given, DataLayout.INT, old, DataLayout.INT, other, 0, DataLayout.INT, Operation.SUM));
                all.add(window.nonblocking().put(new int[0], other, 0));
                all.add(window.nonblocking().put(given, Communicator.NULL_PROCESS, 0));
                Request.awaitAll(all.toArray(Request[]::new));
                for (int i = 0; i < given.length; i++) {
                    assertEquals(rank + 1, read[i]);
                    assertEquals(2 * (rank + 1), old[i]);
                }
                window.flushAll();
                world.barrier();
                for (int i = 0; i < memory.length; i++) {
                    assertEquals(i < given.length ? 3 * (other + 1) : 0, memory[i]);
                }
                window.unlockAll();
                assertThrows(SennitException.class, () -> window.nonblocking().put(given, other, 0));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void memoryIsAttachedAndDetached(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int other = (rank + 2) % 4;
            try (Window window = world.createDynamicWindow()) {
                assertNull(window.memory());
                long[] first = new long[4];
                byte[] second = new byte[10];
                long[] places = {window.attach(first), window.attach(second)};
                long[] theirs = new long[8];
                world.allgather(places, theirs);
                window.lockAll();
                window.put(new long[] {rank, -rank}, other, theirs[2 * other] + 16);
                window.put(new byte[] {(byte) (rank + 1)}, other, theirs[2 * other + 1] + 9);
                window.flush(other);
                long[] read = new long[1];
                window.get(read, other, theirs[2 * other] + 24);
                assertEquals(-rank, read[0]);
                String place = "displacement=" + (theirs[2 * other] + 32);
                SennitException get =
                        assertThrows(SennitException.class, () -> window.get(read, other, theirs[2 * other] + 32));
                assertEquals(ErrorClass.RMA_RANGE, get.errorClass(), get::toString);
                for (String part : List.of("operation=get", "rank=" + rank, "target=" + other, place)) {
                    assertTrue(get.getMessage().contains(part), get::getMessage);
                }
                SennitException flush = assertThrows(SennitException.class, () -> {
                    window.put(read, other, theirs[2 * other] + 32); // another process refuses it later
                    window.flush(other);
                });
                assertEquals(ErrorClass.RMA_RANGE, flush.errorClass(), flush::toString);
                for (String part : List.of("operation=put", "rank=" + rank, "target=" + other, place)) {
                    assertTrue(flush.getMessage().contains(part), flush::getMessage);
                }
                window.unlockAll();
                world.barrier();
                assertArrayEquals(new long[] {0, 0, other, -other}, first);
                assertEquals(other + 1, second[9]);
                window.detach(first);
                world.barrier();
                window.lock(LockKind.SHARED, other);
                SennitException late = assertThrows(
                        SennitException.class,
                        () -> window.nonblocking()
                                .get(read, other, theirs[2 * other])
                                .await());
                assertEquals(ErrorClass.RMA_RANGE, late.errorClass(), late::toString);
                window.unlock(other);
                world.barrier();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void memoryThatNoOtherProcessMapsIsNotShared(WindowPlacement placement) {
        assumeTrue(placement.sharesNoMemory());
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int other = (world.rank() + 2) % 4;
            try (Window window = world.allocateWindow(16, 8)) {
                window.fence();
                SennitException e = assertThrows(SennitException.class, () -> window.put(new long[] {1, 2}, other, 1));
                assertEquals(ErrorClass.RMA_RANGE, e.errorClass(), e::toString);
                assertTrue(e.getMessage().contains("size=16 bytes"), e::getMessage);
                assertEquals(16, window.sizeBytes(other));
                assertEquals(8, window.displacementUnit(other));
                assertEquals(16, window.shared(world.rank()).byteSize());
                SennitException shared = assertThrows(SennitException.class, () -> window.shared(other));
                assertEquals(ErrorClass.RMA_SHARED, shared.errorClass(), shared::toString);
                window.fence();
            }
            SennitException refused = assertThrows(SennitException.class, () -> world.allocateSharedWindow(8, 8));
            assertEquals(ErrorClass.UNSUPPORTED, refused.errorClass(), refused::toString);
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void aTargetIsLockedOrExposed(WindowPlacement placement) {
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                Group first = world.group().include(0);
                Group last = world.group().include(3);
                if (world.rank() == 0) {
                    window.post(last);
                    world.barrier();
                    world.barrier();
                    window.waitFor();
                    window.post(last);
                    window.waitFor();
                } else {
                    world.barrier();
                    SennitException e = assertThrows(SennitException.class, () -> window.lock(LockKind.SHARED, 0));
                    assertEquals(ErrorClass.RMA_CONFLICT, e.errorClass(), e::toString);
                    world.barrier();
                    for (int i = 0; i < 2 && world.rank() == 3; i++) {
                        window.start(first);
                        window.complete();
                    }
                }
                world.barrier();
                if (world.rank() == 3) {
                    window.lock(LockKind.EXCLUSIVE, 0);
                    world.barrier();
                    world.barrier();
                    window.unlock(0);
                } else {
                    world.barrier();
                    if (world.rank() == 0) {
                        SennitException e = assertThrows(SennitException.class, () -> window.post(last));
                        assertEquals(ErrorClass.RMA_CONFLICT, e.errorClass(), e::toString);
                    }
                    world.barrier();
                }
                assertFalse(window.isClosed());
            }
        });
    }
}
