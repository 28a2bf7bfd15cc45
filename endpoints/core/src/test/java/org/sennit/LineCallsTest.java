package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Short collectives of few members: whole arrays take the fast path, and members that come by another way meet them on
 * it.
 */
@Deadline(seconds = 60)
class LineCallsTest {
    private static final int ROUNDS = 200; // more than three times the slots of a team

    @RegisterExtension
    final SeededRandom seeds = new SeededRandom();

    /** How a member makes a call. */
    private enum Way {
        ARRAY,
        /** The first elements of an array. */
        COUNTED,
        SEGMENT,
        REQUEST,
        LATE
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void membersOfAllWaysMeet(int size) {
        long seed = seeds.nextLong();
        Job.run(size, endpoint -> {
            Communicator world = endpoint.world();
            SplittableRandom calls = new SplittableRandom(seed); // the same on all
            SplittableRandom ways = new SplittableRandom(seed + 1 + world.rank());
            for (int round = 0; round < ROUNDS; round++) {
                Way way = ways.nextInt(3) > 0 ? Way.ARRAY : Way.values()[ways.nextInt(Way.values().length)];
                if (way == Way.LATE) {
                    world.nonblocking().probe(world.rank(), 99, null);
                    Thread.yield();
                }
                int root = calls.nextInt(size);
                switch (calls.nextInt(10)) {
                    case 0 -> world.barrier();
                    case 1 -> broadcast(world, way, root, round, count(calls, Long.BYTES));
                    case 2 -> reduce(world, way, root, round, count(calls, Double.BYTES));
                    case 3 -> allreduce(world, way, round, count(calls, Double.BYTES));
                    case 4 -> allgather(world, way, round, count(calls, Integer.BYTES));
                    case 5 -> alltoall(world, way, round, count(calls, size));
                    case 6 -> gather(world, way, root, round, count(calls, Float.BYTES));
                    case 7 -> scatter(world, way, root, round, count(calls, size * Short.BYTES) * Short.BYTES);
                    case 8 -> scan(world, way, round, count(calls, Float.BYTES), true);
                    default -> scan(world, way, round, count(calls, Float.BYTES), false);
                }
            }
        });
    }

    /** Returns a number of elements that a line holds, or a page, or neither. */
    private static int count(SplittableRandom calls, int bytes) {
        int most = calls.nextInt(4) > 0 ? 120 : 2200;
        return 1 + calls.nextInt(most / bytes);
    }

    private static void broadcast(Communicator world, Way way, int root, int round, int count) {
        long[] memory = new long[way == Way.COUNTED ? count + 1 : count];
        if (world.rank() == root) {
            Arrays.setAll(memory, i -> round + i);
        }
        switch (way) {
            case COUNTED -> world.broadcast(memory, DataLayout.LONG.count(count), root);
            case SEGMENT -> world.broadcast(MemorySegment.ofArray(memory), DataLayout.LONG, root);
            case REQUEST ->
                world.nonblocking().broadcast(memory, DataLayout.LONG, root).await();
            default -> world.broadcast(memory, root);
        }
        for (int i = 0; i < count; i++) {
            assertEquals(round + i, memory[i]);
        }
    }

    private static void reduce(Communicator world, Way way, int root, int round, int count) {
        double[] own = operand(world.rank(), round, count);
        double[] result = new double[count];
        switch (way) {
            case SEGMENT ->
                world.reduce(segment(own), MemorySegment.ofArray(result), DataLayout.DOUBLE, Operation.SUM, root);
            case COUNTED -> {
                double[] longer = new double[count + 3];
                world.reduce(own, longer, DataLayout.DOUBLE.count(count), Operation.SUM, root);
                System.arraycopy(longer, 0, result, 0, count);
                assertArrayEquals(new double[3], Arrays.copyOfRange(longer, count, count + 3));
            }
            case REQUEST ->
                world.nonblocking()
                        .reduce(own, result, DataLayout.DOUBLE, Operation.SUM, root)
                        .await();
            default -> {
                if (world.rank() == root && round % 2 == 0) {
                    result = own.clone();
                    world.reduce(Communicator.IN_PLACE, result, Operation.SUM, root);
                } else {
                    world.reduce(own, world.rank() == root ? result : null, Operation.SUM, root);
                }
            }
        }
        assertArrayEquals(world.rank() == root ? sums(world.size(), round, count) : new double[count], result);
    }

    private static void allreduce(Communicator world, Way way, int round, int count) {
        double[] own = operand(world.rank(), round, count);
        double[] result = new double[count];
        switch (way) {
            case SEGMENT ->
                world.allreduce(segment(own), MemorySegment.ofArray(result), DataLayout.DOUBLE, Operation.SUM);
            case REQUEST ->
                world.nonblocking()
                        .allreduce(own, result, DataLayout.DOUBLE, Operation.SUM)
                        .await();
            case LATE -> {
                result = own;
                world.allreduce(Communicator.IN_PLACE, result, Operation.SUM);
            }
            case COUNTED ->
                world.allreduce(Arrays.copyOf(own, count + 2), result, DataLayout.DOUBLE.count(count), Operation.SUM);
            case ARRAY -> world.allreduce(own, result, Operation.SUM);
        }
        assertArrayEquals(sums(world.size(), round, count), result);
    }

    private static void allgather(Communicator world, Way way, int round, int count) {
        int[] own = new int[count];
        Arrays.fill(own, 10 * round + world.rank());
        int[] all = new int[count * world.size()];
        switch (way) {
            case SEGMENT ->
                world.allgather(MemorySegment.ofArray(own), MemorySegment.ofArray(all), DataLayout.INT.count(count));
            case COUNTED -> world.allgather(Arrays.copyOf(own, count + 1), all, DataLayout.INT.count(count));
            case REQUEST -> world.nonblocking().allgather(own, all).await();
            default -> world.allgather(own, all);
        }
        for (int i = 0; i < all.length; i++) {
            assertEquals(10 * round + i / count, all[i]);
        }
    }

    private static void alltoall(Communicator world, Way way, int round, int count) {
        int size = world.size();
        byte[] own = new byte[count * size];
        byte[] all = new byte[count * size];
        for (int i = 0; i < own.length; i++) {
            own[i] = (byte) (round + 16 * world.rank() + i / count);
        }
        switch (way) {
            case SEGMENT ->
                world.alltoall(MemorySegment.ofArray(own), MemorySegment.ofArray(all), DataLayout.BYTE.count(count));
            case COUNTED -> world.alltoall(Arrays.copyOf(own, own.length + 1), all, DataLayout.BYTE.count(count));
            case REQUEST -> world.nonblocking().alltoall(own, all).await();
            default -> world.alltoall(own, all);
        }
        for (int i = 0; i < all.length; i++) {
            assertEquals((byte) (round + 16 * (i / count) + world.rank()), all[i]);
        }
    }

    private static void gather(Communicator world, Way way, int root, int round, int count) {
        float[] own = new float[count];
        Arrays.fill(own, 10 * round + world.rank());
        boolean isRoot = world.rank() == root;
        float[] all = isRoot ? new float[count * world.size()] : null;
        switch (way) {
            case SEGMENT ->
                world.gather(
                        MemorySegment.ofArray(own),
                        isRoot ? MemorySegment.ofArray(all) : null,
                        DataLayout.FLOAT.count(count),
                        root);
            case COUNTED -> world.gather(Arrays.copyOf(own, count + 1), all, DataLayout.FLOAT.count(count), root);
            case REQUEST -> world.nonblocking().gather(own, all, root).await();
            case LATE -> {
                if (isRoot) {
                    System.arraycopy(own, 0, all, root * count, count);
                }
                world.gather(isRoot ? Communicator.IN_PLACE : own, all, root);
            }
            case ARRAY -> world.gather(own, all, root);
        }
        for (int i = 0; isRoot && i < all.length; i++) {
            assertEquals(10 * round + i / count, all[i]);
        }
    }

    private static void scatter(Communicator world, Way way, int root, int round, int count) {
        boolean isRoot = world.rank() == root;
        byte[] all = isRoot ? new byte[count * world.size()] : null;
        for (int i = 0; isRoot && i < all.length; i++) {
            all[i] = (byte) (round + 7 * i);
        }
        byte[] own = new byte[count];
        switch (way) {
            case SEGMENT ->
                world.scatter(
                        isRoot ? MemorySegment.ofArray(all) : null,
                        MemorySegment.ofArray(own),
                        DataLayout.BYTE.count(count),
                        root);
            case COUNTED -> world.scatter(all, own, DataLayout.BYTE.count(count), root);
            case REQUEST -> world.nonblocking().scatter(all, own, root).await();
            case LATE -> {
                world.scatter(all, isRoot ? Communicator.IN_PLACE : own, root);
                own = isRoot ? Arrays.copyOfRange(all, root * count, (root + 1) * count) : own;
            }
            case ARRAY -> world.scatter(all, own, root);
        }
        for (int i = 0; i < count; i++) {
            assertEquals((byte) (round + 7 * (world.rank() * count + i)), own[i]);
        }
    }

    private static void scan(Communicator world, Way way, int round, int count, boolean isInclusive) {
        float[] own = new float[count];
        for (int i = 0; i < count; i++) {
            own[i] = round + i + world.rank();
        }
        float[] result = new float[count];
        Arrays.fill(result, -1);
        switch (way) {
            case SEGMENT -> {
                MemorySegment mine = MemorySegment.ofArray(own);
                MemorySegment to = MemorySegment.ofArray(result);
                if (isInclusive) {
                    world.scan(mine, to, DataLayout.FLOAT, Operation.SUM);
                } else {
                    world.exscan(mine, to, DataLayout.FLOAT, Operation.SUM);
                }
            }
            case REQUEST -> {
                if (isInclusive) {
                    world.nonblocking().scan(own, result, Operation.SUM).await();
                } else {
                    world.nonblocking().exscan(own, result, Operation.SUM).await();
                }
            }
            case COUNTED -> {
                float[] longer = Arrays.copyOf(own, count + 1);
                if (isInclusive) {
                    world.scan(longer, result, DataLayout.FLOAT.count(count), Operation.SUM);
                } else {
                    world.exscan(longer, result, DataLayout.FLOAT.count(count), Operation.SUM);
                }
            }
            default -> {
                if (isInclusive) {
                    world.scan(own, result, Operation.SUM);
                } else {
                    world.exscan(own, result, Operation.SUM);
                }
            }
        }
        int operands = isInclusive ? world.rank() + 1 : world.rank();
        for (int i = 0; i < count; i++) {
            int sum = operands * (round + i) + operands * (operands - 1) / 2;
            assertEquals(operands == 0 ? -1 : sum, result[i]);
        }
    }

    /** Sums of these depend on the order in which they are added. */
    private static double[] operand(int rank, int round, int count) {
        double[] own = new double[count];
        Arrays.setAll(own, i -> Math.pow(10, 5 * rank) / (3 + round + i));
        return own;
    }

    private static MemorySegment segment(double[] values) {
        MemorySegment segment = MemorySegment.ofArray(new double[values.length]);
        MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_DOUBLE, 0, values.length);
        return segment;
    }

    /** By the canonical tree: of three (0 + 1) + 2, of four (0 + 1) + (2 + 3). */
    private static double[] sums(int size, int round, int count) {
        double[] sums = new double[count];
        double[][] of = new double[size][];
        Arrays.setAll(of, rank -> operand(rank, round, count));
        for (int i = 0; i < count; i++) {
            double right = size < 3 ? 0 : size == 3 ? of[2][i] : of[2][i] + of[3][i];
            sums[i] = of[0][i] + of[1][i] + right;
        }
        return sums;
    }

    /**
     * An action of the user runs in the middle of calls of the fast path, and makes such calls on communicators of its
     * own.
     */
    @Test
    void actionsCallCollectivesOfOtherCommunicators() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Communicator ofAction = world.duplicate()) {
                int[] ran = new int[1];
                for (int round = 0; round < ROUNDS; round++) {
                    int before = round;
                    CompletableFuture<Status> future = ofAction.nonblocking()
                            .barrier()
                            .toFuture()
                            .whenComplete((status, error) -> {
                                double[] sum = new double[1];
                                ofAction.allreduce(new double[] {before + world.rank()}, sum, Operation.SUM);
                                assertEquals(2 * before + 1, sum[0]);
                                ran[0]++;
                            });
                    long[] both = {0};
                    for (int calls = 1; both[0] < 2; calls++) { // until it has run on both
                        world.allreduce(new long[] {future.isDone() ? 1 : 0}, both, Operation.SUM);
                        int[] all = new int[2];
                        world.allgather(new int[] {calls}, all);
                        assertArrayEquals(new int[] {calls, calls}, all);
                    }
                    future.join();
                }
                assertEquals(ROUNDS, ran[0]);
            }
        });
    }

    /**
     * As C programs do it, though it is not allowed: an operation that talks to the others, on a communicator of its
     * own.
     */
    @Test
    void anOperationCallsACollectiveOfAnotherCommunicator() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Communicator ofOperation = world.duplicate()) {
                Operation talking = Operation.ofLongs("talking", true, (left, right) -> {
                    long[] ranks = new long[1];
                    ofOperation.allreduce(new long[] {world.rank()}, ranks, Operation.SUM);
                    return left + right + ranks[0];
                });
                for (int round = 0; round < ROUNDS; round++) {
                    long[] sum = new long[1];
                    world.allreduce(new long[] {round}, sum, talking);
                    assertEquals(2 * round + 1, sum[0]);
                }
            }
        });
    }

    @Test
    void mistakesAreReportedAsOnTheOrdinaryWay() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            double[] one = {1};
            assertClass(ErrorClass.ROOT, () -> world.reduce(one, new double[1], Operation.SUM, -1));
            assertClass(ErrorClass.ROOT, () -> world.broadcast(one, 2));
            assertClass(ErrorClass.OP, () -> world.allreduce(one, new double[1], null));
            assertClass(ErrorClass.OP, () -> world.allreduce(one, new double[1], Operation.BAND));
            assertClass(ErrorClass.BUFFER, () -> world.allreduce(one, one, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.allreduce(new double[2], one, Operation.SUM));
            assertClass(ErrorClass.TYPE, () -> world.allreduce(one, new long[1], DataLayout.DOUBLE, Operation.SUM));
            assertClass(ErrorClass.BUFFER, () -> world.scan(one, one, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.scan(new double[2], one, DataLayout.DOUBLE, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.broadcast(one, DataLayout.DOUBLE.count(2), 0));
            assertClass(ErrorClass.COUNT, () -> world.allgather(one, new double[3], DataLayout.DOUBLE.count(2)));
            assertClass(ErrorClass.COUNT, () -> world.alltoall(new double[2], new double[2], DataLayout.DOUBLE));
            assertClass(ErrorClass.ROOT, () -> world.gather(one, new double[2], 2));
            assertClass(ErrorClass.ROOT, () -> world.scatter(new double[2], one, -1));
            world.barrier();
        });
    }

    private static void assertClass(ErrorClass expected, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error.getMessage());
    }

    /** Two calls that do not go together: of each, what rank 0 calls and what the others call. */
    private enum Mistake {
        ALLREDUCE_AND_ALLGATHER(
                world -> world.allreduce(ONE, new double[1], Operation.SUM),
                world -> world.allgather(ONE, new double[world.size()])),
        SCAN_AND_BROADCAST(
                world -> world.scan(ONE, new double[1], Operation.SUM), world -> world.broadcast(new double[1], 1)),
        GATHER_AND_BROADCAST(
                world -> world.gather(ONE, null, 1), world -> world.broadcast(new double[1], world.rank())),
        SCAN_AND_EXSCAN(
                world -> world.scan(ONE, new double[1], Operation.SUM),
                world -> world.exscan(ONE, new double[1], Operation.SUM)),
        ROOTS(
                world -> world.scatter(new double[world.size()], new double[1], 0),
                world -> world.scatter(new double[world.size()], new double[1], world.rank())),
        LINE_AND_PAGE(
                world -> world.allreduce(new double[14], new double[14], Operation.SUM),
                world -> world.allreduce(new double[15], new double[15], Operation.SUM)),
        PAGE_AND_MORE(world -> world.broadcast(new double[256], 0), world -> world.broadcast(new double[257], 0));

        private final Consumer<Communicator> first;
        private final Consumer<Communicator> others;

        Mistake(Consumer<Communicator> first, Consumer<Communicator> others) {
            this.first = first;
            this.others = others;
        }
    }

    private static final double[] ONE = {1};

    @ParameterizedTest
    @EnumSource
    void aMemberThatCallsSomethingElseIsFound(Mistake mistake) {
        for (int size = 2; size <= 4; size++) {
            int members = size;
            SennitException error = assertThrows(
                    SennitException.class,
                    () -> Job.run(members, endpoint -> {
                        Communicator world = endpoint.world();
                        (world.rank() == 0 ? mistake.first : mistake.others).accept(world);
                        world.barrier();
                    }));
            assertTrue(error.getMessage().contains("do not make the same call"), error.getMessage());
        }
    }
}
