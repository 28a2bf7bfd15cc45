package org.sennit.internal.endpoints.coll.algorithm;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.testkit.SeededRandom;

/** Collectives of blocks across an intercommunicator, in simulation, against a serial model. */
class InterBlocksTest {
    private static final int MOST_RANKS = 6;
    private static final long[] SIZES = {0, 1, 112, 5_000};

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    /** One exchange between sides of one and of the other size; equal blocks, or tables. */
    private interface Setting {
        void run(Sides sides, int root, boolean isTabled);
    }

    private final class Sides {
        final int own;
        final int other;
        final BlockExchange exchange;

        Sides(int own, int other, CollectiveKind kind) {
            this.own = own;
            this.other = other;
            List<ProcessMap> spreads = List.of(Placements.any(own, random), Placements.any(other, random));
            this.exchange = new BlockExchange(spreads, random);
            for (int i = 0; i < own + other; i++) {
                exchange.calls[i] = new CollectiveCall().set(kind, 0);
            }
        }

        /** The first rank of the side that a rank is not on. */
        int others(int i) {
            return i < own ? own : 0;
        }

        int othersCount(int i) {
            return i < own ? other : own;
        }

        int rank(int i) {
            return i < own ? i : i - own;
        }

        /** The root is on the first side. */
        void root(int root) {
            for (int i = 0; i < own + other; i++) {
                exchange.calls[i].root =
                        i == root ? CollectiveCall.SELF_ROOT : i < own ? CollectiveCall.NOT_ROOT : root;
            }
        }
    }

    private void forAll(CollectiveKind equal, CollectiveKind tabled, Setting setting) {
        for (int own = 1; own <= MOST_RANKS; own++) {
            for (int other = 1; other <= MOST_RANKS; other++) {
                for (int root = 0; root < own; root++) {
                    setting.run(new Sides(own, other, equal), root, false);
                    setting.run(new Sides(own, other, tabled), root, true);
                }
            }
        }
    }

    private long[] lengths(int count, boolean isTabled) {
        long[] lengths = new long[count];
        long each = SIZES[random.nextInt(SIZES.length)];
        for (int i = 0; i < count; i++) {
            lengths[i] = isTabled ? SIZES[random.nextInt(SIZES.length)] : each;
        }
        return lengths;
    }

    /** Where the blocks lie: by a table, or one after the other. */
    private static BlockTable table(BlockExchange exchange, long[] bytes, boolean isTabled) {
        if (isTabled) {
            return exchange.scattered(bytes);
        }
        long[] offsets = new long[bytes.length];
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = offsets[i - 1] + bytes[i - 1];
        }
        return new BlockTable(offsets, bytes);
    }

    private void gather(Sides sides, int root, boolean isTabled) {
        BlockExchange exchange = sides.exchange;
        long[] bytes = lengths(sides.other, isTabled);
        BlockTable table = table(exchange, bytes, isTabled);
        sides.root(root);
        exchange.calls[root].bytes = isTabled ? 0 : bytes[0];
        exchange.calls[root].receiveBlocks = isTabled ? table : null;
        exchange.giveOut(root, BlockExchange.end(table));
        for (int rank = 0; rank < sides.other; rank++) {
            exchange.calls[sides.own + rank].bytes = bytes[rank];
            exchange.giveIn(sides.own + rank, bytes[rank]);
        }
        exchange.model();
        for (int rank = 0; rank < sides.other; rank++) {
            exchange.expect(sides.own + rank, 0, root, table.offset(rank), bytes[rank]);
        }
        exchange.check(new InterGather());
    }

    private void scatter(Sides sides, int root, boolean isTabled) {
        BlockExchange exchange = sides.exchange;
        long[] bytes = lengths(sides.other, isTabled);
        BlockTable table = table(exchange, bytes, isTabled);
        sides.root(root);
        exchange.calls[root].bytes = isTabled ? 0 : bytes[0];
        exchange.calls[root].sendBlocks = isTabled ? table : null;
        exchange.giveIn(root, BlockExchange.end(table));
        for (int rank = 0; rank < sides.other; rank++) {
            exchange.calls[sides.own + rank].bytes = bytes[rank];
            exchange.giveOut(sides.own + rank, bytes[rank]);
        }
        exchange.model();
        for (int rank = 0; rank < sides.other; rank++) {
            exchange.expect(root, table.offset(rank), sides.own + rank, 0, bytes[rank]);
        }
        exchange.check(new InterScatter());
    }

    private void allgather(Sides sides, boolean isTabled) {
        BlockExchange exchange = sides.exchange;
        long[] bytes = lengths(sides.own + sides.other, isTabled);
        BlockTable[] tables = new BlockTable[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            long[] theirs = new long[sides.othersCount(i)];
            System.arraycopy(bytes, sides.others(i), theirs, 0, theirs.length);
            tables[i] = table(exchange, theirs, isTabled);
            exchange.calls[i].bytes = bytes[i];
            exchange.calls[i].receiveBlocks = isTabled ? tables[i] : null;
            exchange.giveIn(i, bytes[i]);
            exchange.giveOut(i, BlockExchange.end(tables[i]));
        }
        exchange.model();
        for (int i = 0; i < bytes.length; i++) {
            for (int rank = 0; rank < sides.othersCount(i); rank++) {
                exchange.expect(sides.others(i) + rank, 0, i, tables[i].offset(rank), tables[i].bytes(rank));
            }
        }
        exchange.check(new InterAllgather());
    }

    private void alltoall(Sides sides, boolean isTabled) {
        BlockExchange exchange = sides.exchange;
        int n = sides.own + sides.other;
        long[] all = lengths(n * n, isTabled); // from × n + to
        BlockTable[] sent = new BlockTable[n];
        BlockTable[] received = new BlockTable[n];
        for (int i = 0; i < n; i++) {
            long[] to = new long[sides.othersCount(i)];
            long[] from = new long[to.length];
            for (int rank = 0; rank < to.length; rank++) {
                to[rank] = all[i * n + sides.others(i) + rank];
                from[rank] = all[(sides.others(i) + rank) * n + i];
            }
            sent[i] = table(exchange, to, isTabled);
            received[i] = table(exchange, from, isTabled);
            exchange.calls[i].bytes = isTabled ? 0 : all[0];
            exchange.calls[i].sendBlocks = isTabled ? sent[i] : null;
            exchange.calls[i].receiveBlocks = isTabled ? received[i] : null;
            exchange.giveIn(i, BlockExchange.end(sent[i]));
            exchange.giveOut(i, BlockExchange.end(received[i]));
        }
        exchange.model();
        for (int i = 0; i < n; i++) {
            for (int rank = 0; rank < sides.othersCount(i); rank++) {
                int from = sides.others(i) + rank;
                long at = sent[from].offset(sides.rank(i));
                exchange.expect(from, at, i, received[i].offset(rank), received[i].bytes(rank));
            }
        }
        exchange.check(new InterAlltoall());
    }

    @Test
    void gatherBringsTheOtherSidesBlocksToTheRoot() {
        forAll(CollectiveKind.GATHER, CollectiveKind.GATHERV, this::gather);
    }

    @Test
    void scatterBringsTheRootsBlocksToTheOtherSide() {
        forAll(CollectiveKind.SCATTER, CollectiveKind.SCATTERV, this::scatter);
    }

    @Test
    void allgatherBringsEachSidesBlocksToTheOther() {
        forAll(CollectiveKind.ALLGATHER, CollectiveKind.ALLGATHERV, (sides, _, isTabled) -> allgather(sides, isTabled));
    }

    @Test
    void alltoallExchangesABlockBetweenEveryTwoAcross() {
        forAll(CollectiveKind.ALLTOALL, CollectiveKind.ALLTOALLV, (sides, _, isTabled) -> alltoall(sides, isTabled));
    }
}
