package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleFault;
import org.sennit.testkit.SeededRandom;

/**
 * Gatherv, scatterv, allgatherv and alltoallv with lengths, among them 0, and places drawn at random, in simulation,
 * against a serial model.
 */
class TabledCollectivesTest {
    private static final int MOST_RANKS = 17;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private interface Setting {
        BlockExchange of(ProcessMap map, int root, boolean isInPlace);
    }

    private void forAll(List<CollectiveAlgorithm> algorithms, CollectiveKind kind, Setting setting) {
        int runs = 0;
        for (int size = 1; size <= MOST_RANKS; size++) {
            for (ProcessMap map : Placements.all(size, random)) {
                for (CollectiveAlgorithm algorithm : algorithms) {
                    for (int root = 0; root < size && algorithm.suits(new CollectiveCall().set(kind, 1), map); root++) {
                        setting.of(map, root, random.nextBoolean()).check(algorithm);
                        runs++;
                    }
                }
            }
        }
        assertTrue(runs > 500, "runs=" + runs);
    }

    private long length() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> 0;
            case 2 -> random.nextInt(5_000);
            default -> random.nextInt(130);
        };
    }

    private long[] lengths(int count) {
        long[] lengths = new long[count];
        boolean areAllShort = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            lengths[i] = areAllShort ? random.nextInt(113) : length();
        }
        return lengths;
    }

    private BlockExchange exchange(ProcessMap map, CollectiveKind kind, int root, long[] bytes) {
        BlockExchange exchange = new BlockExchange(map, random);
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.calls[rank] = new CollectiveCall().set(kind, bytes[rank]);
            exchange.calls[rank].root = root;
        }
        return exchange;
    }

    private BlockExchange gatherv(ProcessMap map, int root, boolean isInPlace) {
        long[] bytes = lengths(map.size());
        BlockExchange exchange = exchange(map, CollectiveKind.GATHERV, root, bytes);
        BlockTable table = exchange.scattered(bytes);
        exchange.calls[root].receiveBlocks = table;
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveIn(rank, bytes[rank]);
        }
        exchange.giveOut(root, BlockExchange.end(table));
        if (isInPlace) {
            exchange.inPlace(root, table.offset(root));
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.expect(rank, 0, root, table.offset(rank), bytes[rank]);
        }
        return exchange;
    }

    private BlockExchange scatterv(ProcessMap map, int root, boolean isInPlace) {
        long[] bytes = lengths(map.size());
        BlockExchange exchange = exchange(map, CollectiveKind.SCATTERV, root, bytes);
        BlockTable table = exchange.scattered(bytes);
        exchange.calls[root].sendBlocks = table;
        exchange.giveIn(root, BlockExchange.end(table));
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.giveOut(rank, bytes[rank]);
        }
        if (isInPlace) {
            exchange.outInPlace(root, table.offset(root));
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            exchange.expect(root, table.offset(rank), rank, 0, bytes[rank]);
        }
        return exchange;
    }

    private BlockExchange allgatherv(ProcessMap map, boolean isInPlace) {
        long[] bytes = lengths(map.size());
        BlockExchange exchange = exchange(map, CollectiveKind.ALLGATHERV, CollectiveCall.NO_ROOT, bytes);
        for (int rank = 0; rank < map.size(); rank++) {
            BlockTable table = exchange.scattered(bytes); // places may differ between members
            exchange.calls[rank].receiveBlocks = table;
            exchange.giveIn(rank, bytes[rank]);
            exchange.giveOut(rank, BlockExchange.end(table));
            if (isInPlace) {
                exchange.inPlace(rank, table.offset(rank));
            }
        }
        exchange.model();
        for (int rank = 0; rank < map.size(); rank++) {
            for (int from = 0; from < map.size(); from++) {
                exchange.expect(from, 0, rank, exchange.calls[rank].receiveBlocks.offset(from), bytes[from]);
            }
        }
        return exchange;
    }

    private BlockExchange alltoallv(ProcessMap map, boolean isInPlace) {
        int n = map.size();
        long[][] bytes = new long[n][n]; // from, to
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                bytes[from][to] = isInPlace && to < from ? bytes[to][from] : length();
            }
        }
        BlockExchange exchange = exchange(map, CollectiveKind.ALLTOALLV, CollectiveCall.NO_ROOT, new long[n]);
        for (int rank = 0; rank < n; rank++) {
            CollectiveCall call = exchange.calls[rank];
            long[] received = new long[n];
            for (int from = 0; from < n; from++) {
                received[from] = bytes[from][rank];
            }
            call.receiveBlocks = exchange.scattered(received);
            call.sendBlocks = isInPlace ? call.receiveBlocks : exchange.scattered(bytes[rank]);
            exchange.giveIn(rank, BlockExchange.end(call.sendBlocks));
            exchange.giveOut(rank, BlockExchange.end(call.receiveBlocks));
            if (isInPlace) {
                exchange.inPlace(rank, 0);
            }
        }
        exchange.model();
        for (int rank = 0; rank < n; rank++) {
            for (int from = 0; from < n; from++) {
                long at = exchange.calls[from].sendBlocks.offset(rank);
                long to = exchange.calls[rank].receiveBlocks.offset(from);
                exchange.expect(from, at, rank, to, bytes[from][rank]);
            }
        }
        return exchange;
    }

    @Test
    void gathervBringsBlocksToTheirPlacesAtTheRoot() {
        forAll(List.of(new LinearGatherv()), CollectiveKind.GATHERV, this::gatherv);
    }

    @Test
    void scattervBringsEachRankItsBlock() {
        forAll(List.of(new LinearScatterv()), CollectiveKind.SCATTERV, this::scatterv);
    }

    @Test
    void allgathervBringsAllBlocksToTheirPlaces() {
        forAll(
                List.of(new DirectAllgather(), new LinearAllgather(), new RingAllgather(), new BruckAllgather()),
                CollectiveKind.ALLGATHERV,
                (map, _, isInPlace) -> allgatherv(map, isInPlace));
    }

    @Test
    void alltoallvExchangesABlockBetweenEveryTwo() {
        forAll(
                List.of(new PairwiseAlltoallv()),
                CollectiveKind.ALLTOALLV,
                (map, _, isInPlace) -> alltoallv(map, isInPlace));
    }

    @Test
    void aBlockOfAnotherLengthThanItsReceiverSaysIsAnError() {
        for (int i = 0; i < 300; i++) {
            int size = 2 + random.nextInt(6);
            ProcessMap map = Placements.any(size, random);
            int root = random.nextInt(size);
            int wrong = (root + 1 + random.nextInt(size - 1)) % size;
            BlockExchange gatherv = gatherv(map, root, false);
            gatherv.calls[wrong].bytes += 1 + random.nextInt(9);
            gatherv.giveIn(wrong, gatherv.calls[wrong].bytes);
            assertFault(gatherv, new LinearGatherv());
            BlockExchange scatterv = scatterv(map, root, false);
            scatterv.calls[wrong].bytes += 1 + random.nextInt(9);
            scatterv.giveOut(wrong, scatterv.calls[wrong].bytes);
            assertFault(scatterv, new LinearScatterv());
            BlockExchange alltoallv = alltoallv(map, false);
            BlockTable table = alltoallv.calls[wrong].receiveBlocks;
            long[] bytes = new long[size];
            for (int rank = 0; rank < size; rank++) {
                bytes[rank] = table.bytes(rank) + (rank == root ? 1 : 0);
            }
            alltoallv.calls[wrong].receiveBlocks = alltoallv.scattered(bytes);
            alltoallv.giveOut(wrong, BlockExchange.end(alltoallv.calls[wrong].receiveBlocks));
            assertFault(alltoallv, new PairwiseAlltoallv());
        }
    }

    private static void assertFault(BlockExchange exchange, CollectiveAlgorithm algorithm) {
        Throwable thrown = assertThrows(AssertionError.class, () -> exchange.check(algorithm));
        assertInstanceOf(ScheduleFault.class, thrown.getCause());
        assertTrue(
                thrown.getCause().getMessage().contains("bytes"),
                thrown.getCause().getMessage());
    }
}
