package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Each call of a window. */
@Deadline(seconds = 120)
@Core
class WindowTest {
    private static final int NEXT_TAG = 5;

    WindowPlacement placement() {
        return WindowPlacement.ONE_PROCESS;
    }

    private void run(int endpoints, EndpointProgram program) {
        placement().run(endpoints, program);
    }

    @Test
    void aFenceMakesPutsVisibleAndItsOwnStoresToo() {
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            long[] memory = new long[8];
            try (Window window = world.createWindow(memory)) {
                for (int round = 1; round <= 100; round++) {
                    window.fence();
                    window.put(new long[] {rank * 1000 + round}, (rank + 1) % 3, rank);
                    window.put(new long[] {-1, -round}, (rank + 2) % 3, 4 + 2 * (rank % 2));
                    window.fence();
                    assertEquals((rank + 2) % 3 * 1000 + round, memory[(rank + 2) % 3]);
                    memory[rank] = round;
                    window.fence();
                    long[] read = new long[1];
                    window.get(read, (rank + 1) % 3, (rank + 1) % 3);
                    assertEquals(round, read[0]);
                }
                window.fence(WindowAssertion.NO_SUCCEED);
            }
        });
    }

    @Test
    void copiesBetweenAnyKindsOfMemory() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            MemorySegment heap = MemorySegment.ofArray(new int[300]).asSlice(8, 1000);
            List<Object> memories = List.of(
                    new double[125],
                    new byte[1000],
                    new char[500],
                    ByteBuffer.allocateDirect(1000).order(ByteOrder.nativeOrder()),
                    heap,
                    Arena.global().allocate(1000, 8));
            for (Object memory : memories) {
                try (Window window = world.createWindow(memory, 1)) {
                    assertSame(memory, window.memory());
                    window.fence();
                    if (rank == 0) {
                        byte[] bytes = new byte[999];
                        for (int i = 0; i < bytes.length; i++) {
                            bytes[i] = (byte) (i * 7);
                        }
                        window.put(bytes, 1, 1);
                        byte[] read = new byte[999];
                        window.get(read, 1, 1);
                        assertArrayEquals(bytes, read);
                        MemorySegment part = Arena.ofAuto().allocate(16);
                        window.get(part, 1, 501);
                        assertEquals(bytes[515], part.get(ValueLayout.JAVA_BYTE, 15));
                        boolean[] truths = new boolean[2];
                        window.get(truths, 1, 0);
                        assertArrayEquals(new boolean[] {false, bytes[0] != 0}, truths);
                    }
                    window.fence();
                }
            }
        });
    }

    @Test
    void layoutsWithGapsOnBothSides() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[40];
            try (Window window = world.createWindow(memory)) {
                window.fence();
                if (world.rank() == 1) {
                    int[] origin = new int[20];
                    Arrays.setAll(origin, i -> i + 1);
                    DataLayout everyThird = DataLayout.vector(6, 1, 3, DataLayout.INT);
                    DataLayout pairs = DataLayout.vector(3, 2, 5, DataLayout.INT);
                    window.put(origin, everyThird, 0, 10, pairs);
                    int[] read = new int[20];
                    window.get(read, everyThird, 0, 10, pairs);
                    for (int i = 0; i < 18; i++) {
                        assertEquals(i % 3 == 0 && i <= 15 ? i + 1 : 0, read[i]);
                    }
                    window.accumulate(origin, everyThird, 0, 10, pairs, Operation.SUM);
                    int[] seen = new int[20];
                    window.getAccumulate(origin, everyThird, seen, everyThird, 0, 10, pairs, Operation.MAX);
                    assertEquals(2 * 16, seen[15]);
                    assertEquals(0, seen[14]);
                    // From a place before the displacement: the layout begins below it.
                    window.put(
                            new int[] {77},
                            DataLayout.INT,
                            0,
                            2,
                            DataLayout.INT.count(1).byteShifted(-8));
                }
                window.fence();
                if (world.rank() == 0) {
                    int[] expected = new int[40];
                    expected[0] = 77;
                    int value = 1;
                    for (int block = 0; block < 3; block++) {
                        expected[10 + block * 5] = 2 * value;
                        expected[11 + block * 5] = 2 * (value + 3);
                        value += 6;
                    }
                    assertArrayEquals(expected, memory);
                }
                window.fence();
            }
        });
    }

    @Test
    void postStartCompleteWait() {
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            double[] memory = new double[3];
            try (Window window = world.createWindow(memory)) {
                Group others = world.group().exclude(rank);
                for (int round = 1; round <= 50; round++) {
                    window.post(others);
                    window.start(others);
                    for (int target = 0; target < 3; target++) {
                        if (target != rank) {
                            window.put(new double[] {rank + 10 * round}, target, rank);
                        }
                    }
                    window.complete();
                    if (round % 2 == 0) {
                        window.waitFor();
                    } else {
                        while (!window.test()) {
                            Thread.onSpinWait();
                        }
                    }
                    for (int origin = 0; origin < 3; origin++) {
                        assertEquals(origin == rank ? 0 : origin + 10 * round, memory[origin]);
                    }
                }
                // Exposed and accessed without a message between them.
                world.barrier();
                Group next = world.group().include((rank + 1) % 3);
                Group last = world.group().include((rank + 2) % 3);
                window.post(last, WindowAssertion.NO_CHECK);
                world.barrier();
                window.start(next, WindowAssertion.NO_CHECK);
                window.put(new double[] {-1}, (rank + 1) % 3, rank);
                window.complete();
                window.waitFor();
                assertEquals(-1, memory[(rank + 2) % 3]);
            }
        });
    }

    @Test
    void locksFlushesAndRequests() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            long[] memory = {10 + rank, 20 + rank, 30 + rank};
            try (Window window = world.createWindow(memory)) {
                window.lock(LockKind.EXCLUSIVE, 1 - rank);
                window.put(new long[] {5}, 1 - rank, 0);
                window.flush(1 - rank);
                window.flushLocal(1 - rank);
                Request put = window.nonblocking().put(new long[] {6}, 1 - rank, 1);
                assertEquals(1 - rank, put.await().source());
                long[] read = new long[2];
                window.nonblocking().get(read, 1 - rank, 0).await();
                assertArrayEquals(new long[] {5, 6}, read);
                window.unlock(1 - rank);
                world.barrier();
                window.lock(LockKind.SHARED, 0);
                window.lock(LockKind.SHARED, 1);
                window.flushAll();
                window.flushLocalAll();
                window.sync();
                DataLayout one = DataLayout.LONG.count(1);
                window.nonblocking()
                        .accumulate(new long[] {1}, one, 1 - rank, 2, one, Operation.SUM)
                        .await();
                long[] old = new long[1];
                window.nonblocking()
                        .getAccumulate(null, one, old, one, 1 - rank, 2, one, Operation.NO_OP)
                        .await();
                assertEquals(31 + 1 - rank, old[0]);
                window.unlock(1);
                window.unlock(0);
                world.barrier();
                window.lockAll();
                window.put(new long[] {7}, rank, 0);
                window.put(new long[] {8}, 1 - rank, 1);
                window.unlockAll(); // when all members have been accessed
                for (int target = 0; target < 2; target++) {
                    int closed = target;
                    SennitException error =
                            assertThrows(SennitException.class, () -> window.put(new long[1], closed, 2));
                    assertEquals(ErrorClass.RMA_SYNC, error.errorClass());
                }
                window.lockAll(WindowAssertion.NO_CHECK);
                window.get(read, rank, 0);
                assertEquals(7, read[0]);
                window.unlockAll();
                world.barrier();
                assertArrayEquals(new long[] {7, 8, 31 + rank}, memory);
            }
        });
    }

    @Test
    void requestsForWholeArrays() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int other = 1 - world.rank();
            long[] memory = {10, 20, 30};
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                AccessRequests nonblocking = window.nonblocking();
                nonblocking
                        .accumulate(new long[] {1, 2}, other, 1, Operation.SUM)
                        .await();
                long[] seen = new long[2];
                nonblocking
                        .getAccumulate(new long[] {5, 5}, seen, other, 0, Operation.MAX)
                        .await();
                assertArrayEquals(new long[] {10, 21}, seen);
                nonblocking.getAccumulate(null, seen, other, 1, Operation.NO_OP).await();
                assertArrayEquals(new long[] {21, 32}, seen);
                nonblocking
                        .fetchAndOp(new long[] {7}, seen, other, 2, Operation.REPLACE)
                        .await();
                assertEquals(32, seen[0]);
                nonblocking
                        .compareAndSwap(new long[] {9}, new long[] {7}, seen, other, 2)
                        .await();
                assertEquals(7, seen[0]);
                window.unlockAll();
                world.barrier();
                assertArrayEquals(new long[] {10, 21, 9}, memory);
            }
        });
    }

    @Test
    void anExclusiveLockExcludesAndSharedOnesDoNot() {
        run(4, endpoint -> {
            Communicator world = endpoint.world();
            int[] counter = new int[1];
            try (Window window = world.createWindow(counter)) {
                int[] value = new int[1];
                for (int i = 0; i < 300; i++) {
                    window.lock(LockKind.EXCLUSIVE, 0);
                    window.get(value, 0, 0);
                    value[0]++;
                    window.put(value, 0, 0);
                    window.unlock(0);
                    if (i % 5 == world.rank()) {
                        window.lock(LockKind.SHARED, 0);
                        window.get(value, 0, 0);
                        assertTrue(value[0] >= i);
                        window.unlock(0);
                    }
                }
                world.barrier();
                assertEquals(world.rank() == 0 ? 1200 : 0, counter[0]);
                // All hold it at once: else the barrier would never end.
                window.lock(LockKind.SHARED, 0);
                world.barrier();
                window.unlock(0);
            }
        });
    }

    @Test
    void allocatedMemoryIsZeroAndEndsWithTheWindow() {
        assumeTrue(placement().sharesAllMemory());
        AtomicReference<MemorySegment> kept = new AtomicReference<>();
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            MemorySegment own;
            try (Window window = world.allocateWindow(80 + 8 * rank, 8)) {
                assertEquals(WindowFlavor.ALLOCATED, window.flavor());
                assertEquals(80, window.sizeBytes(0));
                assertEquals(88, window.sizeBytes(1));
                own = (MemorySegment) window.memory();
                assertEquals(88, window.shared(1).byteSize());
                window.lockAll();
                long[] old = new long[1];
                window.fetchAndOp(new long[] {3}, old, 1 - rank, 9, Operation.SUM);
                assertEquals(0, old[0]);
                window.fetchAndOp(new long[] {0x0102}, old, 1 - rank, 9, Operation.BXOR);
                assertEquals(3, old[0]);
                window.unlockAll();
                world.barrier();
                assertEquals(0x0101, own.get(ValueLayout.JAVA_LONG, 72));
                if (rank == 0) {
                    kept.set(own);
                }
            }
            assertFalse(own.scope().isAlive());
        });
        assertFalse(kept.get().scope().isAlive());
    }

    @Test
    void sharedMemoryLiesInOrderOfTheRanks() {
        assumeTrue(placement().sharesAllMemory());
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            try (Window window = world.allocateSharedWindow(rank == 0 ? 0 : 8, 4)) { // rank 1 begins
                assertEquals(8, window.sizeBytes(Communicator.NULL_PROCESS));
                assertEquals(
                        window.shared(1).address(),
                        window.shared(Communicator.NULL_PROCESS).address());
            }
            try (Window window = world.allocateSharedWindow(8 * (rank + 1), 4)) {
                assertEquals(WindowFlavor.SHARED, window.flavor());
                assertEquals(4, window.displacementUnit(1));
                MemorySegment first = window.shared(0);
                assertEquals(
                        first.address(),
                        window.shared(Communicator.NULL_PROCESS).address());
                assertEquals(first.address() + 8, window.shared(1).address());
                assertEquals(first.address() + 24, window.shared(2).address());
                window.shared(rank).set(ValueLayout.JAVA_INT, 0, rank + 1);
                window.fence();
                for (int other = 0; other < 3; other++) {
                    assertEquals(other + 1, window.shared(other).get(ValueLayout.JAVA_INT, 0));
                    int[] read = new int[1];
                    window.get(read, other, 0);
                    assertEquals(other + 1, read[0]);
                }
                window.fence();
            }
        });
    }

    @Test
    void memoryIsAttachedAndDetached() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            try (Window window = world.createDynamicWindow()) {
                assertEquals(WindowFlavor.DYNAMIC, window.flavor());
                long[] memory = new long[10];
                byte[] more = new byte[100];
                long[] places = {window.attach(memory), window.attach(more)};
                long[] theirs = new long[2];
                world.sendReceive(places, 1 - rank, NEXT_TAG, theirs, 1 - rank, NEXT_TAG, null);
                window.lockAll();
                window.put(new long[] {42 + rank}, 1 - rank, theirs[0] + 72);
                window.put(new byte[] {7}, 1 - rank, theirs[1] + 99);
                window.accumulate(new long[] {100}, 1 - rank, theirs[0] + 72, Operation.SUM);
                window.unlockAll();
                world.barrier();
                assertEquals(143 - rank, memory[9]);
                assertEquals(7, more[99]);
                window.detach(memory);
                window.detach(more);
                assertTrue(window.attach(memory) > places[1]);
            }
        });
    }

    @Test
    void whatTheWindowSaysOfItself() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(world.rank() == 0 ? new short[5] : null);
            assertEquals(WindowFlavor.CREATED, window.flavor());
            assertEquals(world.rank(), window.rank());
            assertEquals(2, window.size());
            assertEquals(10, window.sizeBytes(0));
            assertEquals(2, window.displacementUnit(0));
            assertEquals(0, window.sizeBytes(1));
            assertEquals(10, window.sizeBytes(Communicator.NULL_PROCESS));
            assertEquals(2, window.displacementUnit(Communicator.NULL_PROCESS));
            assertEquals(Comparison.IDENTICAL, window.group().compare(world.group()));
            window.setName("table");
            assertEquals("table", window.name());
            assertFalse(window.isClosed());
            window.fence();
            window.put(new short[] {1}, Communicator.NULL_PROCESS, 99);
            window.get(new short[1], Communicator.NULL_PROCESS, -1);
            window.fetchAndOp(new short[1], new short[1], Communicator.NULL_PROCESS, 0, Operation.SUM);
            window.fence();
            window.lock(LockKind.SHARED, Communicator.NULL_PROCESS);
            window.unlock(Communicator.NULL_PROCESS);
            window.close();
            assertTrue(window.isClosed());
            window.close();
        });
    }

    @Test
    void messagesOfTheProgramMeetNoneOfTheWindow() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            Request any = world.nonblocking().receive(new int[1], Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            try (Window window = world.createWindow(new int[4])) {
                Group other = world.group().exclude(world.rank());
                window.post(other);
                window.start(other);
                window.complete();
                window.waitFor();
                window.fence();
                assertFalse(any.isComplete());
            }
            world.send(new int[] {1}, 1 - world.rank(), 3);
            assertEquals(3, any.await().tag());
        });
    }
}
