package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree.Node;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.ScheduleSimulation;
import org.sennit.internal.endpoints.coll.schedule.SimulatedOperation;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.testkit.SeededRandom;

/**
 * Barrier, broadcast, the reductions and the scans, in simulation, with an operation that is neither commutative nor
 * associative: a result is right only when it was put together as the canonical tree says.
 */
class ReductionCollectivesTest {
    private static final int MOST_RANKS = 17;
    private static final int UNIT = 4;
    private static final int[] SIZES = {
        0,
        4,
        8,
        BufferRef.LINE_BYTES,
        BufferRef.LINE_BYTES + 4,
        BufferRef.PAGE_BYTES,
        BufferRef.PAGE_BYTES + 4,
        10_000,
        40_004
    };
    private static final int LONG_SAMPLES = 5; // one in five of the long runs is made
    private static final byte UNTOUCHED = 77;
    private static final List<CollectiveAlgorithm> REDUCTIONS = List.of(
            new LineReduction(),
            LineReduction.inLogSteps(),
            new WholeReduction(),
            WholeReduction.inLogSteps(),
            new StripedReduction());

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final class Run {
        private final ProcessMap map;
        private final CollectiveCall call;
        private final byte[][] operands;
        private final byte[][] results;
        private final boolean isInPlace;

        Run(ProcessMap map, CollectiveCall call, int operandBytes, int resultBytes, boolean isInPlace) {
            this.map = map;
            this.call = call;
            this.isInPlace = isInPlace;
            this.operands = new byte[map.size()][operandBytes];
            this.results = new byte[map.size()][Math.max(resultBytes, isInPlace ? operandBytes : 0)];
            for (int rank = 0; rank < map.size(); rank++) {
                random.nextBytes(operands[rank]);
                Arrays.fill(results[rank], UNTOUCHED);
            }
        }

        void simulate(CollectiveAlgorithm algorithm, int inPlaceOnly) {
            CollectiveSchedule[] schedules = new CollectiveSchedule[map.size()];
            boolean[] isHere = new boolean[map.size()];
            for (int rank = 0; rank < schedules.length; rank++) {
                isHere[rank] = isInPlace && (inPlaceOnly < 0 || rank == inPlaceOnly);
                CollectiveCall own = call.copy();
                own.isInPlace = isHere[rank];
                ScheduleBuilder builder = new ScheduleBuilder(map, rank, UNIT);
                algorithm.append(builder, own);
                schedules[rank] = builder.build();
            }
            ScheduleSimulation simulation = new ScheduleSimulation(map, schedules, random.nextLong()).unit(UNIT);
            for (int rank = 0; rank < schedules.length; rank++) {
                byte[] in = operands[rank].clone();
                if (isHere[rank]) {
                    System.arraycopy(in, 0, results[rank], 0, in.length);
                    in = results[rank];
                }
                simulation.memory(rank, in, 0, results[rank], 0);
            }
            simulation.run();
        }

        byte[] tree(int first, int end) {
            return SimulatedOperation.expected(new Node(first, end), operands);
        }
    }

    private interface Check {
        void run(CollectiveAlgorithm algorithm, ProcessMap map, int bytes);
    }

    private void forAll(List<CollectiveAlgorithm> algorithms, CollectiveKind kind, Check check) {
        int runs = 0;
        for (int size = 1; size <= MOST_RANKS; size++) {
            for (ProcessMap map : Placements.all(size, random)) {
                for (CollectiveAlgorithm algorithm : algorithms) {
                    for (int bytes : SIZES) {
                        boolean isLong = bytes > 1000;
                        if (algorithm.suits(new CollectiveCall().set(kind, bytes), map)
                                && (!isLong || random.nextInt(LONG_SAMPLES) == 0)) {
                            check.run(algorithm, map, bytes);
                            runs++;
                        }
                    }
                }
            }
        }
        assertTrue(runs > 50, "runs=" + runs);
    }

    private static CollectiveCall call(CollectiveKind kind, long bytes, int root) {
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        call.unitBytes = UNIT;
        call.root = root;
        return call;
    }

    @Test
    void barriersAndBroadcastsEnd() {
        forAll(
                List.of(new MeetingBarrier()),
                CollectiveKind.BARRIER,
                (algorithm, map, _) ->
                        new Run(map, call(CollectiveKind.BARRIER, 0, -1), 0, 0, false).simulate(algorithm, -1));
        forAll(
                List.of(new LineBroadcast(), new SharedBroadcast()),
                CollectiveKind.BROADCAST,
                (algorithm, map, bytes) -> {
                    int root = random.nextInt(map.size());
                    Run run = new Run(map, call(CollectiveKind.BROADCAST, bytes, root), bytes, bytes, true);
                    run.simulate(algorithm, -1);
                    for (byte[] result : run.results) {
                        assertArrayEquals(run.operands[root], result);
                    }
                });
    }

    @Test
    void bothOfTwoMembersCopyALongBroadcast() {
        int bytes = (int) SharedBroadcast.HALVES_FROM + 100;
        ProcessMap pair = new ProcessMap(new int[2], 2);
        for (int root = 0; root < 2; root++) {
            Run run = new Run(pair, call(CollectiveKind.BROADCAST, bytes, root), bytes, bytes, true);
            run.simulate(new SharedBroadcast(), -1);
            assertArrayEquals(run.operands[root], run.results[1 - root]);
            long front = copiedBytes(pair, 0, run.call);
            assertEquals(bytes, front + copiedBytes(pair, 1, run.call));
            assertEquals(bytes / 2, front, 64);
        }
        CollectiveCall call = call(CollectiveKind.BROADCAST, bytes, 0);
        assertEquals(0, copiedBytes(new ProcessMap(new int[2], 1), 0, call), "on one core the receiver copies alone");
    }

    private static long copiedBytes(ProcessMap map, int rank, CollectiveCall call) {
        ScheduleBuilder builder = new ScheduleBuilder(map, rank, UNIT);
        new SharedBroadcast().append(builder, call);
        CollectiveSchedule schedule = builder.build();
        long sum = 0;
        for (int i = 0; i < schedule.length(); i++) {
            sum += schedule.kind(i) == Step.COPY ? schedule.bytes(i) : 0;
        }
        return sum;
    }

    @Test
    void reductionsFollowTheCanonicalTree() {
        List<CollectiveAlgorithm> algorithms = REDUCTIONS;
        forAll(algorithms, CollectiveKind.ALLREDUCE, (algorithm, map, bytes) -> {
            Run run = new Run(map, call(CollectiveKind.ALLREDUCE, bytes, -1), bytes, bytes, random.nextBoolean());
            run.simulate(algorithm, -1);
            for (byte[] result : run.results) {
                assertArrayEquals(run.tree(0, map.size()), result);
            }
        });
        forAll(algorithms, CollectiveKind.REDUCE, (algorithm, map, bytes) -> {
            int root = random.nextInt(map.size());
            Run run = new Run(map, call(CollectiveKind.REDUCE, bytes, root), bytes, bytes, random.nextBoolean());
            run.simulate(algorithm, root);
            assertArrayEquals(run.tree(0, map.size()), run.results[root]);
        });
    }

    @Test
    void withAFreeOrderEachProcessCombinesItsOwnRanksFirst() {
        forAll(REDUCTIONS, CollectiveKind.ALLREDUCE, (algorithm, map, bytes) -> {
            CollectiveCall call = call(CollectiveKind.ALLREDUCE, bytes, -1);
            call.isReordered = true;
            Run run = new Run(map, call, bytes, bytes, random.nextBoolean());
            run.simulate(algorithm, -1);
            byte[][] partials = new byte[map.processes()][];
            for (int process = 0; process < partials.length; process++) {
                int[] ranks = map.ranksOf(process);
                byte[][] own = Arrays.stream(ranks)
                        .mapToObj(rank -> run.operands[rank])
                        .toArray(byte[][]::new);
                partials[process] = SimulatedOperation.expected(new Node(0, ranks.length), own);
            }
            byte[] expected = SimulatedOperation.expected(new Node(0, partials.length), partials);
            for (byte[] result : run.results) {
                assertArrayEquals(expected, result);
            }
        });
    }

    @Test
    void scansFollowTheCanonicalTreeOfTheirRanks() {
        List<CollectiveAlgorithm> algorithms = List.of(new LineScan(), new StripedScan(), StripedScan.inLogSteps());
        for (CollectiveKind kind : List.of(CollectiveKind.SCAN, CollectiveKind.EXSCAN)) {
            forAll(algorithms, kind, (algorithm, map, bytes) -> {
                boolean isInPlace = random.nextBoolean();
                Run run = new Run(map, call(kind, bytes, -1), bytes, bytes, isInPlace);
                run.simulate(algorithm, -1);
                for (int rank = 0; rank < map.size(); rank++) {
                    int end = kind == CollectiveKind.SCAN ? rank + 1 : rank;
                    if (end > 0) {
                        assertArrayEquals(run.tree(0, end), run.results[rank], "rank " + rank);
                    } else if (!isInPlace) {
                        byte[] untouched = new byte[bytes];
                        Arrays.fill(untouched, UNTOUCHED);
                        assertArrayEquals(untouched, run.results[rank]);
                    }
                }
            });
        }
    }

    @Test
    void reduceScatterGivesEachRankItsBlockOfTheTree() {
        forAll(
                List.of(new StripedReduceScatter(), StripedReduceScatter.inLogSteps()),
                CollectiveKind.REDUCE_SCATTER,
                (algorithm, map, bytes) -> reduceScatter(algorithm, map, bytes, random.nextBoolean()));
    }

    private void reduceScatter(CollectiveAlgorithm algorithm, ProcessMap map, int bytes, boolean isEqual) {
        int size = map.size();
        long[] offsets = new long[size];
        long[] lengths = new long[size];
        long total = 0;
        for (int rank = 0; rank < size; rank++) {
            offsets[rank] = total;
            lengths[rank] = isEqual || bytes == 0 ? bytes : (long) random.nextInt(bytes / UNIT + 1) * UNIT;
            total += lengths[rank];
        }
        CollectiveKind kind = isEqual ? CollectiveKind.REDUCE_SCATTER_BLOCK : CollectiveKind.REDUCE_SCATTER;
        CollectiveCall call = call(kind, isEqual ? bytes : total, -1);
        if (!isEqual) {
            call.receiveBlocks = new BlockTable(offsets, lengths);
        }
        Run run = new Run(map, call, (int) total, bytes, random.nextBoolean());
        run.simulate(algorithm, -1);
        byte[] whole = run.tree(0, size);
        for (int rank = 0; rank < size; rank++) {
            byte[] expected = Arrays.copyOfRange(whole, (int) offsets[rank], (int) (offsets[rank] + lengths[rank]));
            assertArrayEquals(expected, Arrays.copyOf(run.results[rank], (int) lengths[rank]), "rank " + rank);
        }
    }
}
