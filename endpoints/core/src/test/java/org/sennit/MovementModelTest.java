package org.sennit;

import static org.sennit.Communicator.IN_PLACE;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Driver.Call;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Each collective that moves data, against a plain model: three drivers, three kinds of memory, in place, every root.
 */
@Deadline(seconds = 90)
@Core
class MovementModelTest {
    private static final int[] COUNTS = {0, 1, 13, 200, 3000};

    static Stream<Arguments> cases() {
        return Stream.of(Driver.values())
                .flatMap(driver -> Stream.of(Cells.Kind.values())
                        .flatMap(kind -> Stream.of(1, 2, 3, 5).map(size -> Arguments.of(driver, kind, size))));
    }

    private static long value(int from, int to, int i, int round) {
        return ((long) from * 31 + to) * 1_000_003 + i * 7L + round;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneLength(Driver driver, Cells.Kind kind, int size) {
        Job.run(size, endpoint -> {
            Model model = new Model(endpoint.world(), driver, kind);
            model.barrier();
            for (int count : COUNTS) {
                for (int root = 0; root < size; root++) {
                    model.broadcast(count, root);
                    model.gather(count, root, false);
                    model.gather(count, root, true);
                    model.scatter(count, root, false);
                    model.scatter(count, root, true);
                }
                model.allgather(count, false);
                model.allgather(count, true);
                model.alltoall(count, false);
                model.alltoall(count, true);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lengthsOfTheirOwn(Driver driver, Cells.Kind kind, int size) {
        Job.run(size, endpoint -> {
            Model model = new Model(endpoint.world(), driver, kind);
            for (int count : COUNTS) {
                for (int root = 0; root < size; root++) {
                    model.gatherv(count, root, false);
                    model.gatherv(count, root, true);
                    model.scatterv(count, root, false);
                    model.scatterv(count, root, true);
                }
                model.allgatherv(count, false);
                model.allgatherv(count, true);
                model.alltoallv(count, false);
                model.alltoallv(count, true);
            }
        });
    }

    /** The calls of one member. */
    private record Model(Communicator world, Driver driver, Cells.Kind kind) {
        int rank() {
            return world.rank();
        }

        int size() {
            return world.size();
        }

        Cells cells(int count) {
            return new Cells(kind, count);
        }

        void barrier() {
            Call call = new Call(world::barrier, world.nonblocking()::barrier, world.persistent()::barrier);
            driver.perform(round -> {}, call, round -> {});
        }

        void broadcast(int count, int root) {
            Cells own = cells(count);
            DataLayout l = own.layout(count);
            Object m = own.memory();
            driver.perform(
                    round -> own.fill(0, count, i -> rank() == root ? value(root, 0, i, round) : -1),
                    new Call(
                            () -> world.broadcast(m, l, root),
                            () -> world.nonblocking().broadcast(m, l, root),
                            () -> world.persistent().broadcast(m, l, root)),
                    round -> own.check("broadcast", 0, count, i -> value(root, 0, i, round)));
        }

        void gather(int count, int root, boolean inPlace) {
            boolean isRoot = rank() == root;
            Cells own = cells(count);
            Cells all = cells(isRoot ? size() * count : 0);
            boolean isIn = inPlace && isRoot;
            Object s = isIn ? IN_PLACE : own.memory();
            Object r = isRoot ? all.memory() : null;
            DataLayout l = own.layout(count);
            driver.perform(
                    round -> {
                        all.clear();
                        (isIn ? all : own).fill(isIn ? rank() * count : 0, count, i -> value(rank(), 0, i, round));
                    },
                    inPlace
                            ? new Call(
                                    () -> world.gather(s, l, r, l, root),
                                    () -> world.nonblocking().gather(s, l, r, l, root),
                                    () -> world.persistent().gather(s, l, r, l, root))
                            : new Call(
                                    () -> world.gather(s, r, l, root),
                                    () -> world.nonblocking().gather(s, r, l, root),
                                    () -> world.persistent().gather(s, r, l, root)),
                    round -> checkAll("gather", isRoot ? size() : 0, all, count, 0, round));
        }

        private void checkAll(String what, int ranks, Cells all, int count, int to, int round) {
            for (int r = 0; r < ranks; r++) {
                int from = r;
                all.check(what + " from " + r, r * count, count, i -> value(from, to, i, round));
            }
        }

        void scatter(int count, int root, boolean inPlace) {
            boolean isRoot = rank() == root;
            Cells own = cells(count);
            Cells all = cells(isRoot ? size() * count : 0);
            boolean isIn = inPlace && isRoot;
            Object s = isRoot ? all.memory() : null;
            Object r = isIn ? IN_PLACE : own.memory();
            DataLayout l = own.layout(count);
            driver.perform(
                    round -> {
                        own.clear();
                        for (int to = 0; isRoot && to < size(); to++) {
                            int t = to;
                            all.fill(to * count, count, i -> value(root, t, i, round));
                        }
                    },
                    inPlace
                            ? new Call(
                                    () -> world.scatter(s, l, r, l, root),
                                    () -> world.nonblocking().scatter(s, l, r, l, root),
                                    () -> world.persistent().scatter(s, l, r, l, root))
                            : new Call(
                                    () -> world.scatter(s, r, l, root),
                                    () -> world.nonblocking().scatter(s, r, l, root),
                                    () -> world.persistent().scatter(s, r, l, root)),
                    round -> {
                        if (!isIn) {
                            own.check("scatter", 0, count, i -> value(root, rank(), i, round));
                        }
                        for (int to = 0; isRoot && to < size(); to++) {
                            int t = to;
                            all.check("what is scattered", t * count, count, i -> value(root, t, i, round));
                        }
                    });
        }

        void allgather(int count, boolean inPlace) {
            Cells own = cells(count);
            Cells all = cells(size() * count);
            Object s = inPlace ? IN_PLACE : own.memory();
            Object r = all.memory();
            DataLayout l = own.layout(count);
            driver.perform(
                    round -> {
                        all.clear();
                        (inPlace ? all : own)
                                .fill(inPlace ? rank() * count : 0, count, i -> value(rank(), 0, i, round));
                    },
                    inPlace
                            ? new Call(
                                    () -> world.allgather(s, l, r, l),
                                    () -> world.nonblocking().allgather(s, l, r, l),
                                    () -> world.persistent().allgather(s, l, r, l))
                            : new Call(
                                    () -> world.allgather(s, r, l),
                                    () -> world.nonblocking().allgather(s, r, l),
                                    () -> world.persistent().allgather(s, r, l)),
                    round -> checkAll("allgather", size(), all, count, 0, round));
        }

        void alltoall(int count, boolean inPlace) {
            Cells from = cells(inPlace ? 0 : size() * count);
            Cells to = cells(size() * count);
            Object s = inPlace ? IN_PLACE : from.memory();
            Object r = to.memory();
            DataLayout l = to.layout(count);
            driver.perform(
                    round -> {
                        to.clear();
                        for (int peer = 0; peer < size(); peer++) {
                            int p = peer;
                            (inPlace ? to : from).fill(peer * count, count, i -> value(rank(), p, i, round));
                        }
                    },
                    inPlace
                            ? new Call(
                                    () -> world.alltoall(s, l, r, l),
                                    () -> world.nonblocking().alltoall(s, l, r, l),
                                    () -> world.persistent().alltoall(s, l, r, l))
                            : new Call(
                                    () -> world.alltoall(s, r, l),
                                    () -> world.nonblocking().alltoall(s, r, l),
                                    () -> world.persistent().alltoall(s, r, l)),
                    round -> checkAll("alltoall", size(), to, count, rank(), round));
        }

        /** The block of each rank is one longer than that of the one before, and they lie in reverse with gaps. */
        int[] counts(int count) {
            int[] counts = new int[size()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = count + i - (count > 0 ? 1 : 0);
            }
            return counts;
        }

        int[] places(int[] counts) {
            int[] places = new int[counts.length];
            int end = 1;
            for (int i = counts.length - 1; i >= 0; i--) {
                places[i] = end;
                end += counts[i] + 1;
            }
            return places;
        }

        int room(int[] counts) {
            return places(counts)[0] + counts[0] + 1;
        }

        void gatherv(int count, int root, boolean inPlace) {
            boolean isRoot = rank() == root;
            boolean isIn = inPlace && isRoot;
            int[] counts = counts(count);
            int[] places = places(counts);
            int mine = counts[rank()];
            Cells own = cells(mine);
            Cells all = cells(isRoot ? room(counts) : 0);
            Blocks b = isRoot ? all.blocks(counts, places) : null;
            Object s = isIn ? IN_PLACE : own.memory();
            Object r = all.memory();
            DataLayout l = own.layout(mine);
            driver.perform(
                    round -> {
                        all.clear();
                        (isIn ? all : own).fill(isIn ? places[rank()] : 0, mine, i -> value(rank(), 0, i, round));
                    },
                    new Call(
                            () -> world.gatherv(s, l, r, b, root),
                            () -> world.nonblocking().gatherv(s, l, r, b, root),
                            () -> world.persistent().gatherv(s, l, r, b, root)),
                    round -> checkBlocks("gatherv", isRoot, all, counts, places, 0, round));
        }

        private void checkBlocks(
                String what, boolean isHere, Cells all, int[] counts, int[] places, int to, int round) {
            for (int r = 0; isHere && r < size(); r++) {
                int from = r;
                all.check(what + " from " + r, places[r], counts[r], i -> value(from, to, i, round));
                all.check(what + " beside " + r, places[r] - 1, 1, i -> Cells.UNTOUCHED);
                all.check(what + " beside " + r, places[r] + counts[r], 1, i -> Cells.UNTOUCHED);
            }
        }

        void scatterv(int count, int root, boolean inPlace) {
            boolean isRoot = rank() == root;
            boolean isIn = inPlace && isRoot;
            int[] counts = counts(count);
            int[] places = places(counts);
            int mine = counts[rank()];
            Cells own = cells(mine);
            Cells all = cells(isRoot ? room(counts) : 0);
            Blocks b = isRoot ? all.blocks(counts, places) : null;
            Object s = all.memory();
            Object r = isIn ? IN_PLACE : own.memory();
            DataLayout l = own.layout(mine);
            driver.perform(
                    round -> {
                        own.clear();
                        all.clear();
                        for (int peer = 0; isRoot && peer < size(); peer++) {
                            int to = peer;
                            all.fill(places[to], counts[to], i -> value(root, to, i, round));
                        }
                    },
                    new Call(
                            () -> world.scatterv(s, b, r, l, root),
                            () -> world.nonblocking().scatterv(s, b, r, l, root),
                            () -> world.persistent().scatterv(s, b, r, l, root)),
                    round -> {
                        if (!isIn) {
                            own.check("scatterv", 0, mine, i -> value(root, rank(), i, round));
                        }
                        for (int to = 0; isRoot && to < size(); to++) {
                            int t = to;
                            all.check("what is scattered", places[t], counts[t], i -> value(root, t, i, round));
                            all.check("beside it", places[t] - 1, 1, i -> Cells.UNTOUCHED);
                        }
                    });
        }

        void allgatherv(int count, boolean inPlace) {
            int[] counts = counts(count);
            int[] places = places(counts);
            int mine = counts[rank()];
            Cells own = cells(mine);
            Cells all = cells(room(counts));
            Blocks b = all.blocks(counts, places);
            Object s = inPlace ? IN_PLACE : own.memory();
            Object r = all.memory();
            DataLayout l = own.layout(mine);
            driver.perform(
                    round -> {
                        all.clear();
                        (inPlace ? all : own).fill(inPlace ? places[rank()] : 0, mine, i -> value(rank(), 0, i, round));
                    },
                    new Call(
                            () -> world.allgatherv(s, l, r, b),
                            () -> world.nonblocking().allgatherv(s, l, r, b),
                            () -> world.persistent().allgatherv(s, l, r, b)),
                    round -> checkBlocks("allgatherv", true, all, counts, places, 0, round));
        }

        /**
         * Rank i sends (i + j) % 3 + count elements to rank j, so that both directions are alike, as in place needs it.
         */
        void alltoallv(int count, boolean inPlace) {
            int[] counts = new int[size()];
            for (int peer = 0; peer < size(); peer++) {
                counts[peer] = count == 0 ? 0 : (rank() + peer) % 3 + count - 1;
            }
            int[] places = places(counts);
            Cells from = cells(inPlace ? 0 : room(counts));
            Cells to = cells(room(counts));
            Blocks b = to.blocks(counts, places);
            Object s = inPlace ? IN_PLACE : from.memory();
            Object r = to.memory();
            driver.perform(
                    round -> {
                        to.clear();
                        for (int peer = 0; peer < size(); peer++) {
                            int p = peer;
                            (inPlace ? to : from).fill(places[p], counts[p], i -> value(rank(), p, i, round));
                        }
                    },
                    new Call(
                            () -> world.alltoallv(s, b, r, b),
                            () -> world.nonblocking().alltoallv(s, b, r, b),
                            () -> world.persistent().alltoallv(s, b, r, b)),
                    round -> checkBlocks("alltoallv", true, to, counts, places, rank(), round));
        }
    }
}
