package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Pools as programs see them. */
@Deadline(seconds = 60)
@Core
@Behaviours({67, 68, 69, 74})
class OwnershipPoolTest {
    private static final int TAG = 5;

    private static SennitException is(ErrorClass expected, String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error::getMessage);
        assertTrue(error.getMessage().contains(text), error::getMessage);
        return error;
    }

    @Test
    void anEndpointHasOnePoolAndMayOpenMore() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            assertSame(pool, OwnershipPool.of(endpoint));
            try (OwnershipPool more =
                    OwnershipPool.open(endpoint, pool.options().cap(5))) {
                assertNotSame(pool, more);
                assertEquals(5, more.options().capBytes());
                more.alloc(1).free();
            }
        });
    }

    @Test
    void aClosedPoolIsNotKeptUntilItsEndpointEnds() {
        Job.run(1, endpoint -> {
            WeakReference<OwnershipPool> closed = openedAndClosed(endpoint);
            while (closed.get() != null) {
                System.gc();
                Thread.onSpinWait();
            }
        });
    }

    private static WeakReference<OwnershipPool> openedAndClosed(Endpoint endpoint) {
        try (OwnershipPool pool = OwnershipPool.open(endpoint, OwnershipPool.defaults(endpoint))) {
            pool.alloc(100).free();
            return new WeakReference<>(pool);
        }
    }

    @Test
    void aCommunicatorHasOneHandoverAndAClosedOneNone() {
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator other = endpoint.world().duplicate();
            Handover world = pool.over(endpoint.world());
            Handover ofOther = pool.over(other);
            assertSame(world, pool.over(endpoint.world()));
            assertSame(ofOther, pool.over(other));
            assertNotSame(world, ofOther);
            other.close();
            SennitException error = assertThrows(SennitException.class, () -> pool.over(other));
            assertEquals(ErrorClass.COMM, error.errorClass());
            assertTrue(error.getMessage().contains("closed"), error.getMessage());
            assertSame(world, pool.over(endpoint.world()));
        });
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void aFreedBufferGoesToThePoolOfTheMode(boolean isSenderSide, boolean isChecked) {
        Job.run(2, Pools.options(isChecked, isSenderSide), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                pool.over(world).give(pool.alloc(1000), 1, TAG);
                world.barrier();
                pool.alloc(1000).free();
                assertEquals(isSenderSide ? 1 : 0, pool.statistics().cameHome());
                assertEquals(isSenderSide ? 1 : 2, pool.statistics().misses());
            } else {
                pool.free(pool.over(world).take(0, TAG));
                assertEquals(isSenderSide ? 1 : 0, pool.statistics().sentHome());
                assertEquals(isSenderSide ? 0 : 1, pool.statistics().freeBuffers());
                world.barrier();
                pool.alloc(1000).free();
                assertEquals(isSenderSide ? 0 : 1, pool.statistics().hits());
            }
            world.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void buffersAreAlignedLongEnoughAndNeverOverlap(boolean isChecked) {
        Job.run(1, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            List<OwnedBuffer> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                OwnedBuffer buffer = pool.alloc(i % 7 == 0 ? 1 : i * 37L);
                assertEquals(0, buffer.segment().address() % 64);
                assertTrue(buffer.capacity() >= buffer.length());
                buffer.length(buffer.capacity());
                Pattern.fill(buffer.segment(), i);
                all.add(buffer);
            }
            for (int i = 0; i < 500; i++) {
                Pattern.check(all.get(i).segment(), i);
                all.get(i).free();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothViewsShowTheSameMemoryAndCanBeSent(boolean isChecked) {
        Job.run(1, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            OwnedBuffer buffer = pool.alloc(100);
            MutableDirectBuffer agrona = buffer.agrona();
            assertEquals(100, agrona.capacity());
            agrona.putLong(8, 42);
            assertEquals(42, buffer.segment().get(ValueLayout.JAVA_LONG, 8));
            assertEquals(100, buffer.segment().byteSize());
            buffer.length(16);
            assertEquals(16, buffer.agrona().capacity());
            assertEquals(16, buffer.segment().byteSize());
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.agrona().putLong(9, 1));
            long[] received = new long[2];
            for (Object view : List.of(buffer.agrona(), buffer.segment())) {
                var receiving = endpoint.world().nonblocking().receive(received, 0, TAG);
                endpoint.world().send(view, 0, TAG);
                receiving.await();
                assertEquals(42, received[1]);
                received[1] = 0;
            }
            buffer.free();
        });
    }

    @Test
    void agronasViewEndsAt2GiB() {
        Job.run(
                1,
                endpoint -> is(
                        ErrorClass.COUNT,
                        "segment() sees all",
                        () -> new AgronaView(MemorySegment.NULL)
                                .of(1L << 31, OwnershipPool.of(endpoint).buffers())));
    }

    @Test
    void aCommunicatorOfAnotherEndpointIsRefused() {
        AtomicReference<Communicator> other = new AtomicReference<>();
        Job.run(2, endpoint -> {
            if (endpoint.world().rank() == 0) {
                other.set(endpoint.world());
            }
            endpoint.world().barrier();
            if (endpoint.world().rank() == 1) {
                is(
                        ErrorClass.COMM,
                        "operation=over",
                        () -> OwnershipPool.of(endpoint).over(other.get()));
            }
            endpoint.world().barrier();
        });
    }

    @Test
    void theErrorHandlerHearsOfErrors() {
        Job.run(1, endpoint -> {
            List<SennitException> heard = new ArrayList<>();
            endpoint.setErrorHandler((communicator, error) -> heard.add(error));
            OwnershipPool pool = OwnershipPool.of(endpoint);
            assertSame(is(ErrorClass.ARG, "bytes=-1 rank=0", () -> pool.alloc(-1)), heard.removeFirst());
            assertSame(
                    is(
                            ErrorClass.TAG,
                            "tag=-9",
                            () -> pool.over(endpoint.world()).take(0, -9)),
                    heard.removeFirst());
            is(ErrorClass.NO_MEM, "bytes=", () -> pool.alloc(1L << 50));
            assertEquals(1, heard.size());
        });
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        Job.run(1, endpoint -> {
            PoolOptions options = OwnershipPool.defaults(endpoint);
            is(ErrorClass.ARG, "cap=-1", () -> options.cap(-1));
            is(ErrorClass.ARG, "window=-1", () -> options.window(-1));
            is(ErrorClass.ARG, "sampling=0", () -> options.sampling(0));
        });
    }

    @Test
    void givesThatAreNotTakenComeBackAreCountedAndReported() {
        List<String> warnings = new CopyOnWriteArrayList<>();
        AtomicReference<OwnershipPool> giver = new AtomicReference<>();
        Job.run(2, endpoint -> {
            OwnershipPool pool = OwnershipPool.open(
                    endpoint, OwnershipPool.defaults(endpoint).checked(true).warnings(warnings::add));
            if (endpoint.world().rank() == 0) {
                giver.set(pool);
                Handover world = pool.over(endpoint.world());
                for (int i = 0; i < 3; i++) {
                    world.give(pool.alloc(100_000), 1, TAG);
                }
            }
            endpoint.world().barrier();
        });
        PoolStatistics statistics = giver.get().statistics();
        assertEquals(3, statistics.abandoned());
        assertEquals(0, statistics.bytes(), "whoever ends first, the memory is freed");
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.getFirst().contains("rank 0: buffers given and never taken"), warnings::toString);
    }

    @Test
    void atTheEndAllMemoryIsFreedAlsoThatWhichOthersHave() {
        AtomicReference<OwnershipPool> maker = new AtomicReference<>();
        Job.run(2, Pools.options(false, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            if (endpoint.world().rank() == 0) {
                maker.set(pool);
                pool.over(endpoint.world()).give(pool.alloc(100), 1, TAG);
                pool.over(endpoint.world()).give(pool.alloc(100_000), 1, TAG);
                pool.alloc(100_000).free();
            } else {
                OwnedBuffer first = pool.over(endpoint.world()).take(0, TAG);
                OwnedBuffer second = pool.over(endpoint.world()).take(0, TAG);
                first.free();
                second.free();
            }
        });
        assertEquals(0, maker.get().statistics().bytes());
        assertNotEquals(0, maker.get().statistics().mostBytes());
    }

    @Test
    void poolsOfSharedMemoryWorkAlsoInOneJvm() {
        Options options = Pools.options(false, false).with(PoolOptions.SHARED, "true", "test");
        Job.run(1, options, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            for (int bytes : new int[] {1, 1000, 100_000}) {
                OwnedBuffer buffer = pool.alloc(bytes);
                Pattern.fill(buffer.segment(), bytes);
                pool.over(endpoint.world()).give(buffer, 0, TAG);
                OwnedBuffer taken = pool.over(endpoint.world()).take(0, TAG);
                Pattern.check(taken.segment(), bytes);
                taken.free();
            }
            pool.trim(0);
            assertEquals(0, pool.statistics().bytes());
        });
    }

    @Test
    void threadsOfOneEndpointShareItsPool() {
        Options options = Pools.options(true, false).with(org.sennit.ThreadLevel.OPTION, "multiple", "test");
        Job.run(1, options, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            List<Throwable> errors = new CopyOnWriteArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int tag = t;
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        Handover self = pool.over(endpoint.world());
                        for (int i = 0; i < 500; i++) {
                            OwnedBuffer buffer = pool.alloc(1000 * (i % 5));
                            Pattern.fill(buffer.segment(), tag + i);
                            self.give(buffer, 0, tag);
                            OwnedBuffer taken = self.take(0, tag);
                            Pattern.check(taken.segment(), tag + i);
                            taken.free();
                        }
                    } catch (Throwable e) {
                        errors.add(e);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), errors);
            PoolStatistics statistics = pool.statistics();
            assertEquals(0, statistics.owned());
            assertEquals(statistics.buffers(), statistics.freeBuffers());
            assertEquals(2000, statistics.hits() + statistics.misses());
        });
    }
}
