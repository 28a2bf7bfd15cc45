package org.sennit;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Driver.Call;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The neighbor collectives on a line and on a ring, against a plain model. */
@Deadline(seconds = 90)
@Core
class NeighborModelTest {
    private static final int[] COUNTS = {0, 1, 13, 3000};
    private static final int BEFORE = 0;
    private static final int AFTER = 1;

    static Stream<Arguments> cases() {
        return MovementModelTest.cases();
    }

    /** What a rank sends to the one before it, or after it. */
    private static long value(int from, int slot, int i, int round) {
        return (from * 2L + slot) * 1_000_003 + i * 7L + round;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void equalTheModel(Driver driver, Cells.Kind kind, int size) {
        Job.run(size, endpoint -> {
            for (boolean isRing : new boolean[] {false, true}) {
                try (Communicator line =
                        endpoint.world().createCartesian(new int[] {size}, new boolean[] {isRing}, false)) {
                    for (int count : COUNTS) {
                        new Model(line, isRing, driver, kind, count).run();
                    }
                }
            }
        });
    }

    /** The calls of one member. */
    private record Model(Communicator line, boolean isRing, Driver driver, Cells.Kind kind, int count) {
        void run() {
            allgather();
            allgatherv();
            alltoall();
            alltoallv();
        }

        private int neighbor(int slot) {
            int rank = line.rank() + (slot == BEFORE ? -1 : 1);
            return isRing ? Math.floorMod(rank, line.size()) : rank < line.size() ? rank : -1;
        }

        private void check(Cells in, int slot, int place, int length, boolean isSame, int round) {
            int from = neighbor(slot);
            in.check(
                    "from slot " + slot,
                    place,
                    length,
                    i -> from < 0 ? Cells.UNTOUCHED : value(from, isSame ? BEFORE : 1 - slot, i, round));
        }

        void allgather() {
            Cells out = new Cells(kind, count);
            Cells in = new Cells(kind, 2 * count);
            Object s = out.memory();
            Object r = in.memory();
            DataLayout l = out.layout(count);
            driver.perform(
                    round -> {
                        in.clear();
                        out.fill(0, count, i -> value(line.rank(), BEFORE, i, round));
                    },
                    new Call(
                            () -> line.neighborAllgather(s, r, l),
                            () -> line.nonblocking().neighborAllgather(s, l, r, l),
                            () -> line.persistent().neighborAllgather(s, r, l)),
                    round -> {
                        check(in, BEFORE, 0, count, true, round);
                        check(in, AFTER, count, count, true, round);
                    });
        }

        /** Every rank's block is as long as it has neighbors of a lower rank more. */
        private int length(int rank) {
            return rank < 0 || count == 0 ? 0 : count + rank;
        }

        void allgatherv() {
            int own = length(line.rank());
            Cells out = new Cells(kind, own);
            int[] counts = {length(neighbor(BEFORE)), length(neighbor(AFTER))};
            int[] places = {counts[AFTER] + 2, 1};
            Cells in = new Cells(kind, counts[BEFORE] + counts[AFTER] + 2);
            Blocks b = in.blocks(counts, places);
            Object s = out.memory();
            Object r = in.memory();
            DataLayout l = out.layout(own);
            driver.perform(
                    round -> {
                        in.clear();
                        out.fill(0, own, i -> value(line.rank(), BEFORE, i, round));
                    },
                    new Call(
                            () -> line.neighborAllgatherv(s, l, r, b),
                            () -> line.nonblocking().neighborAllgatherv(s, l, r, b),
                            () -> line.persistent().neighborAllgatherv(s, l, r, b)),
                    round -> {
                        check(in, BEFORE, places[BEFORE], counts[BEFORE], true, round);
                        check(in, AFTER, places[AFTER], counts[AFTER], true, round);
                        in.check("gap", 0, 1, i -> Cells.UNTOUCHED);
                    });
        }

        void alltoall() {
            Cells out = new Cells(kind, 2 * count);
            Cells in = new Cells(kind, 2 * count);
            Object s = out.memory();
            Object r = in.memory();
            DataLayout l = out.layout(count);
            driver.perform(
                    round -> {
                        in.clear();
                        out.fill(0, count, i -> value(line.rank(), BEFORE, i, round));
                        out.fill(count, count, i -> value(line.rank(), AFTER, i, round));
                    },
                    new Call(
                            () -> line.neighborAlltoall(s, r, l),
                            () -> line.nonblocking().neighborAlltoall(s, l, r, l),
                            () -> line.persistent().neighborAlltoall(s, r, l)),
                    round -> {
                        check(in, BEFORE, 0, count, false, round);
                        check(in, AFTER, count, count, false, round);
                    });
        }

        /** Blocks to the rank after are longer by one than those to the rank before. */
        void alltoallv() {
            int shorter = count;
            int longer = count == 0 ? 0 : count + 1;
            Cells out = new Cells(kind, shorter + longer + 1);
            Cells in = new Cells(kind, shorter + longer + 1);
            Blocks sb = out.blocks(new int[] {shorter, longer}, new int[] {longer + 1, 0});
            Blocks rb = in.blocks(new int[] {longer, shorter}, new int[] {0, longer + 1});
            Object s = out.memory();
            Object r = in.memory();
            driver.perform(
                    round -> {
                        in.clear();
                        out.fill(longer + 1, shorter, i -> value(line.rank(), BEFORE, i, round));
                        out.fill(0, longer, i -> value(line.rank(), AFTER, i, round));
                    },
                    new Call(
                            () -> line.neighborAlltoallv(s, sb, r, rb),
                            () -> line.nonblocking().neighborAlltoallv(s, sb, r, rb),
                            () -> line.persistent().neighborAlltoallv(s, sb, r, rb)),
                    round -> {
                        check(in, BEFORE, 0, longer, false, round);
                        check(in, AFTER, longer + 1, shorter, false, round);
                        in.check("gap", longer, 1, i -> Cells.UNTOUCHED);
                    });
        }
    }
}
