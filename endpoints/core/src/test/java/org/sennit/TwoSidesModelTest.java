package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.sennit.Communicator.IN_PLACE;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Driver.Call;
import org.sennit.config.Options;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The collectives across the two sides of an intercommunicator, against a plain model: three drivers, every root. */
@Deadline(seconds = 90)
@Core
class TwoSidesModelTest {
    private static final int[] COUNTS = {0, 1, 13, 3000};

    static Stream<Arguments> cases() {
        return Stream.of(Driver.values())
                .flatMap(driver -> Stream.of(
                        Arguments.of(driver, 1, 1, false),
                        Arguments.of(driver, 1, 3, false),
                        Arguments.of(driver, 3, 2, false),
                        Arguments.of(driver, 3, 2, true)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void equalTheModel(Driver driver, int low, int high, boolean isChecked) {
        Options options = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, isChecked, "test");
        Job.run(low + high, options, endpoint -> {
            Communicator world = endpoint.world();
            int side = world.rank() < low ? 0 : 1;
            try (Communicator own = world.split(side, 0);
                    Intercommunicator both =
                            own.createIntercommunicator(0, own.rank() == 0 ? world : null, side == 0 ? low : 0, 1)) {
                for (int count : COUNTS) {
                    Model model = new Model(both, side, driver, count);
                    for (int rootSide = 0; rootSide < 2; rootSide++) {
                        for (int root = 0; root < (rootSide == 0 ? low : high); root++) {
                            model.rooted(rootSide, root);
                        }
                    }
                    model.unrooted();
                }
                assertMistakes(both);
            }
        });
    }

    private static void assertMistakes(Communicator both) {
        long[] all = new long[100];
        assertEquals(ErrorClass.COMM, errorOf(() -> both.scan(new long[1], new long[1], Operation.SUM)));
        assertEquals(ErrorClass.BUFFER, errorOf(() -> both.allgather(IN_PLACE, all)));
        assertEquals(ErrorClass.BUFFER, errorOf(() -> both.allreduce(IN_PLACE, all, Operation.SUM)));
        assertEquals(ErrorClass.ROOT, errorOf(() -> both.broadcast(all, 77)));
        both.barrier();
    }

    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    private static long value(int side, int from, int to, int i, int round) {
        return ((side * 5L + from) * 31 + to) * 1_000_003 + i * 7L + round;
    }

    /** The calls of one member; what it says to itself of a root is what MPI wants. */
    private record Model(Intercommunicator both, int side, Driver driver, int count) {
        private int rank() {
            return both.rank();
        }

        private int remote() {
            return both.remoteSize();
        }

        private static void fill(long[] memory, int first, int length, int side, int from, int to, int round) {
            for (int i = 0; i < length; i++) {
                memory[first + i] = value(side, from, to, i, round);
            }
        }

        private static void check(
                String what, long[] memory, int first, int length, int side, int from, int to, int round) {
            for (int i = 0; i < length; i++) {
                assertEquals(value(side, from, to, i, round), memory[first + i], what + " from " + from + " at " + i);
            }
        }

        void rooted(int rootSide, int root) {
            boolean isRoot = side == rootSide && rank() == root;
            boolean isOther = side != rootSide;
            int said = isRoot ? Communicator.ROOT : isOther ? root : Communicator.NULL_PROCESS;
            broadcast(said, rootSide, root, isRoot, isOther);
            gather(said, isRoot, isOther);
            scatter(said, rootSide, root, isRoot, isOther);
            gatherv(said, isRoot, isOther);
            scatterv(said, rootSide, root, isRoot, isOther);
            reduce(said, isRoot, isOther);
        }

        private void broadcast(int said, int rootSide, int root, boolean isRoot, boolean isOther) {
            long[] m = isRoot || isOther ? new long[count] : null;
            driver.perform(
                    round -> {
                        if (isRoot) {
                            fill(m, 0, count, rootSide, root, 0, round);
                        }
                    },
                    new Call(
                            () -> both.broadcast(m, said),
                            () -> both.nonblocking().broadcast(m, said),
                            () -> both.persistent().broadcast(m, said)),
                    round -> check("broadcast", m, 0, isOther ? count : 0, rootSide, root, 0, round));
        }

        private void gather(int said, boolean isRoot, boolean isOther) {
            long[] own = isOther ? new long[count] : null;
            long[] all = isRoot ? new long[remote() * count] : null;
            driver.perform(
                    round -> {
                        if (isOther) {
                            fill(own, 0, count, side, rank(), 0, round);
                        }
                    },
                    isRoot
                            ? new Call(
                                    () -> both.gather(own, all, DataLayout.LONG.count(count), said),
                                    () -> both.nonblocking().gather(own, all, DataLayout.LONG.count(count), said),
                                    () -> both.persistent().gather(own, all, DataLayout.LONG.count(count), said))
                            : new Call(
                                    () -> both.gather(own, all, said),
                                    () -> both.nonblocking().gather(own, all, said),
                                    () -> both.persistent().gather(own, all, said)),
                    round -> {
                        for (int from = 0; isRoot && from < remote(); from++) {
                            check("gather", all, from * count, count, 1 - side, from, 0, round);
                        }
                    });
        }

        private void scatter(int said, int rootSide, int root, boolean isRoot, boolean isOther) {
            long[] own = isOther ? new long[count] : null;
            long[] all = isRoot ? new long[remote() * count] : null;
            driver.perform(
                    round -> {
                        for (int to = 0; isRoot && to < remote(); to++) {
                            fill(all, to * count, count, side, root, to, round);
                        }
                    },
                    new Call(
                            () -> both.scatter(all, own, said),
                            () -> both.nonblocking().scatter(all, own, said),
                            () -> both.persistent().scatter(all, own, said)),
                    round -> check("scatter", own, 0, isOther ? count : 0, rootSide, root, rank(), round));
        }

        /** How much a rank of a side gives or gets where lengths differ. */
        private int length(int ofSide, int rank) {
            return count == 0 ? 0 : count + rank + ofSide;
        }

        private int[] lengths(int ofSide, int ranks) {
            int[] lengths = new int[ranks];
            Arrays.setAll(lengths, rank -> length(ofSide, rank));
            return lengths;
        }

        private static int before(int[] lengths, int rank) {
            return Arrays.stream(lengths).limit(rank).sum();
        }

        private void gatherv(int said, boolean isRoot, boolean isOther) {
            int[] lengths = lengths(1 - side, remote());
            Blocks blocks = isRoot ? Blocks.of(DataLayout.LONG, lengths) : null;
            long[] own = isOther ? new long[length(side, rank())] : null;
            long[] all = isRoot ? new long[before(lengths, remote())] : null;
            driver.perform(
                    round -> {
                        if (isOther) {
                            fill(own, 0, own.length, side, rank(), 0, round);
                        }
                    },
                    new Call(
                            () -> both.gatherv(own, all, blocks, said),
                            () -> both.nonblocking().gatherv(own, all, blocks, said),
                            () -> both.persistent().gatherv(own, all, blocks, said)),
                    round -> {
                        for (int from = 0; isRoot && from < remote(); from++) {
                            check("gatherv", all, before(lengths, from), lengths[from], 1 - side, from, 0, round);
                        }
                    });
        }

        private void scatterv(int said, int rootSide, int root, boolean isRoot, boolean isOther) {
            int[] lengths = lengths(1 - side, remote());
            Blocks blocks = isRoot ? Blocks.of(DataLayout.LONG, lengths) : null;
            long[] own = isOther ? new long[length(side, rank())] : null;
            long[] all = isRoot ? new long[before(lengths, remote())] : null;
            driver.perform(
                    round -> {
                        for (int to = 0; isRoot && to < remote(); to++) {
                            fill(all, before(lengths, to), lengths[to], side, root, to, round);
                        }
                    },
                    new Call(
                            () -> both.scatterv(all, blocks, own, said),
                            () -> both.nonblocking().scatterv(all, blocks, own, said),
                            () -> both.persistent().scatterv(all, blocks, own, said)),
                    round -> check("scatterv", own, 0, isOther ? own.length : 0, rootSide, root, rank(), round));
        }

        /** Sums of the other side's operands; the values of ranks add up. */
        private void checkSum(String what, long[] memory, int first, int round) {
            for (int i = 0; i < memory.length; i++) {
                long sum = 0;
                for (int from = 0; from < remote(); from++) {
                    sum += value(1 - side, from, 0, first + i, round);
                }
                assertEquals(sum, memory[i], what + " at " + i);
            }
        }

        private void reduce(int said, boolean isRoot, boolean isOther) {
            long[] own = isOther ? new long[count] : null;
            long[] sum = isRoot ? new long[count] : null;
            driver.perform(
                    round -> {
                        if (isOther) {
                            fill(own, 0, count, side, rank(), 0, round);
                        }
                    },
                    new Call(
                            () -> both.reduce(own, sum, Operation.SUM, said),
                            () -> both.nonblocking().reduce(own, sum, Operation.SUM, said),
                            () -> both.persistent().reduce(own, sum, Operation.SUM, said)),
                    round -> {
                        if (isRoot) {
                            checkSum("reduce", sum, 0, round);
                        }
                    });
        }

        void unrooted() {
            driver.perform(
                    round -> {},
                    new Call(both::barrier, both.nonblocking()::barrier, both.persistent()::barrier),
                    round -> {});
            allgather(count, count);
            allgather(count + side, count + 1 - side); // what comes is not as long as what goes
            alltoall(count, count);
            alltoall(count + side, count + 1 - side);
            allgatherv();
            alltoallv();
            allreduce();
            reduceScatterBlock();
            reduceScatter();
        }

        private void allgather(int sent, int received) {
            long[] own = new long[sent];
            long[] all = new long[remote() * received];
            DataLayout s = DataLayout.LONG.count(sent);
            DataLayout r = DataLayout.LONG.count(received);
            driver.perform(
                    round -> fill(own, 0, sent, side, rank(), 0, round),
                    new Call(
                            () -> both.allgather(own, s, all, r),
                            () -> both.nonblocking().allgather(own, s, all, r),
                            () -> both.persistent().allgather(own, s, all, r)),
                    round -> {
                        for (int from = 0; from < remote(); from++) {
                            check("allgather", all, from * received, received, 1 - side, from, 0, round);
                        }
                    });
        }

        private void alltoall(int sent, int received) {
            long[] out = new long[remote() * sent];
            long[] in = new long[remote() * received];
            DataLayout s = DataLayout.LONG.count(sent);
            DataLayout r = DataLayout.LONG.count(received);
            driver.perform(
                    round -> {
                        for (int to = 0; to < remote(); to++) {
                            fill(out, to * sent, sent, side, rank(), to, round);
                        }
                    },
                    new Call(
                            () -> both.alltoall(out, s, in, r),
                            () -> both.nonblocking().alltoall(out, s, in, r),
                            () -> both.persistent().alltoall(out, s, in, r)),
                    round -> {
                        for (int from = 0; from < remote(); from++) {
                            check("alltoall", in, from * received, received, 1 - side, from, rank(), round);
                        }
                    });
        }

        private void allgatherv() {
            int[] lengths = lengths(1 - side, remote());
            Blocks blocks = Blocks.of(DataLayout.LONG, lengths);
            long[] own = new long[length(side, rank())];
            long[] all = new long[before(lengths, remote())];
            driver.perform(
                    round -> fill(own, 0, own.length, side, rank(), 0, round),
                    new Call(
                            () -> both.allgatherv(own, all, blocks),
                            () -> both.nonblocking().allgatherv(own, all, blocks),
                            () -> both.persistent().allgatherv(own, all, blocks)),
                    round -> {
                        for (int from = 0; from < remote(); from++) {
                            check("allgatherv", all, before(lengths, from), lengths[from], 1 - side, from, 0, round);
                        }
                    });
        }

        /** A rank sends to rank j what a gather would give that rank, so that lengths differ by receiver. */
        private void alltoallv() {
            int[] sent = lengths(1 - side, remote());
            int[] received = new int[remote()];
            Arrays.fill(received, length(side, rank()));
            long[] out = new long[before(sent, remote())];
            long[] in = new long[before(received, remote())];
            Blocks s = Blocks.of(DataLayout.LONG, sent);
            Blocks r = Blocks.of(DataLayout.LONG, received);
            driver.perform(
                    round -> {
                        for (int to = 0; to < remote(); to++) {
                            fill(out, before(sent, to), sent[to], side, rank(), to, round);
                        }
                    },
                    new Call(
                            () -> both.alltoallv(out, s, in, r),
                            () -> both.nonblocking().alltoallv(out, s, in, r),
                            () -> both.persistent().alltoallv(out, s, in, r)),
                    round -> {
                        for (int from = 0; from < remote(); from++) {
                            check(
                                    "alltoallv",
                                    in,
                                    before(received, from),
                                    received[from],
                                    1 - side,
                                    from,
                                    rank(),
                                    round);
                        }
                    });
        }

        private void allreduce() {
            long[] own = new long[count];
            long[] sum = new long[count];
            driver.perform(
                    round -> fill(own, 0, count, side, rank(), 0, round),
                    new Call(
                            () -> both.allreduce(own, sum, Operation.SUM),
                            () -> both.nonblocking().allreduce(own, sum, Operation.SUM),
                            () -> both.persistent().allreduce(own, sum, Operation.SUM)),
                    round -> checkSum("allreduce", sum, 0, round));
        }

        private void reduceScatterBlock() {
            int block = remote() * count;
            long[] own = new long[both.size() * block];
            long[] sum = new long[block];
            driver.perform(
                    round -> fill(own, 0, own.length, side, rank(), 0, round),
                    new Call(
                            () -> both.reduceScatterBlock(own, sum, Operation.SUM),
                            () -> both.nonblocking().reduceScatterBlock(own, sum, Operation.SUM),
                            () -> both.persistent().reduceScatterBlock(own, sum, Operation.SUM)),
                    round -> checkSum("reduceScatterBlock", sum, rank() * block, round));
        }

        private void reduceScatter() {
            int[] lengths = new int[both.size()];
            Arrays.fill(lengths, remote() * count);
            lengths[0] += count;
            lengths[lengths.length - 1] -= count;
            long[] own = new long[before(lengths, lengths.length)];
            long[] sum = new long[lengths[rank()]];
            Blocks blocks = Blocks.of(DataLayout.LONG, lengths);
            driver.perform(
                    round -> fill(own, 0, own.length, side, rank(), 0, round),
                    new Call(
                            () -> both.reduceScatter(own, blocks, sum, Operation.SUM),
                            () -> both.nonblocking().reduceScatter(own, blocks, sum, Operation.SUM),
                            () -> both.persistent().reduceScatter(own, blocks, sum, Operation.SUM)),
                    round -> checkSum("reduceScatter", sum, before(lengths, rank()), round));
        }
    }
}
