package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.endpoints.topology.CartesianTopology;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Neighbor collectives in simulation, against a serial model: in grids with and without ends, of extents 1 and 2 too,
 * and in random graphs with loops, several edges between two ranks, and ranks without any.
 */
@Deadline(seconds = 120)
class NeighborCollectivesTest {
    private static final long[] SIZES = {
        0, 1, 8, LineNeighborAllgather.MOST_BYTES, LineNeighborAllgather.MOST_BYTES + 1, BufferRef.LINE_BYTES, 3_000
    };
    private static final int[][] GRIDS = {{}, {1}, {2}, {3}, {2, 1}, {2, 2}, {3, 4}, {2, 3, 2}, {17}};
    private static final List<CollectiveAlgorithm> ALGORITHMS =
            List.of(new DirectNeighborExchange(), new LineNeighborAllgather());

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @Test
    void bringBlocksToNeighborsInGrids() {
        int runs = 0;
        for (int[] dims : GRIDS) {
            for (int set = 0; set < 1 << dims.length; set++) {
                boolean[] periods = new boolean[dims.length];
                for (int d = 0; d < dims.length; d++) {
                    periods[d] = (set >> d & 1) != 0;
                }
                int size = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
                runs += forAll(IntStream.range(0, size)
                        .mapToObj(rank -> new CartesianTopology(dims, periods, rank).neighborhood())
                        .toArray(Neighborhood[]::new));
            }
        }
        assertTrue(runs > 1000, "runs=" + runs);
    }

    @Test
    void bringBlocksToNeighborsInGraphs() {
        int runs = 0;
        for (int round = 0; round < 40; round++) {
            runs += forAll(graph(1 + random.nextInt(12)));
        }
        assertTrue(runs > 1000, "runs=" + runs);
    }

    /**
     * Edges between random ranks; both ends have them in random order, but those of the same two ranks in one order.
     */
    private Neighborhood[] graph(int size) {
        List<List<Integer>> sources = lists(size);
        List<List<Integer>> destinations = lists(size);
        for (int edge = random.nextInt(3 * size); edge > 0; edge--) {
            int from = random.nextInt(size);
            int to = random.nextInt(size);
            List<Integer> in = sources.get(to);
            List<Integer> out = destinations.get(from);
            in.add(random.nextInt(in.size() + 1), from);
            out.add(random.nextInt(out.size() + 1), to);
        }
        Neighborhood[] near = new Neighborhood[size];
        for (int rank = 0; rank < size; rank++) {
            int[] own = ints(sources.get(rank));
            int[] slots = new int[own.length];
            for (int i = 0; i < own.length; i++) {
                int source = own[i];
                int to = rank;
                List<Integer> theirs = destinations.get(source);
                long before = Arrays.stream(own, 0, i).filter(s -> s == source).count();
                slots[i] = IntStream.range(0, theirs.size())
                        .filter(slot -> theirs.get(slot) == to)
                        .skip(before)
                        .findFirst()
                        .orElseThrow();
            }
            near[rank] = new Neighborhood(own, ints(destinations.get(rank)), slots);
        }
        return near;
    }

    private static List<List<Integer>> lists(int size) {
        List<List<Integer>> lists = new ArrayList<>();
        IntStream.range(0, size).forEach(_ -> lists.add(new ArrayList<>()));
        return lists;
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private int forAll(Neighborhood[] near) {
        int runs = 0;
        for (ProcessMap map : Placements.all(near.length, random)) {
            for (CollectiveAlgorithm algorithm : ALGORITHMS) {
                for (long bytes : SIZES) {
                    runs += check(algorithm, equalBlocks(map, near, CollectiveKind.NEIGHBOR_ALLGATHER, bytes));
                    runs += check(algorithm, equalBlocks(map, near, CollectiveKind.NEIGHBOR_ALLTOALL, bytes));
                }
                runs += check(algorithm, tabledBlocks(map, near, CollectiveKind.NEIGHBOR_ALLGATHERV));
                runs += check(algorithm, tabledBlocks(map, near, CollectiveKind.NEIGHBOR_ALLTOALLV));
            }
        }
        return runs;
    }

    private static int check(CollectiveAlgorithm algorithm, BlockExchange exchange) {
        if (!algorithm.suits(exchange.calls[0], exchange.map)) {
            return 0;
        }
        exchange.check(algorithm);
        return 1;
    }

    private BlockExchange exchange(ProcessMap map, Neighborhood[] near, CollectiveKind kind) {
        BlockExchange exchange = new BlockExchange(map, random);
        for (int rank = 0; rank < near.length; rank++) {
            exchange.calls[rank] = new CollectiveCall().set(kind, 0);
            exchange.calls[rank].neighbors = near[rank];
        }
        return exchange;
    }

    private BlockExchange equalBlocks(ProcessMap map, Neighborhood[] near, CollectiveKind kind, long bytes) {
        BlockExchange exchange = exchange(map, near, kind);
        boolean isGather = kind == CollectiveKind.NEIGHBOR_ALLGATHER;
        for (int rank = 0; rank < near.length; rank++) {
            exchange.calls[rank].bytes = bytes;
            exchange.giveIn(rank, isGather ? bytes : bytes * near[rank].destinations().length);
            exchange.giveOut(rank, bytes * near[rank].sources().length);
        }
        exchange.model();
        for (int rank = 0; rank < near.length; rank++) {
            for (int i = 0; i < near[rank].sources().length; i++) {
                int source = near[rank].sources()[i];
                if (source >= 0) {
                    long at = isGather ? 0 : near[rank].sourceSlots()[i] * bytes;
                    exchange.expect(source, at, rank, i * bytes, bytes);
                }
            }
        }
        return exchange;
    }

    private BlockExchange tabledBlocks(ProcessMap map, Neighborhood[] near, CollectiveKind kind) {
        BlockExchange exchange = exchange(map, near, kind);
        boolean isGather = kind == CollectiveKind.NEIGHBOR_ALLGATHERV;
        BlockTable[] sent = new BlockTable[near.length];
        for (int rank = 0; rank < near.length; rank++) {
            long own = random.nextInt(300);
            sent[rank] = table(IntStream.range(0, near[rank].destinations().length)
                    .mapToLong(_ -> isGather ? own : random.nextInt(3) == 0 ? 0 : random.nextInt(300))
                    .toArray());
            exchange.calls[rank].bytes = isGather ? own : 0;
            exchange.calls[rank].sendBlocks = isGather ? null : sent[rank];
            exchange.giveIn(rank, isGather ? own : end(sent[rank]));
        }
        for (int rank = 0; rank < near.length; rank++) {
            Neighborhood own = near[rank];
            exchange.calls[rank].receiveBlocks = table(IntStream.range(0, own.sources().length)
                    .mapToLong(i -> own.sources()[i] < 0 ? 40 : sent[own.sources()[i]].bytes(own.sourceSlots()[i]))
                    .toArray());
            exchange.giveOut(rank, end(exchange.calls[rank].receiveBlocks));
        }
        exchange.model();
        for (int rank = 0; rank < near.length; rank++) {
            BlockTable received = exchange.calls[rank].receiveBlocks;
            for (int i = 0; i < received.length(); i++) {
                int source = near[rank].sources()[i];
                if (source >= 0) {
                    long at = isGather ? 0 : sent[source].offset(near[rank].sourceSlots()[i]);
                    exchange.expect(source, at, rank, received.offset(i), received.bytes(i));
                }
            }
        }
        return exchange;
    }

    /** Blocks with gaps between them, in reverse order. */
    private BlockTable table(long[] bytes) {
        long[] offsets = new long[bytes.length];
        long at = 0;
        for (int i = bytes.length - 1; i >= 0; i--) {
            at += random.nextInt(5);
            offsets[i] = at;
            at += bytes[i];
        }
        return new BlockTable(offsets, bytes);
    }

    private static long end(BlockTable table) {
        return table.length() == 0 ? 0 : table.offset(0) + table.bytes(0);
    }
}
