package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
@Core
class OwnershipCollectivesTest {
    private static void is(ErrorClass expected, String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error::getMessage);
        assertTrue(error.getMessage().contains(text), error::getMessage);
    }

    /** One for each rank, of other lengths and contents for each pair. */
    private static OwnedBuffer[] out(OwnershipPool pool, Communicator world, int round) {
        OwnedBuffer[] out = new OwnedBuffer[world.size()];
        for (int to = 0; to < out.length; to++) {
            out[to] = pool.alloc(length(world.rank(), to, round));
            Pattern.fill(out[to].segment(), world.rank() * 16 + to + round);
        }
        return out;
    }

    private static long length(int from, int to, int round) {
        return 1000L * from + 100L * to + round;
    }

    private static void check(OwnedBuffer buffer, int from, int to, int round) {
        assertEquals(length(from, to, round), buffer.length());
        Pattern.check(buffer.segment(), from * 16 + to + round);
        buffer.free();
    }

    private static void assertAllFree(OwnershipPool pool) {
        assertEquals(0, pool.statistics().owned());
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "5, true", "5, false"})
    void everyMemberGetsWhatTheOthersGave(int size, boolean isChecked) {
        Job.run(size, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            int me = world.rank();
            for (int round = 0; round < 10; round++) {
                int root = round % size;
                OwnedBuffer[] in = handover.alltoall(out(pool, world, round));
                for (int from = 0; from < size; from++) {
                    check(in[from], from, me, round);
                }
                check(handover.scatter(me == root ? out(pool, world, round) : null, root), root, me, round);
                OwnedBuffer mine = pool.alloc(length(me, root, round));
                Pattern.fill(mine.segment(), me * 16 + root + round);
                OwnedBuffer[] all = handover.gather(mine, root);
                if (me == root) {
                    for (int from = 0; from < size; from++) {
                        check(all[from], from, root, round);
                    }
                } else {
                    assertNull(all);
                }
            }
            assertAllFree(pool);
            world.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void severalAreUnderWayAtOnceAndUsersMessagesAreNotTakenForTheirs(boolean isChecked) {
        Job.run(3, Pools.options(isChecked, true), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            int me = world.rank();
            int next = (me + 1) % 3;
            OwnedBuffer user = pool.alloc(7);
            handover.give(user, next, 3);
            List<BufferCollective> calls = new ArrayList<>();
            for (int round = 0; round < 6; round++) {
                calls.add(handover.alltoallNonblocking(out(pool, world, round)));
                calls.add(handover.scatterNonblocking(me == round % 3 ? out(pool, world, round) : null, round % 3));
            }
            OwnedBuffer mine = pool.alloc(length(me, 1, 9));
            Pattern.fill(mine.segment(), me * 16 + 1 + 9);
            BufferCollective gather = handover.gatherNonblocking(mine, 1);
            gather.await();
            for (int from = 0; me == 1 && from < 3; from++) {
                check(gather.buffers()[from], from, 1, 9);
            }
            for (int i = calls.size() - 1; i >= 0; i--) {
                calls.get(i).await();
                int round = i / 2;
                if (i % 2 == 1) {
                    check(calls.get(i).buffer(), round % 3, me, round);
                    continue;
                }
                for (int from = 0; from < 3; from++) {
                    check(calls.get(i).buffers()[from], from, me, round);
                }
            }
            OwnedBuffer taken = handover.take(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertEquals(7, taken.length());
            taken.free();
            assertAllFree(pool);
            world.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBuffersOfAFreedCollectiveReturnToTheirPools(boolean isChecked) {
        Job.run(3, Pools.options(isChecked, true), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            for (int round = 0; round < 50; round++) {
                BufferCollective complete = handover.alltoallNonblocking(out(pool, world, 0));
                handover.alltoallNonblocking(out(pool, world, 0)).free();
                while (!complete.status(null)) {}
                complete.free();
                world.barrier();
            }
            for (OwnedBuffer buffer : handover.alltoall(out(pool, world, 0))) { // behind all others
                buffer.free();
            }
            world.barrier();
            world.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null); // takes all outcomes
            assertAllFree(pool);
            assertTrue(
                    pool.statistics().buffers() < 100, () -> pool.statistics().toString());
        });
    }

    @Test
    void mistakesAreNamedAndNothingIsGiven() {
        Job.run(2, Pools.options(true, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            OwnedBuffer one = pool.alloc(10);
            OwnedBuffer two = pool.alloc(10);
            OwnedBuffer[] three = {one, two, pool.alloc(1)};
            is(ErrorClass.ARG, "buffers=3 needed=2 operation=alltoall", () -> handover.alltoall(three));
            is(ErrorClass.ARG, "buffers=0 needed=2", () -> handover.alltoall(null));
            is(ErrorClass.ARG, "index=1", () -> handover.alltoallNonblocking(new OwnedBuffer[] {one, null}));
            is(ErrorClass.ARG, "two ranks: index=1", () -> handover.alltoall(new OwnedBuffer[] {one, one}));
            is(ErrorClass.ROOT, "root=2", () -> handover.gather(one, 2));
            is(ErrorClass.ROOT, "root=-1", () -> handover.scatterNonblocking(null, -1));
            is(ErrorClass.ARG, "index=0", () -> handover.gather(null, 0));
            int root = world.rank();
            is(ErrorClass.ARG, "needed=2 operation=scatter", () -> handover.scatter(null, root));
            is(ErrorClass.ARG, "for the root only", () -> handover.scatter(three, 1 - root));
            three[2].free();
            is(ErrorClass.BUFFER, "ended by free", () -> handover.alltoall(new OwnedBuffer[] {one, three[2]}));
            assertEquals(2, pool.statistics().owned());
            for (OwnedBuffer buffer : handover.alltoall(new OwnedBuffer[] {one, two})) {
                buffer.free();
            }
            world.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMemberThatFailsEndsTheCallAndNoBufferIsLost(boolean isBefore) {
        AtomicInteger survivors = new AtomicInteger();
        AtomicReferenceArray<OwnershipPool> pools = new AtomicReferenceArray<>(3);
        assertThrows(
                SennitException.class,
                () -> Job.run(3, Pools.options(true, false).with(JobOptions.FAILURE, "continue", "test"), endpoint -> {
                    OwnershipPool pool = OwnershipPool.of(endpoint);
                    Communicator world = endpoint.world();
                    pools.set(world.rank(), pool);
                    if (world.rank() == 2) {
                        world.receive(new byte[1], Communicator.ANY_SOURCE, 98);
                        world.receive(new byte[1], Communicator.ANY_SOURCE, 98);
                        throw new IllegalStateException("as wanted");
                    }
                    world.send(new byte[1], 2, 98);
                    while (isBefore && world.failed().size() == 0) {
                        world.nonblocking().probe(world.rank(), 99, null); // makes progress
                    }
                    OwnedBuffer[] out = out(pool, world, 0);
                    SennitException error = assertThrows(
                            SennitException.class, () -> pool.over(world).alltoall(out));
                    assertEquals(ErrorClass.PROC_FAILED, error.errorClass(), error::getMessage);
                    if (pool.statistics().owned() == 3) { // known before anything was given
                        for (OwnedBuffer buffer : out) {
                            buffer.free();
                        }
                    }
                    assertEquals(0, pool.statistics().owned());
                    survivors.incrementAndGet();
                }));
        assertEquals(2, survivors.get());
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(0, pools.get(rank).statistics().bytes(), "all memory has come home: rank=" + rank);
        }
    }
}
