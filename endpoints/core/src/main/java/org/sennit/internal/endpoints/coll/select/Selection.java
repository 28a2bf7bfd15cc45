package org.sennit.internal.endpoints.coll.select;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.algorithm.BinomialGather;
import org.sennit.internal.endpoints.coll.algorithm.BinomialScatter;
import org.sennit.internal.endpoints.coll.algorithm.BruckAllgather;
import org.sennit.internal.endpoints.coll.algorithm.DirectAllgather;
import org.sennit.internal.endpoints.coll.algorithm.DirectNeighborExchange;
import org.sennit.internal.endpoints.coll.algorithm.InterAllgather;
import org.sennit.internal.endpoints.coll.algorithm.InterAlltoall;
import org.sennit.internal.endpoints.coll.algorithm.InterCollective;
import org.sennit.internal.endpoints.coll.algorithm.InterGather;
import org.sennit.internal.endpoints.coll.algorithm.InterScatter;
import org.sennit.internal.endpoints.coll.algorithm.LeaderAlltoall;
import org.sennit.internal.endpoints.coll.algorithm.LeaderGather;
import org.sennit.internal.endpoints.coll.algorithm.LeaderScatter;
import org.sennit.internal.endpoints.coll.algorithm.LineBroadcast;
import org.sennit.internal.endpoints.coll.algorithm.LineNeighborAllgather;
import org.sennit.internal.endpoints.coll.algorithm.LineReduction;
import org.sennit.internal.endpoints.coll.algorithm.LineScan;
import org.sennit.internal.endpoints.coll.algorithm.LinearAllgather;
import org.sennit.internal.endpoints.coll.algorithm.LinearGather;
import org.sennit.internal.endpoints.coll.algorithm.LinearGatherv;
import org.sennit.internal.endpoints.coll.algorithm.LinearScatter;
import org.sennit.internal.endpoints.coll.algorithm.LinearScatterv;
import org.sennit.internal.endpoints.coll.algorithm.MeetingBarrier;
import org.sennit.internal.endpoints.coll.algorithm.PairwiseAlltoall;
import org.sennit.internal.endpoints.coll.algorithm.PairwiseAlltoallv;
import org.sennit.internal.endpoints.coll.algorithm.RingAllgather;
import org.sennit.internal.endpoints.coll.algorithm.SharedBroadcast;
import org.sennit.internal.endpoints.coll.algorithm.StripedReduceScatter;
import org.sennit.internal.endpoints.coll.algorithm.StripedReduction;
import org.sennit.internal.endpoints.coll.algorithm.StripedScan;
import org.sennit.internal.endpoints.coll.algorithm.WholeReduction;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;

/**
 * The table from which the algorithm of a call is selected: the first row that fits. All members look up the same call
 * in the same table, so they select the same; the selection must not depend on anything that only some members know.
 * Immutable.
 */
public final class Selection {
    private static final Map<CollectiveKind, List<Row>> ROWS = Stream.of(
                    new Row(CollectiveKind.BARRIER, new MeetingBarrier()),
                    new Row(CollectiveKind.BROADCAST, new LineBroadcast()),
                    new Row(CollectiveKind.BROADCAST, new SharedBroadcast()),
                    manyJvms(CollectiveKind.GATHER, CollectiveOptions.GATHER_TREE, new BinomialGather()),
                    new Row(CollectiveKind.GATHER, CollectiveOptions.GATHER_LEADER, new LeaderGather()),
                    new Row(CollectiveKind.GATHER, new LinearGather()),
                    new Row(CollectiveKind.GATHERV, new LinearGatherv()),
                    manyJvms(CollectiveKind.SCATTER, CollectiveOptions.GATHER_TREE, new BinomialScatter()),
                    new Row(CollectiveKind.SCATTER, CollectiveOptions.GATHER_LEADER, new LeaderScatter()),
                    new Row(CollectiveKind.SCATTER, new LinearScatter()),
                    new Row(CollectiveKind.SCATTERV, new LinearScatterv()),
                    new Row(CollectiveKind.ALLGATHER, new DirectAllgather()),
                    manyJvms(CollectiveKind.ALLGATHER, CollectiveOptions.ALLGATHER_BRUCK, new BruckAllgather()),
                    new Row(CollectiveKind.ALLGATHER, CollectiveOptions.ALLGATHER_LINEAR, new LinearAllgather()),
                    new Row(CollectiveKind.ALLGATHER, new RingAllgather()),
                    new Row(CollectiveKind.ALLGATHER, new LinearAllgather()),
                    new Row(CollectiveKind.ALLGATHERV, new DirectAllgather()),
                    manyJvms(CollectiveKind.ALLGATHERV, CollectiveOptions.ALLGATHER_BRUCK, new BruckAllgather()),
                    new Row(CollectiveKind.ALLGATHERV, CollectiveOptions.ALLGATHER_LINEAR, new LinearAllgather()),
                    new Row(CollectiveKind.ALLGATHERV, new RingAllgather()),
                    new Row(CollectiveKind.ALLGATHERV, new LinearAllgather()),
                    new Row(CollectiveKind.ALLTOALL, CollectiveOptions.ALLTOALL_LEADER, new LeaderAlltoall()),
                    new Row(CollectiveKind.ALLTOALL, new PairwiseAlltoall()),
                    new Row(CollectiveKind.ALLTOALLV, new PairwiseAlltoallv()),
                    manyJvms(CollectiveKind.REDUCE, CollectiveOptions.REDUCE_STEPS, LineReduction.inLogSteps()),
                    manyJvms(CollectiveKind.REDUCE, CollectiveOptions.REDUCE_STEPS, WholeReduction.inLogSteps()),
                    new Row(CollectiveKind.REDUCE, CollectiveOptions.REDUCE_WHOLE, new WholeReduction()),
                    new Row(CollectiveKind.REDUCE, new LineReduction()),
                    new Row(CollectiveKind.REDUCE, new StripedReduction()),
                    manyJvms(CollectiveKind.ALLREDUCE, CollectiveOptions.REDUCE_STEPS, LineReduction.inLogSteps()),
                    manyJvms(CollectiveKind.ALLREDUCE, CollectiveOptions.REDUCE_STEPS, WholeReduction.inLogSteps()),
                    new Row(CollectiveKind.ALLREDUCE, CollectiveOptions.REDUCE_WHOLE, new WholeReduction()),
                    new Row(CollectiveKind.ALLREDUCE, new LineReduction()),
                    new Row(CollectiveKind.ALLREDUCE, new StripedReduction()),
                    manyJvms(
                            CollectiveKind.REDUCE_SCATTER_BLOCK,
                            CollectiveOptions.REDUCE_STEPS,
                            StripedReduceScatter.inLogSteps()),
                    new Row(CollectiveKind.REDUCE_SCATTER_BLOCK, new StripedReduceScatter()),
                    manyJvms(
                            CollectiveKind.REDUCE_SCATTER,
                            CollectiveOptions.REDUCE_STEPS,
                            StripedReduceScatter.inLogSteps()),
                    new Row(CollectiveKind.REDUCE_SCATTER, new StripedReduceScatter()),
                    new Row(CollectiveKind.SCAN, new LineScan()),
                    manyJvms(CollectiveKind.SCAN, CollectiveOptions.REDUCE_STEPS, StripedScan.inLogSteps()),
                    new Row(CollectiveKind.SCAN, new StripedScan()),
                    new Row(CollectiveKind.EXSCAN, new LineScan()),
                    manyJvms(CollectiveKind.EXSCAN, CollectiveOptions.REDUCE_STEPS, StripedScan.inLogSteps()),
                    new Row(CollectiveKind.EXSCAN, new StripedScan()),
                    new Row(CollectiveKind.NEIGHBOR_ALLGATHER, new LineNeighborAllgather()),
                    new Row(CollectiveKind.NEIGHBOR_ALLGATHER, new DirectNeighborExchange()),
                    new Row(CollectiveKind.NEIGHBOR_ALLGATHERV, new DirectNeighborExchange()),
                    new Row(CollectiveKind.NEIGHBOR_ALLTOALL, new DirectNeighborExchange()),
                    new Row(CollectiveKind.NEIGHBOR_ALLTOALLV, new DirectNeighborExchange()))
            .collect(Collectors.groupingBy(
                    Row::kind, () -> new EnumMap<>(CollectiveKind.class), Collectors.toUnmodifiableList()));

    private static final List<CollectiveAlgorithm> INTER = List.of(
            new InterCollective(), new InterGather(), new InterScatter(), new InterAllgather(), new InterAlltoall());

    private final Options options;

    private static Row manyJvms(CollectiveKind kind, Option<Long> upTo, CollectiveAlgorithm algorithm) {
        return new Row(kind, CollectiveOptions.MANY_JVMS, upTo, algorithm);
    }

    /**
     * Makes the selection of a job.
     *
     * @param options its options, the same in all its processes
     */
    public Selection(Options options) {
        this.options = options;
    }

    /**
     * Returns the algorithm of a call.
     *
     * @param call what is called
     * @param map where the members live
     * @param isInter whether it goes across the two sides of an intercommunicator
     * @return the first that fits
     */
    public CollectiveAlgorithm choose(CollectiveCall call, ProcessMap map, boolean isInter) {
        if (isInter) {
            return across(call, map);
        }
        return rowFor(call, map).algorithm();
    }

    /** Returns the row of a call that does not go across an intercommunicator. */
    Row rowFor(CollectiveCall call, ProcessMap map) {
        long bytes = switch (call.kind) {
            case ALLGATHERV -> meanBytes(call.receiveBlocks);
            case REDUCE_SCATTER -> totalBytes(call.receiveBlocks);
            case REDUCE_SCATTER_BLOCK -> call.bytes * map.size(); // of the operand
            default -> call.bytes;
        };
        for (Row row : rowsOf(call.kind)) {
            if (row.applies(options, map.processes(), bytes) && row.algorithm().suits(call, map)) {
                return row;
            }
        }
        throw new IllegalStateException("no algorithm for " + call.kind.call());
    }

    private static CollectiveAlgorithm across(CollectiveCall call, ProcessMap map) {
        for (CollectiveAlgorithm algorithm : INTER) {
            if (algorithm.suits(call, map)) {
                return algorithm;
            }
        }
        throw new IllegalStateException("no algorithm across an intercommunicator for " + call.kind.call());
    }

    /** Returns the mean length of a block, which all members know, unlike the length of the caller's block. */
    private static long meanBytes(BlockTable blocks) {
        return totalBytes(blocks) / blocks.length();
    }

    private static long totalBytes(BlockTable blocks) {
        long total = 0;
        for (int i = 0; i < blocks.length(); i++) {
            total += blocks.bytes(i);
        }
        return total;
    }

    /** Returns the rows of a collective in the order in which they are looked at. */
    static List<Row> rowsOf(CollectiveKind kind) {
        return ROWS.getOrDefault(kind, List.of());
    }
}
