package org.sennit.conformance.collectives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.message.DataLayout;
import org.sennit.message.Status;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Short collectives of few members: whole arrays take the fast path, by lines in one process or by messages between two
 * of a host, and members that come by another way meet them on it.
 */
@Deadline(seconds = 60)
@Core
class ShortCallsTest {
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
    @EnumSource
    void membersOfAllWaysMeet(MemberPlace place) {
        int size = place.size();
        long seed = seeds.nextLong();
        place.run(world -> {
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

    /** Returns a number of elements that a line holds, or a page, or a message of the fast path, or none of these. */
    private static int count(SplittableRandom calls, int bytes) {
        int most = calls.nextInt(4) > 0 ? 120 : calls.nextBoolean() ? 2200 : 20_000;
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
     * One member has signalled or sent, and has spun for its time, when the other one calls: it continues on the
     * general path without sending again; a message too many would be an error at the end.
     */
    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void aMemberThatComesMuchLaterIsAwaited(MemberPlace place) {
        place.run(world -> {
            for (int call = 0; call < 2 * 2 * 9; call++) {
                int count = call < 2 * 9 ? 1 : 1500;
                int round = call % (2 * 9);
                int early = round % 2;
                int late = 1 - early;
                if (world.rank() == late) {
                    compute();
                }
                double[] own = blocks(count, world.rank() + round);
                double[] result = new double[count];
                double[] both = blocks(count, round, round + 1);
                double[] blocks = new double[2 * count];
                switch (round / 2) {
                    case 0 -> world.barrier();
                    case 1 -> world.allreduce(own, result, Operation.SUM);
                    case 2 -> world.allgather(own, blocks);
                    case 3 -> world.alltoall(both, blocks);
                    case 4 -> world.broadcast(own, late);
                    case 5 -> world.reduce(own, result, Operation.SUM, early);
                    case 6 -> world.gather(own, blocks, early);
                    case 7 -> world.scatter(both, result, late);
                    default -> world.scan(own, result, Operation.SUM);
                }
                double expected = switch (round / 2) {
                    case 1 -> 2 * round + 1;
                    case 5 -> world.rank() == early ? 2 * round + 1 : 0;
                    case 7 -> world.rank() + round;
                    case 8 -> world.rank() == 0 ? round : 2 * round + 1;
                    default -> 0;
                };
                assertArrayEquals(blocks(count, expected), result);
                double[] gathered = switch (round / 2) {
                    case 2 -> both;
                    case 3 -> blocks(count, world.rank() + round, world.rank() + round);
                    case 6 -> world.rank() == early ? both : new double[2 * count];
                    default -> new double[2 * count];
                };
                assertArrayEquals(gathered, blocks);
                assertArrayEquals(blocks(count, round / 2 == 4 ? late + round : world.rank() + round), own);
            }
        });
    }

    /** Returns a block of elements for each of some values. */
    private static double[] blocks(int count, double... values) {
        double[] all = new double[count * values.length];
        Arrays.setAll(all, i -> values[i / count]);
        return all;
    }

    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void reductionsOfAllTypes(MemberPlace place) {
        place.run(world -> {
            int rank = world.rank();
            for (int count = 1; count <= 120; count = 2 * count + 3) {
                int[] ints = new int[count];
                Arrays.setAll(ints, i -> rank == 0 ? i - 7 : 7 - i);
                int[] least = new int[count];
                world.allreduce(ints, least, Operation.MIN);
                long[] longs = new long[count];
                Arrays.setAll(longs, i -> (rank + 1L) << i);
                world.allreduce(Communicator.IN_PLACE, longs, Operation.BOR);
                byte[] bytes = new byte[count];
                Arrays.fill(bytes, (byte) (100 + rank));
                byte[] total = new byte[count];
                world.allreduce(bytes, total, Operation.SUM);
                float[] floats = new float[count];
                Arrays.fill(floats, -1.5f - rank);
                world.scan(Communicator.IN_PLACE, floats, Operation.PRODUCT);
                double[] doubles = new double[count];
                Arrays.fill(doubles, 3 + rank);
                world.exscan(Communicator.IN_PLACE, doubles, Operation.SUM);
                for (int i = 0; i < count; i++) {
                    assertEquals(-Math.abs(i - 7), least[i]);
                    assertEquals(3L << i | 1L << i, longs[i]);
                    assertEquals((byte) 201, total[i]);
                    assertEquals(rank == 0 ? -1.5f : 3.75f, floats[i]);
                    assertEquals(3, doubles[i]);
                }
            }
        });
    }

    /** A window is closed by another thread than the one that has made it, after that one's end. */
    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void anEndpointIsHandedOverBetweenCalls(MemberPlace place) {
        place.run(world -> {
            AtomicReference<Window> made = new AtomicReference<>();
            Thread first = Thread.ofPlatform().daemon(true).start(() -> {
                made.set(world.allocateWindow(64, 8));
                world.barrier();
            });
            try {
                first.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            made.get().close();
            world.barrier();
        });
    }

    /** Takes longer than a member spins. */
    private static void compute() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 2_000_000) {
            Thread.onSpinWait();
        }
    }

    /**
     * An action of the user runs in the middle of calls of the fast path, and makes such calls on communicators of its
     * own.
     */
    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void actionsCallCollectivesOfOtherCommunicators(MemberPlace place) {
        place.run(world -> {
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
    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void anOperationCallsACollectiveOfAnotherCommunicator(MemberPlace place) {
        place.run(world -> {
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
}
