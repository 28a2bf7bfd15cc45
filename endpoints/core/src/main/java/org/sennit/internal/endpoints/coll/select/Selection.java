package org.sennit.internal.endpoints.coll.select;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;

/**
 * The table from which the algorithm of a call is chosen: the first row that the call fits. All members look with the same
 * call in the same table, so they choose the same; what only some members know is no ground for a choice. Immutable.
 */
public final class Selection {
    /** The table that is used. */
    public static final Selection DEFAULT = new Selection(List.of(
            new Row(CollectiveKind.BARRIER, 1, Row.ANY, new MeetingBarrier()),
            new Row(CollectiveKind.BROADCAST, 1, Row.ANY, new LineBroadcast()),
            new Row(CollectiveKind.BROADCAST, 1, Row.ANY, new SharedBroadcast()),
            new Row(CollectiveKind.GATHER, 9, 1 << 10, new BinomialGather()),
            new Row(CollectiveKind.GATHER, 2, 4 << 10, new LeaderGather()),
            new Row(CollectiveKind.GATHER, 1, Row.ANY, new LinearGather()),
            new Row(CollectiveKind.GATHERV, 1, Row.ANY, new LinearGatherv()),
            new Row(CollectiveKind.SCATTER, 9, 1 << 10, new BinomialScatter()),
            new Row(CollectiveKind.SCATTER, 2, 4 << 10, new LeaderScatter()),
            new Row(CollectiveKind.SCATTER, 1, Row.ANY, new LinearScatter()),
            new Row(CollectiveKind.SCATTERV, 1, Row.ANY, new LinearScatterv()),
            new Row(CollectiveKind.ALLGATHER, 1, Row.ANY, new DirectAllgather()),
            new Row(CollectiveKind.ALLGATHER, 9, 1 << 10, new BruckAllgather()),
            new Row(CollectiveKind.ALLGATHER, 2, 32 << 10, new LinearAllgather()),
            new Row(CollectiveKind.ALLGATHER, 2, Row.ANY, new RingAllgather()),
            new Row(CollectiveKind.ALLGATHER, 1, Row.ANY, new LinearAllgather()),
            new Row(CollectiveKind.ALLGATHERV, 1, Row.ANY, new DirectAllgather()),
            new Row(CollectiveKind.ALLGATHERV, 9, 1 << 10, new BruckAllgather()),
            new Row(CollectiveKind.ALLGATHERV, 2, 32 << 10, new LinearAllgather()),
            new Row(CollectiveKind.ALLGATHERV, 2, Row.ANY, new RingAllgather()),
            new Row(CollectiveKind.ALLGATHERV, 1, Row.ANY, new LinearAllgather()),
            new Row(CollectiveKind.ALLTOALL, 2, 1 << 10, new LeaderAlltoall()),
            new Row(CollectiveKind.ALLTOALL, 1, Row.ANY, new PairwiseAlltoall()),
            new Row(CollectiveKind.ALLTOALLV, 1, Row.ANY, new PairwiseAlltoallv()),
            new Row(CollectiveKind.REDUCE, 1, Row.ANY, new LineReduction()),
            new Row(CollectiveKind.REDUCE, 1, Row.ANY, new StripedReduction()),
            new Row(CollectiveKind.ALLREDUCE, 1, Row.ANY, new LineReduction()),
            new Row(CollectiveKind.ALLREDUCE, 1, Row.ANY, new StripedReduction()),
            new Row(CollectiveKind.REDUCE_SCATTER_BLOCK, 1, Row.ANY, new StripedReduceScatter()),
            new Row(CollectiveKind.REDUCE_SCATTER, 1, Row.ANY, new StripedReduceScatter()),
            new Row(CollectiveKind.SCAN, 1, Row.ANY, new LineScan()),
            new Row(CollectiveKind.SCAN, 1, Row.ANY, new StripedScan()),
            new Row(CollectiveKind.EXSCAN, 1, Row.ANY, new LineScan()),
            new Row(CollectiveKind.EXSCAN, 1, Row.ANY, new StripedScan()),
            new Row(CollectiveKind.NEIGHBOR_ALLGATHER, 1, Row.ANY, new LineNeighborAllgather()),
            new Row(CollectiveKind.NEIGHBOR_ALLGATHER, 1, Row.ANY, new DirectNeighborExchange()),
            new Row(CollectiveKind.NEIGHBOR_ALLGATHERV, 1, Row.ANY, new DirectNeighborExchange()),
            new Row(CollectiveKind.NEIGHBOR_ALLTOALL, 1, Row.ANY, new DirectNeighborExchange()),
            new Row(CollectiveKind.NEIGHBOR_ALLTOALLV, 1, Row.ANY, new DirectNeighborExchange())));

    private static final List<CollectiveAlgorithm> INTER = List.of(
            new InterCollective(), new InterGather(), new InterScatter(), new InterAllgather(), new InterAlltoall());

    private final Map<CollectiveKind, List<Row>> rows;

    /**
     * Makes a table.
     *
     * @param rows in the order in which they are looked at
     */
    public Selection(List<Row> rows) {
        this.rows = rows.stream()
                .collect(Collectors.groupingBy(
                        Row::kind, () -> new EnumMap<>(CollectiveKind.class), Collectors.toUnmodifiableList()));
    }

    /**
     * The algorithm of a call.
     *
     * @param call what is called
     * @param spread where the members live
     * @param isInter whether it goes across the two sides of an intercommunicator
     * @return the first that fits
     */
    public CollectiveAlgorithm choose(CollectiveCall call, ProcessMap spread, boolean isInter) {
        if (isInter) {
            return across(call, spread);
        }
        return rowFor(call, spread).algorithm();
    }

    /** The row of a call that does not go across an intercommunicator. */
    Row rowFor(CollectiveCall call, ProcessMap spread) {
        long bytes = call.kind == CollectiveKind.ALLGATHERV ? meanBytes(call.receiveBlocks) : call.bytes;
        for (Row row : rows.getOrDefault(call.kind, List.of())) {
            if (spread.processes() >= row.fromProcesses()
                    && bytes <= row.upToBytes()
                    && row.algorithm().suits(call, spread)) {
                return row;
            }
        }
        throw new IllegalStateException("no algorithm for " + call.kind.call());
    }

    private static CollectiveAlgorithm across(CollectiveCall call, ProcessMap spread) {
        for (CollectiveAlgorithm algorithm : INTER) {
            if (algorithm.suits(call, spread)) {
                return algorithm;
            }
        }
        throw new IllegalStateException("no algorithm across an intercommunicator for " + call.kind.call());
    }

    /** Known to all members, unlike the length of the caller's block. */
    private static long meanBytes(BlockTable blocks) {
        long total = 0;
        for (int i = 0; i < blocks.length(); i++) {
            total += blocks.bytes(i);
        }
        return total / blocks.length();
    }

    /**
     * Returns the rows of a collective.
     *
     * @param kind the collective
     * @return in the order in which they are looked at
     */
    public List<Row> rowsOf(CollectiveKind kind) {
        return rows.getOrDefault(kind, List.of());
    }
}
