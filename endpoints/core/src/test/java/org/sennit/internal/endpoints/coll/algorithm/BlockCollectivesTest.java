package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.LeftOutStep;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.testkit.SeededRandom;

/** Gather, scatter, allgather and alltoall of equal blocks, in simulation, against a serial model. */
class BlockCollectivesTest {
    private static final int MOST_RANKS = 17;
    private static final long[] SIZES = {
        0,
        1,
        8,
        BufferRef.LINE_BYTES,
        BufferRef.LINE_BYTES + 1,
        BufferRef.PAGE_BYTES / 2,
        BufferRef.PAGE_BYTES / 2 + 1,
        BufferRef.PAGE_BYTES,
        BufferRef.PAGE_BYTES + 1,
        10_000
    };
    private static final int UNROOTED_RUNS = 4;
    private static final int LONG_SAMPLES = 6; // one in six of the runs with many long blocks is made

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    /** Sets up one exchange. */
    private interface Setting {
        BlockExchange of(ProcessMap map, int root, long bytes, boolean isInPlace);
    }

    private void forAll(List<CollectiveAlgorithm> algorithms, CollectiveKind kind, boolean hasRoot, Setting setting) {
        int runs = 0;
        for (int size = 1; size <= MOST_RANKS; size++) {
            for (ProcessMap map : Placements.all(size, random)) {
                for (CollectiveAlgorithm algorithm : algorithms) {
                    runs += forAllSizes(algorithm, kind, map, hasRoot, setting);
                }
            }
        }
        assertTrue(runs > 1000, "runs=" + runs);
    }

    private int forAllSizes(
            CollectiveAlgorithm algorithm, CollectiveKind kind, ProcessMap map, boolean hasRoot, Setting setting) {
        int runs = 0;
        for (long bytes : SIZES) {
            for (int root = 0; root < (hasRoot ? map.size() : UNROOTED_RUNS); root++) {
                boolean isLong = bytes * map.size() * (hasRoot ? 1 : map.size()) > 50_000;
                boolean isSuited = algorithm.suits(new CollectiveCall().set(kind, bytes), map);
                if (isSuited && (!isLong || random.nextInt(LONG_SAMPLES) == 0)) {
                    boolean isInPlace = random.nextBoolean();
                    setting.of(map, root, bytes, isInPlace).check(algorithm);
                    runs++;
                }
            }
        }
        return runs;
    }

    private BlockExchange exchange(ProcessMap map, IntFunction<CollectiveCall> call) {
        BlockExchange exchange = new BlockExchange(map, random);
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.calls[rank] = call.apply(rank);
        }
        return exchange;
    }

    private BlockExchange exchange(ProcessMap map, CollectiveKind kind, int root, long bytes) {
        return exchange(map, _ -> {
            CollectiveCall call = new CollectiveCall().set(kind, bytes);
            call.root = root;
            return call;
        });
    }

    private BlockExchange gather(ProcessMap map, int root, long bytes, boolean isInPlace) {
        BlockExchange exchange = exchange(map, CollectiveKind.GATHER, root, bytes);
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveIn(rank, bytes);
        }
        exchange.giveOut(root, bytes * map.size());
        if (isInPlace) {
            exchange.inPlace(root, root * bytes);
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.expect(rank, 0, root, rank * bytes, bytes);
        }
        return exchange;
    }

    private BlockExchange scatter(ProcessMap map, int root, long bytes, boolean isInPlace) {
        BlockExchange exchange = exchange(map, CollectiveKind.SCATTER, root, bytes);
        exchange.giveIn(root, bytes * map.size());
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveOut(rank, bytes);
        }
        if (isInPlace) {
            exchange.outInPlace(root, root * bytes);
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.expect(root, rank * bytes, rank, 0, bytes);
        }
        return exchange;
    }

    private BlockExchange allgather(ProcessMap map, long bytes, boolean isInPlace) {
        BlockExchange exchange = exchange(map, CollectiveKind.ALLGATHER, CollectiveCall.NO_ROOT, bytes);
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveIn(rank, bytes);
            exchange.giveOut(rank, bytes * map.size());
            if (isInPlace) {
                exchange.inPlace(rank, rank * bytes);
            }
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            for (int from = 0; from < map.size(); from++) {
                exchange.expect(from, 0, rank, from * bytes, bytes);
            }
        }
        return exchange;
    }

    private BlockExchange alltoall(ProcessMap map, long bytes, boolean isInPlace) {
        BlockExchange exchange = exchange(map, CollectiveKind.ALLTOALL, CollectiveCall.NO_ROOT, bytes);
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveIn(rank, bytes * map.size());
            exchange.giveOut(rank, bytes * map.size());
            if (isInPlace) {
                exchange.inPlace(rank, 0);
            }
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            for (int from = 0; from < map.size(); from++) {
                exchange.expect(from, rank * bytes, rank, from * bytes, bytes);
            }
        }
        return exchange;
    }

    @Test
    void gatherBringsAllBlocksToTheRoot() {
        forAll(
                List.of(new LinearGather(), new LeaderGather(), new BinomialGather()),
                CollectiveKind.GATHER,
                true,
                this::gather);
    }

    @Test
    void scatterBringsEachRankItsBlock() {
        forAll(
                List.of(new LinearScatter(), new LeaderScatter(), new BinomialScatter()),
                CollectiveKind.SCATTER,
                true,
                this::scatter);
    }

    @Test
    void allgatherBringsAllBlocksToAll() {
        forAll(
                List.of(new DirectAllgather(), new LinearAllgather(), new RingAllgather(), new BruckAllgather()),
                CollectiveKind.ALLGATHER,
                false,
                (map, _, bytes, isInPlace) -> allgather(map, bytes, isInPlace));
    }

    @Test
    void alltoallExchangesABlockBetweenEveryTwo() {
        forAll(
                List.of(new PairwiseAlltoall(), new LeaderAlltoall()),
                CollectiveKind.ALLTOALL,
                false,
                (map, _, bytes, isInPlace) -> alltoall(map, bytes, isInPlace));
    }

    /** Else the simulation would not see what it is for; and the schedules would wait for nothing. */
    @Test
    void eachWaitOfOneProcessIsMissedWhenItIsLeftOut() {
        for (int size : new int[] {2, 3, 6}) {
            ProcessMap map = new ProcessMap(new int[size], 1);
            for (long bytes : new long[] {8, 200}) {
                for (boolean isInPlace : new boolean[] {false, true}) {
                    leaveOutWaits(new LinearGather(), () -> gather(map, 1, bytes, isInPlace));
                    leaveOutWaits(new LinearScatter(), () -> scatter(map, 1, bytes, isInPlace));
                    leaveOutWaits(new DirectAllgather(), () -> allgather(map, bytes, isInPlace));
                    leaveOutWaits(new LinearAllgather(), () -> allgather(map, 8, isInPlace));
                    leaveOutWaits(new PairwiseAlltoall(), () -> alltoall(map, bytes, isInPlace));
                }
            }
        }
    }

    private static void leaveOutWaits(CollectiveAlgorithm algorithm, Supplier<BlockExchange> setting) {
        CollectiveSchedule[] whole = setting.get().schedules(algorithm, 0);
        for (int rank = 0; rank < whole.length; rank++) {
            for (int step = 0; step < whole[rank].length(); step++) {
                int changed = rank;
                int without = step;
                if (LeftOutStep.isWait(whole[rank], step)) {
                    assertThrows(
                            AssertionError.class,
                            () -> setting.get().check(algorithm, schedules -> {
                                schedules[changed] = LeftOutStep.of(schedules[changed], without);
                                return schedules;
                            }),
                            () -> algorithm.name() + " rank=" + changed + " without step " + without + " of\n"
                                    + whole[changed]);
                }
            }
        }
    }
}
