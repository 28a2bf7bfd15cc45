package org.sennit;

import static org.sennit.Communicator.IN_PLACE;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Driver.Call;
import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Each collective that reduces, against a plain model: three drivers, three kinds of memory, in place, every root. The
 * operation is associative but not commutative, so that operands in the wrong order are found.
 */
@Deadline(seconds = 90)
@Core
class ReductionModelTest {
    private static final int[] COUNTS = {0, 1, 13, 200, 3000};

    /** The maps x → a·x + b over 32 bits, one after the other: a in the high half, b in the low. */
    private static long after(long first, long second) {
        int a = (int) (first >> 32);
        int b = (int) first;
        int c = (int) (second >> 32);
        int d = (int) second;
        return (long) (a * c) << 32 | (c * b + d) & 0xffffffffL;
    }

    private static final Operation COMPOSE = Operation.ofLongs("compose", false, ReductionModelTest::after);

    static Stream<Arguments> cases() {
        return MovementModelTest.cases();
    }

    private static long value(int rank, int i, int round) {
        return (rank * 2L + 3) * 0x1_0000_0001L * (i % 11 + 1) + round;
    }

    /** What the operands of the ranks before an end come to. */
    private static long reduced(int end, int i, int round) {
        long result = value(0, i, round);
        for (int rank = 1; rank < end; rank++) {
            result = after(result, value(rank, i, round));
        }
        return result;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void equalTheModel(Driver driver, Cells.Kind kind, int size) {
        Job.run(size, endpoint -> {
            Model model = new Model(endpoint.world(), driver, kind);
            for (int count : COUNTS) {
                for (boolean inPlace : new boolean[] {false, true}) {
                    for (int root = 0; root < size; root++) {
                        model.reduce(count, root, inPlace);
                    }
                    model.allreduce(count, inPlace);
                    model.scan(count, inPlace);
                    model.exscan(count, inPlace);
                    model.reduceScatterBlock(count, inPlace);
                    model.reduceScatter(count, inPlace);
                }
            }
        });
    }

    /** The calls of one member. */
    private record Model(Communicator world, Driver driver, Cells.Kind kind) {
        private int rank() {
            return world.rank();
        }

        private void perform(int count, boolean inPlace, Cells in, Cells out, Call call, int end) {
            driver.perform(
                    round -> {
                        out.clear();
                        (inPlace ? out : in).fill(0, count, i -> value(rank(), i, round));
                    },
                    call,
                    round -> {
                        if (end > 0) {
                            out.check("result", 0, count, i -> reduced(end, i, round));
                        }
                    });
        }

        void reduce(int count, int root, boolean inPlace) {
            boolean isRoot = rank() == root;
            Cells in = new Cells(kind, count);
            Cells out = new Cells(kind, count);
            Object s = isRoot && inPlace ? IN_PLACE : in.memory();
            Object r = isRoot ? out.memory() : null;
            DataLayout l = in.layout(count);
            Call call = new Call(
                    () -> world.reduce(s, r, l, COMPOSE, root),
                    () -> world.nonblocking().reduce(s, r, l, COMPOSE, root),
                    () -> world.persistent().reduce(s, r, l, COMPOSE, root));
            perform(count, isRoot && inPlace, in, out, call, isRoot ? world.size() : 0);
        }

        void allreduce(int count, boolean inPlace) {
            Cells in = new Cells(kind, count);
            Cells out = new Cells(kind, count);
            Object s = inPlace ? IN_PLACE : in.memory();
            Object r = out.memory();
            DataLayout l = in.layout(count);
            Call call = new Call(
                    () -> world.allreduce(s, r, l, COMPOSE),
                    () -> world.nonblocking().allreduce(s, r, l, COMPOSE),
                    () -> world.persistent().allreduce(s, r, l, COMPOSE));
            perform(count, inPlace, in, out, call, world.size());
        }

        void scan(int count, boolean inPlace) {
            Cells in = new Cells(kind, count);
            Cells out = new Cells(kind, count);
            Object s = inPlace ? IN_PLACE : in.memory();
            Object r = out.memory();
            DataLayout l = in.layout(count);
            Call call = new Call(
                    () -> world.scan(s, r, l, COMPOSE),
                    () -> world.nonblocking().scan(s, r, l, COMPOSE),
                    () -> world.persistent().scan(s, r, l, COMPOSE));
            perform(count, inPlace, in, out, call, rank() + 1);
        }

        void exscan(int count, boolean inPlace) {
            Cells in = new Cells(kind, count);
            Cells out = new Cells(kind, count);
            Object s = inPlace ? IN_PLACE : in.memory();
            Object r = out.memory();
            DataLayout l = in.layout(count);
            Call call = new Call(
                    () -> world.exscan(s, r, l, COMPOSE),
                    () -> world.nonblocking().exscan(s, r, l, COMPOSE),
                    () -> world.persistent().exscan(s, r, l, COMPOSE));
            perform(count, inPlace, in, out, call, rank());
            if (rank() == 0 && !inPlace) {
                out.check("of rank 0", 0, count, i -> Cells.UNTOUCHED);
            }
        }

        void reduceScatterBlock(int count, boolean inPlace) {
            int all = count * world.size();
            Cells in = new Cells(kind, inPlace ? 0 : all);
            Cells out = new Cells(kind, inPlace ? all : count);
            Object s = inPlace ? IN_PLACE : in.memory();
            Object r = out.memory();
            DataLayout l = out.layout(count);
            scattered(
                    inPlace ? out : in,
                    all,
                    out,
                    rank() * count,
                    count,
                    new Call(
                            () -> world.reduceScatterBlock(s, r, l, COMPOSE),
                            () -> world.nonblocking().reduceScatterBlock(s, r, l, COMPOSE),
                            () -> world.persistent().reduceScatterBlock(s, r, l, COMPOSE)));
        }

        void reduceScatter(int count, boolean inPlace) {
            int[] counts = new int[world.size()];
            Arrays.setAll(counts, i -> count == 0 ? 0 : count - 1 + i);
            int first = Arrays.stream(counts).limit(rank()).sum();
            int all = Arrays.stream(counts).sum();
            Cells in = new Cells(kind, inPlace ? 0 : all);
            Cells out = new Cells(kind, inPlace ? all : counts[rank()]);
            Object s = inPlace ? IN_PLACE : in.memory();
            Object r = out.memory();
            DataLayout l = out.layout(counts[rank()]);
            Blocks b = Blocks.of(out.element(), counts);
            if (inPlace && !((TabledBlocks) b).isConsecutive()) {
                return; // is an error
            }
            scattered(
                    inPlace ? out : in,
                    all,
                    out,
                    first,
                    counts[rank()],
                    new Call(
                            () -> world.reduceScatter(s, b, r, l, COMPOSE),
                            () -> world.nonblocking().reduceScatter(s, b, r, l, COMPOSE),
                            () -> world.persistent().reduceScatter(s, b, r, l, COMPOSE)));
        }

        private void scattered(Cells operand, int all, Cells out, int first, int count, Call call) {
            driver.perform(
                    round -> {
                        out.clear();
                        operand.fill(0, all, i -> value(rank(), i, round));
                    },
                    call,
                    round -> out.check("block", 0, count, i -> reduced(world.size(), first + i, round)));
        }
    }
}
