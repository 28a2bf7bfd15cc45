package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.EndpointFactory;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Gives and takes inside a JVM. */
@Deadline(seconds = 60)
@Core
@Behaviours({62, 71, 72, 73, 75, 76})
class HandoverTest {
    private static final int TAG = 5;

    private static void is(ErrorClass expected, String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error::getMessage);
        assertTrue(error.getMessage().contains(text), error::getMessage);
    }

    private static OwnedBuffer filled(OwnershipPool pool, long bytes, int seed) {
        OwnedBuffer buffer = pool.alloc(bytes);
        Pattern.fill(buffer.segment(), seed);
        return buffer;
    }

    @ParameterizedTest
    @CsvSource({"8, true", "8, false", "65536, true", "65536, false", "100000000, false"})
    void theTakerSeesTheSameMemoryAndNothingIsCopied(long bytes, boolean isChecked) {
        long[] addresses = new long[2];
        Job.run(2, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover world = pool.over(endpoint.world());
            if (endpoint.world().rank() == 0) {
                OwnedBuffer buffer = filled(pool, bytes, 1);
                addresses[0] = buffer.segment().address();
                world.give(buffer, 1, TAG);
            } else {
                Status status = new Status();
                OwnedBuffer taken = world.take(0, TAG, status);
                addresses[1] = taken.segment().address();
                Pattern.check(taken.segment(), 1);
                assertEquals(bytes, taken.length());
                assertEquals(bytes, status.countBytes());
                taken.free();
                assertEquals(0, pool.statistics().misses());
            }
        });
        assertEquals(addresses[0], addresses[1]);
    }

    @Test
    void aTakeOfAnySourceReportsTheGiver() {
        Job.run(4, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover world = pool.over(endpoint.world());
            int rank = endpoint.world().rank();
            if (rank > 0) {
                world.give(filled(pool, 100 * rank, rank), 0, rank);
                return;
            }
            boolean[] seen = new boolean[4];
            Status status = new Status();
            for (int i = 1; i < 4; i++) {
                OwnedBuffer taken = world.take(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                assertEquals(status.source(), status.tag());
                assertEquals(100L * status.source(), taken.length());
                Pattern.check(taken.segment(), status.source());
                seen[status.source()] = true;
                pool.free(taken);
            }
            assertArrayEquals(new boolean[] {false, true, true, true}, seen);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGiveMatchesAReceiveAndItsBufferComesBack(boolean isAnySource) {
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            for (int bytes : new int[] {0, 8, 256, 4096, 100_000}) {
                if (world.rank() == 0) {
                    pool.over(world).give(filled(pool, bytes, bytes), 1, TAG);
                } else {
                    byte[] received = new byte[bytes + 1];
                    Status status = new Status();
                    world.receive(
                            received,
                            DataLayout.BYTE.count(bytes + 1),
                            isAnySource ? Communicator.ANY_SOURCE : 0,
                            TAG,
                            status);
                    assertEquals(bytes, status.countBytes());
                    Pattern.check(MemorySegment.ofArray(received).asSlice(0, bytes), bytes);
                }
            }
            world.barrier();
            if (world.rank() == 0) {
                pool.trim(Long.MAX_VALUE);
                assertEquals(0, pool.statistics().owned());
                assertEquals(pool.statistics().buffers(), pool.statistics().freeBuffers(), "all have come home");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSendMatchesATakeWhoseBufferIsTheTakers(boolean isPosted) {
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            for (int bytes : new int[] {0, 8, 256, 4096, 100_000}) {
                if (world.rank() == 0) {
                    byte[] sent = new byte[bytes];
                    Pattern.fill(MemorySegment.ofArray(sent), bytes);
                    if (isPosted) {
                        world.barrier();
                    }
                    world.send(sent, 1, TAG);
                    if (!isPosted) {
                        world.barrier();
                    }
                } else {
                    Handover handover = pool.over(world);
                    TakenRequest request = isPosted ? handover.takeNonblocking(0, TAG) : null;
                    if (isPosted || bytes <= 256) {
                        world.barrier();
                    }
                    OwnedBuffer taken;
                    if (isPosted) {
                        request.await();
                        taken = request.buffer();
                    } else {
                        taken = handover.take(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                        if (bytes > 256) {
                            world.barrier();
                        }
                    }
                    assertEquals(bytes, taken.length());
                    Pattern.check(taken.segment(), bytes);
                    taken.free();
                    assertEquals(0, pool.statistics().owned());
                }
            }
        });
    }

    @Test
    void givesAndSendsOfOnePairAndTagDoNotOvertake() {
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            if (world.rank() == 0) {
                for (int i = 0; i < 30; i += 3) {
                    handover.give(filled(pool, 64, i), 1, TAG);
                    world.send(new long[] {i + 1}, 1, TAG);
                    handover.give(filled(pool, 8, i + 2), 1, TAG);
                }
            } else {
                long[] received = new long[1];
                for (int i = 0; i < 30; i += 3) {
                    OwnedBuffer first = handover.take(0, TAG);
                    Pattern.check(first.segment(), i);
                    first.free();
                    if (i % 2 == 0) {
                        world.receive(received, 0, TAG);
                        assertEquals(i + 1, received[0]);
                    } else {
                        OwnedBuffer second = handover.take(0, TAG);
                        assertEquals(i + 1, second.segment().get(ValueLayout.JAVA_LONG, 0));
                        second.free();
                    }
                    byte[] last = new byte[8];
                    world.receive(last, 0, TAG);
                    Pattern.check(MemorySegment.ofArray(last), i + 2);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTakeOfLessThanWasGivenIsAnErrorAndTheBufferGoesHome(boolean isPosted) {
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            if (world.rank() == 0) {
                if (isPosted) {
                    world.barrier();
                }
                handover.give(filled(pool, 1000, 1), 1, TAG);
                handover.give(filled(pool, 10, 2), 1, TAG);
                world.barrier();
                pool.trim(Long.MAX_VALUE);
                assertEquals(1, pool.statistics().cameHome());
                world.barrier(); // or the taker's end would bring the other one home, too
            } else {
                TakenRequest request = isPosted ? handover.takeNonblocking(0, TAG, 999) : null;
                if (isPosted) {
                    world.barrier();
                    is(ErrorClass.TRUNCATE, "operation=take rank=1 peer=0", request::await);
                    is(ErrorClass.REQUEST, "no buffer", request::buffer);
                } else {
                    is(ErrorClass.TRUNCATE, "capacity=999", () -> handover.take(0, TAG, 999));
                }
                OwnedBuffer next = handover.take(0, TAG, 10);
                Pattern.check(next.segment(), 2);
                next.free();
                world.barrier();
                world.barrier();
            }
        });
    }

    @Test
    void anEmptyBufferCanBeGiven() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer empty = pool.alloc(0);
            assertEquals(0, empty.segment().byteSize());
            assertEquals(0, empty.agrona().capacity());
            self.give(empty, 0, TAG);
            OwnedBuffer taken = self.take(0, TAG);
            assertEquals(0, taken.length());
            taken.free();
            OwnedBuffer shortened = pool.alloc(1000);
            shortened.length(0);
            self.give(shortened, 0, TAG);
            taken = self.take(0, TAG, 0);
            assertEquals(0, taken.length());
            taken.length(1000);
            assertEquals(1000, taken.segment().byteSize());
            taken.free();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nonblockingAndPersistentBothWays(boolean isChecked) {
        Job.run(2, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            int other = 1 - endpoint.world().rank();
            Handover world = pool.over(endpoint.world());
            List<Request> all = new ArrayList<>();
            List<TakenRequest> takes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                takes.add(world.takeNonblocking(other, i));
                all.add(takes.getLast().request());
                all.add(world.giveNonblocking(filled(pool, 10 * i, i), other, i));
            }
            Request.awaitAll(all.toArray(Request[]::new));
            for (int i = 0; i < 20; i++) {
                OwnedBuffer taken = takes.get(i).buffer();
                assertEquals(10L * i, taken.length());
                Pattern.check(taken.segment(), i);
                taken.free();
            }
            PersistentGive give = world.givePersistent(other, TAG);
            PersistentTake take = world.takePersistent(other, TAG);
            is(ErrorClass.REQUEST, "no buffer", take::buffer);
            for (int i = 0; i < 20; i++) {
                take.start();
                give.start(filled(pool, 10 * i, i));
                OwnedBuffer second = pool.alloc(1);
                is(ErrorClass.REQUEST, "active", () -> give.start(second));
                second.free();
                assertEquals(10L * i, give.await().countBytes());
                assertEquals(10L * i, take.await().countBytes());
                OwnedBuffer taken = take.buffer();
                Pattern.check(taken.segment(), i);
                taken.free();
            }
            assertEquals(0, pool.statistics().owned());
        });
    }

    @Test
    void aTakeThatIsNotAwaitedIsNotLost() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            PersistentTake take = self.takePersistent(0, TAG);
            for (int i = 0; i < 3; i++) {
                take.start();
                self.give(pool.alloc(100), 0, TAG);
                take.await();
            }
            take.free();
            TakenRequest freed = self.takeNonblocking(0, TAG);
            freed.free();
            self.give(pool.alloc(100), 0, TAG);
            TakenRequest cancelled = self.takeNonblocking(0, TAG + 1);
            cancelled.cancel();
            assertTrue(cancelled.await().isCancelled());
            is(ErrorClass.REQUEST, "no buffer", cancelled::buffer);
            endpoint.world().nonblocking().probe(0, TAG + 2, null); // the freed take gets its message
            pool.trim(Long.MAX_VALUE);
            PoolStatistics statistics = pool.statistics();
            assertEquals(statistics.buffers(), statistics.freeBuffers());
            assertEquals(0, statistics.owned());
        });
    }

    @Test
    void aTakeIsLookedAtAndAwaitedForATimeWithoutItsOutcomeBeingLost() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            assertSame(endpoint, pool.endpoint());
            Handover self = pool.over(endpoint.world());
            TakenRequest take = self.takeNonblocking(0, TAG);
            assertFalse(take.test());
            Status status = new Status();
            assertFalse(take.test(status));
            assertFalse(take.await(1));
            self.give(pool.alloc(100), 0, TAG);
            assertTrue(take.await(Long.MAX_VALUE));
            assertTrue(take.await(1), "the outcome is still to be taken");
            assertTrue(take.test(status));
            assertEquals(100, status.countBytes());
            assertEquals(TAG, status.tag());
            OwnedBuffer taken = take.buffer();
            assertEquals(100, taken.length());
            long before = pool.statistics().freeBytes();
            taken.free();
            assertTrue(pool.statistics().freeBytes() >= before + 100);
            long trimmed = pool.trim(0);
            assertTrue(trimmed >= 100);
            assertTrue(pool.statistics().trimmedBytes() >= trimmed, "whole pieces of memory go back");
            assertEquals(0, pool.statistics().freeBytes());
        });
    }

    @Test
    void theNullProcessTakesAllAndGivesNothing() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            self.give(pool.alloc(100), Communicator.NULL_PROCESS, TAG);
            self.giveNonblocking(pool.alloc(100), Communicator.NULL_PROCESS, TAG)
                    .await();
            assertEquals(1, pool.statistics().hits());
            Status status = new Status();
            OwnedBuffer nothing = self.take(Communicator.NULL_PROCESS, TAG, status);
            assertEquals(0, nothing.length());
            assertEquals(Communicator.NULL_PROCESS, status.source());
            nothing.free();
            assertEquals(0, pool.statistics().owned());
        });
    }

    @Test
    void afterAnErrorOfTheArgumentsTheBufferIsStillTheCallers() {
        Job.run(1, Pools.options(true, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer buffer = filled(pool, 100, 1);
            is(ErrorClass.RANK, "peer=7", () -> self.give(buffer, 7, TAG));
            is(ErrorClass.TAG, "tag=-3", () -> self.giveNonblocking(buffer, 0, -3));
            is(ErrorClass.RANK, "peer=1", () -> self.givePersistent(1, 0));
            is(ErrorClass.ARG, "maxBytes=-1", () -> self.take(0, TAG, -1));
            Pattern.check(buffer.segment(), 1);
            is(ErrorClass.ARG, "operation=takeNonblocking", () -> self.takeNonblocking(0, TAG, -1));
            is(ErrorClass.RANK, "operation=takeNonblocking", () -> self.takeNonblocking(3, TAG));
            is(ErrorClass.COUNT, "capacity=128 rank=0", () -> buffer.length(129));
            buffer.free();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noBufferIsAnErrorOfTheArguments(boolean isChecked) {
        Job.run(1, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            is(ErrorClass.BUFFER, "no buffer: operation=free rank=0", () -> pool.free(null));
            is(ErrorClass.BUFFER, "no buffer: operation=give rank=0", () -> self.give(null, 0, TAG));
            is(ErrorClass.BUFFER, "no buffer: operation=giveNonblocking", () -> self.giveNonblocking(null, 0, TAG));
            is(
                    ErrorClass.BUFFER,
                    "no buffer: operation=start",
                    () -> self.givePersistent(0, TAG).start(null));
            assertEquals(0, pool.statistics().owned());
        });
    }

    @Test
    void objectsGoByReference() {
        Object[] given = new Object[1];
        Job.run(2, endpoint -> {
            Handover world = OwnershipPool.of(endpoint).over(endpoint.world());
            if (endpoint.world().rank() == 0) {
                List<int[]> graph = new ArrayList<>(List.of(new int[] {1, 2, 3}));
                given[0] = graph;
                world.giveObject(graph, 1, TAG);
                world.giveObject(null, 1, TAG);
            } else {
                Status status = new Status();
                Object taken = world.takeObject(ArrayList.class, Communicator.ANY_SOURCE, TAG, status);
                assertNotNull(given[0]);
                assertSame(given[0], taken);
                assertEquals(0, status.source());
                assertEquals(null, world.takeObject(Object.class, 0, TAG));
            }
        });
    }

    /** Both flood each other with objects before they take one. */
    @Test
    void endpointsThatGiveToEachOtherStartTheGives() {
        int objects = 12_000;
        CountDownLatch flooding = new CountDownLatch(2);
        Options options = Pools.options(true, false).with(EndpointFactory.FLOOD_BUDGET, 1, "test");
        Job.run(2, options, endpoint -> {
            Handover world = OwnershipPool.of(endpoint).over(endpoint.world());
            int peer = 1 - endpoint.world().rank();
            List<Request> gives = new ArrayList<>();
            for (int i = 0; i < objects; i++) {
                gives.add(world.giveObjectNonblocking(List.of(i), peer, TAG));
            }
            boolean isHeld = !gives.getLast().test();
            flooding.countDown();
            flooding.await();
            for (int i = 0; i < objects; i++) {
                assertEquals(List.of(i), world.takeObject(List.class, peer, TAG));
            }
            Request.awaitAll(gives.toArray(Request[]::new));
            assertTrue(isHeld, "the budget was not used up");
            Request none = world.giveObjectNonblocking("", Communicator.NULL_PROCESS, TAG);
            Status status = new Status();
            none.await(status);
            assertEquals(Communicator.NULL_PROCESS, status.source());
        });
    }

    /** Beyond the window a give waits until it has been taken, or one before it: whichever the taker wants first. */
    @ParameterizedTest
    @CsvSource({"0, 8", "1, 800", "32768, 20971520"})
    void aGiveBeyondTheWindowDoesNotWaitForOneThatIsTakenLater(int windowKiB, long bytes) {
        int later = 30;
        Job.run(2, Pools.options(true, false).with(PoolOptions.WINDOW, windowKiB, "test"), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover world = pool.over(endpoint.world());
            for (int round = 0; round < 10; round++) {
                if (endpoint.world().rank() == 0) {
                    Request first = world.giveNonblocking(filled(pool, bytes, round), 1, later);
                    world.give(filled(pool, bytes, 2 * round), 1, TAG);
                    world.give(filled(pool, bytes, 3 * round), 1, TAG);
                    first.await();
                } else {
                    for (int i = 2; i <= 3; i++) {
                        OwnedBuffer taken = world.take(0, TAG);
                        Pattern.check(taken.segment(), i * round);
                        taken.free();
                    }
                    OwnedBuffer taken = world.take(0, later);
                    Pattern.check(taken.segment(), round);
                    taken.free();
                }
            }
        });
    }
}
