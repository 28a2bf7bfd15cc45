package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.IN_PLACE;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Every collective against a serial model, over sizes on both sides of each change of path. */
@Deadline(seconds = 90)
@Core
class CollectivesTest {
    private static final int[] COUNTS = {0, 1, 2, 14, 15, 1000, 10_001, 200_003};

    private static double value(int rank, int i) {
        return Math.sin(rank * 31 + i * 7) * Math.pow(10, (i + 3 * rank) % 13 - 6);
    }

    private static double[] values(int rank, int count) {
        double[] v = new double[count];
        for (int i = 0; i < count; i++) {
            v[i] = value(rank, i);
        }
        return v;
    }

    /** The canonical association of reductions, one element at a time. */
    private static double canonical(int first, int end, int i) {
        if (end - first == 1) {
            return value(first, i);
        }
        int middle = first + Integer.highestOneBit(end - first - 1);
        return canonical(first, middle, i) + canonical(middle, end, i);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void equalTheSerialModel(int endpoints) {
        Job.run(endpoints, endpoint -> {
            Communicator world = endpoint.world();
            for (int count : COUNTS) {
                for (int root = 0; root < world.size(); root += 2) {
                    rooted(world, count, root);
                }
                unrooted(world, count);
            }
        });
    }

    private static void rooted(Communicator world, int count, int root) {
        int rank = world.rank();
        int size = world.size();
        double[] own = values(rank, count);
        double[] moved = rank == root ? values(root, count) : new double[count];
        world.broadcast(moved, root);
        assertArrayEquals(values(root, count), moved);
        double[] all = rank == root ? new double[size * count] : null;
        world.gather(own, all, root);
        if (rank == root) {
            for (int r = 0; r < size; r++) {
                assertArrayEquals(values(r, count), java.util.Arrays.copyOfRange(all, r * count, (r + 1) * count));
            }
        }
        double[] back = new double[count];
        world.scatter(all, back, root);
        assertArrayEquals(own, back);
        double[] sum = new double[count];
        world.reduce(own, rank == root ? sum : null, Operation.SUM, root);
        if (rank == root) {
            checkSum(sum, size);
        }
    }

    private static void unrooted(Communicator world, int count) {
        int rank = world.rank();
        int size = world.size();
        double[] own = values(rank, count);
        double[] sum = new double[count];
        world.allreduce(own, sum, Operation.SUM);
        checkSum(sum, size);
        double[] inPlace = own.clone();
        world.allreduce(Communicator.IN_PLACE, inPlace, Operation.SUM);
        assertArrayEquals(sum, inPlace);
        double[] all = new double[size * count];
        world.allgather(own, all);
        double[] out = new double[size * count];
        for (int r = 0; r < size; r++) {
            assertArrayEquals(values(r, count), java.util.Arrays.copyOfRange(all, r * count, (r + 1) * count));
            System.arraycopy(values(100 * rank + r, count), 0, out, r * count, count);
        }
        double[] in = new double[size * count];
        world.alltoall(out, in);
        for (int r = 0; r < size; r++) {
            assertArrayEquals(
                    values(100 * r + rank, count), java.util.Arrays.copyOfRange(in, r * count, (r + 1) * count));
        }
        world.barrier();
    }

    private static void checkSum(double[] sum, int size) {
        for (int i = 0; i < sum.length; i += Math.max(1, sum.length / 500)) {
            assertEquals(canonical(0, size, i), sum[i]); // to the last bit
        }
    }

    @Test
    void everyOperationOnIntegers() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            long[] own = new long[40];
            for (int i = 0; i < own.length; i++) {
                own[i] = (i * 37L + world.rank() * 11L) % 9 - 4;
            }
            long[] got = new long[40];
            world.allreduce(own, got, Operation.MAX);
            long[] all = new long[120];
            world.allgather(own, all);
            for (int i = 0; i < 40; i++) {
                assertEquals(Math.max(all[i], Math.max(all[40 + i], all[80 + i])), got[i]);
            }
            world.allreduce(own, got, Operation.BXOR);
            assertEquals(all[5] ^ all[45] ^ all[85], got[5]);
            world.allreduce(own, got, Operation.LAND);
            assertEquals(all[7] != 0 && all[47] != 0 && all[87] != 0 ? 1 : 0, got[7]);
            short[] small = {(short) 30000};
            short[] wrapped = new short[1];
            world.allreduce(small, wrapped, Operation.SUM);
            assertEquals((short) 90000, wrapped[0]);
            boolean[] truth = {world.rank() == 1};
            boolean[] or = new boolean[1];
            world.allreduce(truth, or, Operation.LOR);
            assertEquals(true, or[0]);
        });
    }

    @Test
    void splitOrdersByKeyOverAllAndTiesByOldRank() {
        Job.run(6, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            Communicator reversed = world.split(0, -rank);
            assertEquals(5 - rank, reversed.rank());
            Communicator thirds = world.split(rank % 3, 0);
            assertEquals(rank / 3, thirds.rank());
            Communicator some = world.split(rank < 2 ? Communicator.UNDEFINED : 1, 0);
            if (rank < 2) {
                assertNull(some);
            } else {
                int[] sum = new int[1];
                some.allreduce(new int[] {rank}, sum, Operation.SUM);
                assertEquals(14, sum[0]);
                some.close();
                SennitException closed = assertThrows(SennitException.class, some::barrier);
                assertEquals(ErrorClass.COMM, closed.errorClass());
            }
            SennitException error = assertThrows(SennitException.class, () -> world.split(rank == 3 ? -7 : 0, 0));
            assertEquals(ErrorClass.ARG, error.errorClass());
            Communicator twice = reversed.duplicate().duplicate();
            assertEquals(reversed.rank(), twice.rank());
            twice.barrier();
        });
    }

    @Test
    void mistakesAreFoundBeforeAnybodyIsWaitedFor() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            assertEquals(ErrorClass.ROOT, errorOf(() -> world.broadcast(new int[1], 2)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.allgather(new int[4], new int[7])));
            assertEquals(ErrorClass.OP, errorOf(() -> world.allreduce(new double[1], new double[1], Operation.BAND)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.alltoall(new int[3], new int[3])));
            assertEquals(
                    ErrorClass.TYPE,
                    errorOf(() -> world.allreduce(new int[1], new int[1], DataLayout.DOUBLE, Operation.SUM)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.allreduce(new int[3], new int[2], Operation.SUM)));
            world.barrier();
        });
    }

    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    @Test
    void membersThatDisagreeAboutTheSizeEndTheJobEvenIfTheyGoOn() {
        java.util.concurrent.atomic.AtomicInteger errors = new java.util.concurrent.atomic.AtomicInteger();
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(3, endpoint -> {
                    Communicator world = endpoint.world();
                    int count = world.rank() == 1 ? 2 : 1000;
                    for (int i = 0; i < 3; i++) {
                        try {
                            world.allreduce(new double[count], new double[count], Operation.SUM);
                        } catch (SennitException e) {
                            errors.incrementAndGet();
                        }
                    }
                    world.barrier();
                }));
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        while (errors.get() == 0) { // a failed job does not wait for ever for threads that are not scheduled
            Thread.yield();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 17})
    void oneByteMoreThanTheOthersEndsTheJob(int size) {
        for (int odd = 0; odd < size; odd += Math.max(1, size / 3)) {
            int who = odd;
            for (int common : new int[] {1, 111, 112, 4096}) {
                disagrees(size, (world, rank) -> {
                    byte[] own = new byte[common + (rank == who ? 1 : 0)];
                    world.allreduce(IN_PLACE, own, Operation.MAX);
                });
            }
            if (who > 0 && size > 2) { // else two roots wait for each other, or none for any
                disagrees(size, (world, rank) -> {
                    world.reduce(new byte[200], new byte[200], Operation.MAX, rank == who ? 1 : 0);
                    world.barrier();
                });
            }
            disagrees(size, (world, rank) -> {
                int block = rank == who ? 700 : 70;
                world.allgather(new byte[block], new byte[size * block]);
            });
            disagrees(size, (world, rank) -> {
                if (rank == who) {
                    world.barrier();
                } else {
                    world.scan(new long[40], new long[40], Operation.SUM);
                }
            });
        }
    }

    private static void disagrees(int size, ObjIntConsumer<Communicator> program) {
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(size, endpoint -> {
                    Communicator world = endpoint.world();
                    long[] victim = new long[1000]; // published by earlier meetings, and no longer in use
                    Request earlier = world.persistent().allreduce(IN_PLACE, victim, Operation.SUM);
                    for (int i = 0; i < 8; i++) {
                        earlier.start();
                        earlier.await();
                    }
                    program.accept(world, world.rank());
                }));
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        assertTrue(error.getMessage().contains("the members do not make the same call"), error::getMessage);
    }

    @Test
    void anOffsetThatAnAlltoallWouldIgnoreIsAnError() {
        Job.run(
                2,
                endpoint -> assertEquals(
                        ErrorClass.ARG,
                        assertThrows(
                                        SennitException.class,
                                        () -> endpoint.world()
                                                .alltoall(new double[8], new double[8], DataLayout.DOUBLE.slice(1, 2)))
                                .errorClass()));
    }

    /** As the count and type of MPI, which are those of both memories. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theBlockOfAReduceScatterBlockLiesAtItsOffsetInBothMemories(boolean isInPlace) {
        Job.run(3, endpoint -> {
            int rank = endpoint.world().rank();
            int[] in = {-1, -1, 10, 11, 20, 21, 30, 31, -1};
            int[] out = isInPlace ? in : new int[] {-1, -1, -1, -1, -1};
            endpoint.world()
                    .reduceScatterBlock(isInPlace ? IN_PLACE : in, out, DataLayout.INT.slice(2, 2), Operation.SUM);
            int[] result = {-1, -1, 30 * (rank + 1), 30 * (rank + 1) + 3, -1};
            assertArrayEquals(isInPlace ? Arrays.copyOf(result, 4) : result, isInPlace ? Arrays.copyOf(in, 4) : out);
        });
    }

    @Test
    void aCountThatOverflowsIsAnError() {
        Job.run(
                2,
                endpoint -> assertEquals(
                        ErrorClass.COUNT,
                        assertThrows(
                                        SennitException.class,
                                        () -> endpoint.world()
                                                .alltoall(
                                                        new double[4],
                                                        new double[4],
                                                        DataLayout.DOUBLE.count(Long.MAX_VALUE / 8)))
                                .errorClass()));
    }
}
