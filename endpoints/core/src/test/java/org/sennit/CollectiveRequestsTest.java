package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Collectives as requests: several at once, waited for in any order, beside messages, started again and again. */
@Deadline(seconds = 60)
class CollectiveRequestsTest {
    private static final int UNDER_WAY = 12;
    private static final Options CHECKED = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");

    @RegisterExtension
    final SeededRandom seeds = new SeededRandom();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void severalAtOnceAreWaitedForInAnyOrder(int size) {
        long seed = seeds.nextLong();
        Job.run(size, endpoint -> {
            Communicator world = endpoint.world();
            SplittableRandom random = new SplittableRandom(seed + world.rank());
            for (int round = 0; round < 30; round++) {
                long[][] results = new long[UNDER_WAY][size];
                List<Request> requests = new ArrayList<>();
                for (int i = 0; i < UNDER_WAY; i++) {
                    long[] own = {100L * round + 10L * i + world.rank()};
                    requests.add(start(world, i, own, results[i]));
                    if (random.nextInt(4) == 0) {
                        endpoint.world().nonblocking().probe(0, 99, null); // some progress in between
                    }
                }
                for (int left = UNDER_WAY; left > 0; left--) {
                    requests.remove(random.nextInt(left)).await();
                }
                for (int i = 0; i < UNDER_WAY; i++) {
                    check(world, i, 100L * round + 10L * i, results[i]);
                }
            }
        });
    }

    private static Request start(Communicator world, int i, long[] own, long[] result) {
        int root = i % world.size();
        return switch (i % 4) {
            case 0 -> world.nonblocking().allgather(own, result);
            case 1 -> world.nonblocking().allreduce(own, result, DataLayout.LONG.count(1), Operation.SUM);
            case 2 -> {
                result[0] = own[0] - world.rank() + root; // what the root has
                if (world.rank() != root) {
                    result[0] = -1;
                }
                yield world.nonblocking().broadcast(result, DataLayout.LONG.count(1), root);
            }
            default -> world.nonblocking().gather(own, world.rank() == root ? result : null, root);
        };
    }

    private static void check(Communicator world, int i, long base, long[] result) {
        int size = world.size();
        int root = i % size;
        switch (i % 4) {
            case 1 -> assertEquals(size * base + size * (size - 1) / 2, result[0]);
            case 2 -> assertEquals(base + root, result[0]);
            default -> {
                for (int rank = 0; rank < size && (i % 4 == 0 || world.rank() == root); rank++) {
                    assertEquals(base + rank, result[rank]);
                }
            }
        }
    }

    @Test
    void blockingCollectivesPassThoseUnderWay() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            long[] first = new long[3];
            long[] second = {world.rank() + 1};
            Request gather = world.nonblocking().allgather(new long[] {world.rank()}, first);
            world.allreduce(Communicator.IN_PLACE, second, Operation.PRODUCT);
            world.barrier();
            assertEquals(6, second[0]);
            gather.await();
            assertArrayEquals(new long[] {0, 1, 2}, first);
        });
    }

    @Test
    void oneOfSeveralIsWaitedForAmongMessages() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            long[] sum = new long[1];
            long[] message = new long[1];
            Request receive = world.nonblocking().receive(message, peer, 5);
            Request reduce = world.nonblocking().allreduce(new long[] {world.rank() + 1}, sum, Operation.SUM);
            Request[] both = {receive, reduce};
            assertEquals(1, Request.awaitAny(both, null)); // no rank has sent yet
            assertEquals(3, sum[0]);
            world.barrier();
            world.send(new long[] {7}, peer, 5);
            assertEquals(0, Request.awaitAny(both, null));
            assertEquals(7, message[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aPersistentOneIsStartedAgainWithOtherData(int size) {
        Job.run(size, endpoint -> {
            Communicator world = endpoint.world();
            long[] own = new long[size];
            long[] sum = new long[size];
            long[] turned = new long[size];
            int[] ones = new int[size];
            Arrays.fill(ones, 1);
            Blocks blocks = Blocks.of(DataLayout.LONG, ones);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment flag = arena.allocate(ValueLayout.JAVA_LONG);
                Request[] all = {
                    world.persistent().allreduce(own, sum, Operation.SUM),
                    world.persistent().alltoallv(own, blocks, turned, blocks),
                    world.persistent().broadcast(flag, DataLayout.LONG, size - 1),
                    world.persistent().barrier()
                };
                for (int round = 0; round < 100; round++) {
                    for (int i = 0; i < size; i++) {
                        own[i] = 1000L * round + 10L * world.rank() + i;
                    }
                    flag.set(ValueLayout.JAVA_LONG, 0, world.rank() == size - 1 ? round : -1);
                    Request.startAll(all);
                    Request.awaitAll(all);
                    for (int i = 0; i < size; i++) {
                        assertEquals(size * (1000L * round + i) + 5L * size * (size - 1), sum[i]);
                        assertEquals(1000L * round + 10L * i + world.rank(), turned[i]);
                    }
                    assertEquals(round, flag.get(ValueLayout.JAVA_LONG, 0));
                }
            }
        });
    }

    @Test
    void truthValuesAreBroughtInAndOutAtEachStart() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] own = new boolean[4];
            boolean[] any = new boolean[4];
            boolean[] every = new boolean[7];
            DataLayout inner = DataLayout.vector(2, 1, 2, DataLayout.BOOLEAN).byteShifted(1); // the places 1 and 3
            Request or = world.persistent().allreduce(own, any, Operation.LOR);
            Request all = world.persistent().broadcast(every, inner, 1);
            for (int round = 0; round < 6; round++) {
                Arrays.fill(own, false);
                own[round % 4] = world.rank() == round % 3;
                Arrays.fill(every, world.rank() == 1);
                or.start();
                all.start();
                all.await();
                or.await();
                for (int i = 0; i < 4; i++) {
                    assertEquals(i == round % 4, any[i]);
                }
                for (int i = 0; i < 7; i++) {
                    assertEquals(world.rank() == 1 || i == 1 || i == 3, every[i], "at " + i);
                }
            }
        });
    }

    @Test
    void membersThatDisagreeEndTheJobAlsoWithoutBlocking() {
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(3, endpoint -> {
                    Communicator world = endpoint.world();
                    int count = world.rank() == 1 ? 2 : 1000;
                    world.nonblocking()
                            .allreduce(new double[count], new double[count], Operation.SUM)
                            .await();
                    world.barrier();
                }));
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
    }

    @Test
    void whatIsUnderWayOutlivesItsCommunicator() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            Communicator other = world.duplicate();
            long[] sum = new long[1];
            Request reduce = other.nonblocking().allreduce(new long[] {world.rank()}, sum, Operation.SUM);
            Request later = other.persistent().barrier();
            other.close();
            reduce.await();
            assertEquals(3, sum[0]);
            assertEquals(ErrorClass.COMM, errorOf(later::start).errorClass());
            assertEquals(ErrorClass.COMM, errorOf(other.nonblocking()::barrier).errorClass());
            assertEquals(ErrorClass.COMM, errorOf(other.persistent()::barrier).errorClass());
        });
    }

    @Test
    void anActiveOrFreedRequestCannotBeStarted() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Request barrier = world.persistent().barrier();
            assertTrue(barrier.isInactive());
            assertTrue(barrier.test());
            if (world.rank() == 0) {
                barrier.start();
                assertEquals(ErrorClass.REQUEST, errorOf(barrier::start).errorClass());
                assertFalse(barrier.test());
                world.send(new int[1], 1, 1);
            } else {
                world.receive(new int[1], 0, 1);
                barrier.start();
            }
            barrier.await();
            barrier.free();
            assertEquals(ErrorClass.REQUEST, errorOf(barrier::start).errorClass());
            Request once = world.nonblocking().barrier();
            once.await();
            assertEquals(ErrorClass.REQUEST, errorOf(once::start).errorClass());
        });
    }

    @Test
    void aStartWhoseMemoryIsGoneIsAnErrorAndNothingHasHappened() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Request reduce;
            try (Arena arena = Arena.ofShared()) {
                reduce = world.persistent()
                        .allreduce(Communicator.IN_PLACE, arena.allocate(8), DataLayout.LONG, Operation.SUM);
            }
            SennitException error = errorOf(reduce::start);
            assertEquals(ErrorClass.BUFFER, error.errorClass());
            assertTrue(error.getMessage().contains("operation=persistent().allreduce"), error::getMessage);
            assertTrue(reduce.isInactive());
            world.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailureOfAUsersOperationNamesOperationAndRankOnEveryMember(boolean isBlocking) {
        failsEverywhere(isBlocking, new IllegalArgumentException("odd"), "reduction=bad");
        failsEverywhere(isBlocking, new StackOverflowError("without end"), "reduction=bad");
        failsEverywhere(isBlocking, new OutOfMemoryError("no more"), "operation=reduce");
    }

    private static void failsEverywhere(boolean isBlocking, Throwable failure, String operation) {
        Operation bad = Operation.of("bad", true, (in, inOut, unit, count) -> sneak(failure));
        List<String> texts = new CopyOnWriteArrayList<>();
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(3, endpoint -> {
                    Communicator world = endpoint.world();
                    long[] own = new long[1000];
                    texts.add(errorOf(() -> {
                                if (isBlocking) {
                                    world.reduce(own, new long[1000], bad, 0);
                                } else {
                                    world.nonblocking()
                                            .reduce(own, new long[1000], bad, 0)
                                            .await();
                                }
                            })
                            .getMessage());
                }));
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        while (texts.size() < 3) { // a failed job does not wait for ever for threads that are not scheduled
            Thread.yield();
        }
        for (String text : texts) {
            assertTrue(text.contains(operation) && text.contains("rank=") && text.contains("reduce"), text);
        }
    }

    private static void sneak(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    @Test
    void aRequestThatIsOverDoesNotHoldTheUsersMemory() throws InterruptedException {
        List<WeakReference<long[]>> memories = new CopyOnWriteArrayList<>();
        Job.run(1, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            Request done = start(world, memories);
            done.await();
            Request freed = start(world, memories);
            freed.free();
            world.barrier();
            Request persistent = world.persistent()
                    .allreduce(
                            Communicator.IN_PLACE, remember(new long[1000], memories), DataLayout.LONG, Operation.SUM);
            persistent.start();
            persistent.await();
            persistent.free();
            for (WeakReference<long[]> memory : memories) {
                while (memory.get() != null) {
                    System.gc();
                    Thread.onSpinWait();
                }
            }
            assertTrue(done.isInactive() && persistent.isInactive() && freed.isComplete());
        });
    }

    private static Request start(Communicator world, List<WeakReference<long[]>> memories) {
        return world.nonblocking()
                .allreduce(remember(new long[1000], memories), remember(new long[1000], memories), Operation.SUM);
    }

    private static long[] remember(long[] memory, List<WeakReference<long[]>> memories) {
        memories.add(new WeakReference<>(memory));
        return memory;
    }

    private static SennitException errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run);
    }
}
