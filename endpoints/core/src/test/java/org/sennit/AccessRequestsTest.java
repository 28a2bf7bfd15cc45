package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Requests of accesses, by every way of access: when they are complete, in which order the accesses are, and the
 * statuses.
 */
@Deadline(seconds = 120)
@Core
class AccessRequestsTest {
    private static final int MOST = 4096; // elements of 32 KiB, which are not copied
    private static final int[] LENGTHS = {1, 40, 300, MOST}; // together with others, and alone

    /** Each of two ranks accesses the other's part. */
    private static void inEpochs(WindowPlacement placement, Consumer<Window> accesses) {
        placement.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[2 * MOST])) {
                window.lockAll();
                accesses.accept(window);
                window.unlockAll();
                world.barrier();
            }
        });
    }

    private static int peer(Window window) {
        return 1 - window.group().rank();
    }

    private static long[] filled(int length, long value) {
        long[] values = new long[length];
        Arrays.fill(values, value);
        return values;
    }

    private static void taken(Request request, int target) {
        Status status = request.await();
        assertEquals(target, status.source(), request::toString);
        assertFalse(status.isCancelled(), request::toString);
        assertTrue(request.isInactive(), request::toString);
        Status empty = request.await();
        assertEquals(Communicator.ANY_SOURCE, empty.source(), request::toString);
        assertEquals(0, empty.countBytes(), request::toString);
        assertTrue(request.test(), request::toString);
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void theMemoryOfTheOriginIsTheCallersAfterTheWait(WindowPlacement placement) {
        inEpochs(placement, window -> {
            int target = peer(window);
            for (int length : LENGTHS) {
                long[] values = filled(length, 3);
                taken(window.nonblocking().put(values, target, 0), target);
                Arrays.fill(values, -1);
                window.flush(target);
                taken(window.nonblocking().get(values, target, 0), target);
                assertArrayEquals(filled(length, 3), values);
                long[] seen = new long[length];
                Arrays.fill(values, 4);
                taken(window.nonblocking().accumulate(values, target, 0, Operation.SUM), target);
                Arrays.fill(values, 5);
                taken(window.nonblocking().getAccumulate(values, seen, target, 0, Operation.SUM), target);
                assertArrayEquals(filled(length, 7), seen);
                Arrays.fill(values, 12);
                taken(window.nonblocking().fetchAndOp(values, seen, target, 0, Operation.SUM), target);
                assertEquals(12, seen[0]);
                taken(window.nonblocking().compareAndSwap(new long[] {1}, new long[] {24}, seen, target, 0), target);
                assertEquals(24, seen[0]);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void accumulatesAreInTheOrderOfTheirCallsWhateverIsWaitedForFirst(WindowPlacement placement) {
        inEpochs(placement, window -> {
            int target = peer(window);
            for (int length : LENGTHS) {
                long[] seen = new long[length];
                long[] last = new long[length];
                Request[] requests = {
                    window.nonblocking().accumulate(filled(length, 10), target, 0, Operation.REPLACE),
                    window.nonblocking().accumulate(filled(length, 2), target, 0, Operation.PRODUCT),
                    window.nonblocking().getAccumulate(filled(length, 1), seen, target, 0, Operation.SUM),
                    window.nonblocking().accumulate(filled(length, 2), target, 0, Operation.PRODUCT),
                    window.nonblocking()
                            .getAccumulate(
                                    null,
                                    DataLayout.LONG.count(0),
                                    last,
                                    DataLayout.LONG.count(length),
                                    target,
                                    0,
                                    DataLayout.LONG.count(length),
                                    Operation.NO_OP)
                };
                for (int i = requests.length - 1; i >= 0; i--) {
                    taken(requests[i], target);
                }
                assertArrayEquals(filled(length, 20), seen);
                assertArrayEquals(filled(length, 42), last);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void testsBringItToItsEndAndStatusesDoNotTakeIt(WindowPlacement placement) {
        inEpochs(placement, window -> {
            int target = peer(window);
            for (int length : LENGTHS) {
                window.put(filled(length, 6), target, 0);
                window.flush(target);
                long[] seen = new long[length];
                Request get = window.nonblocking().get(seen, target, 0);
                Status status = new Status();
                while (!get.status(status)) {
                    Thread.onSpinWait();
                }
                assertEquals(target, status.source());
                assertTrue(get.isComplete());
                assertFalse(get.isInactive());
                assertTrue(get.test(status));
                assertEquals(target, status.source());
                assertArrayEquals(filled(length, 6), seen);
                assertTrue(get.isInactive());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void aFlushCompletesThem(WindowPlacement placement) {
        inEpochs(placement, window -> {
            int target = peer(window);
            for (int length : LENGTHS) {
                long[] seen = new long[length];
                Request put = window.nonblocking().put(filled(length, length), target, 0);
                Request get =
                        window.nonblocking().getAccumulate(filled(length, 1), seen, target, MOST, Operation.REPLACE);
                if (length % 3 == 0) {
                    window.flushAll();
                } else {
                    window.flush(target);
                }
                assertTrue(put.isComplete(), put::toString);
                assertTrue(get.isComplete(), get::toString);
                Request.awaitAll(put, get);
                long[] stored = new long[length];
                window.get(stored, target, 0);
                assertArrayEquals(filled(length, length), stored);
                assertEquals(length == LENGTHS[0] ? 0 : 1, seen[0]);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void manyAtOnceAreEachOfTheirOwnMemory(WindowPlacement placement) {
        inEpochs(placement, window -> {
            int target = peer(window);
            Request[] requests = new Request[600];
            long[][] seen = new long[requests.length][];
            for (int i = 0; i < requests.length; i++) {
                int length = LENGTHS[i % 3];
                seen[i] = new long[length];
                requests[i] =
                        window.nonblocking().getAccumulate(filled(length, i), seen[i], target, 0, Operation.REPLACE);
            }
            Request.awaitAll(requests);
            for (int i = 1; i < requests.length; i++) {
                assertEquals(i - 1, seen[i][0]);
            }
        });
    }
}
