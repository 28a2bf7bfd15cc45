package org.sennit.conformance.cost;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Blocks;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Blocking and persistent collectives on plain arrays in one JVM allocate nothing once they are warm. */
@Deadline(seconds = 240)
@Behaviours(144)
class CollectiveAllocationTest {
    private static final int ENDPOINTS = 3;

    /** What one rank works on. */
    private record Arrays(
            Communicator world, Communicator ring, double[] one, double[] all, double[] other, Blocks blocks) {
        static Arrays of(Communicator world, int length) {
            int size = world.size();
            int[] counts = IntStream.generate(() -> length).limit(size).toArray();
            return new Arrays(
                    world,
                    world.createCartesian(new int[] {size}, new boolean[] {true}, false),
                    new double[length],
                    new double[length * size],
                    new double[length * size],
                    Blocks.of(DataLayout.DOUBLE, counts));
        }

        /** Two neighbors. */
        Blocks two() {
            int length = one.length;
            return Blocks.of(DataLayout.DOUBLE, new int[] {length, length});
        }
    }

    /** Makes what one rank does again and again. */
    @FunctionalInterface
    private interface Maker {
        Runnable step(Arrays a);
    }

    private static Maker started(Function<Arrays, Request> making) {
        return a -> {
            Request request = making.apply(a);
            return () -> {
                request.start();
                request.await(null);
            };
        };
    }

    private static Stream<Arguments> of(String name, Maker blocking, Function<Arrays, Request> persistent) {
        return Stream.of(8, 100, 1000, 20_000)
                .flatMap(length -> Stream.of(
                        Arguments.of(name + " " + length, length, blocking),
                        Arguments.of(name + "Persistent " + length, length, started(persistent))));
    }

    private static Stream<Arguments> movement() {
        return Stream.<Supplier<Stream<Arguments>>>of(
                        () -> of(
                                "barrier",
                                a -> a.world::barrier,
                                a -> a.world.persistent().barrier()),
                        () -> of(
                                "broadcast",
                                a -> () -> a.world.broadcast(a.one, 0),
                                a -> a.world.persistent().broadcast(a.one, 0)),
                        () -> of(
                                "gather",
                                a -> () -> a.world.gather(a.one, a.all, 0),
                                a -> a.world.persistent().gather(a.one, a.all, 0)),
                        () -> of(
                                "gatherv",
                                a -> () -> a.world.gatherv(a.one, a.all, a.blocks, 0),
                                a -> a.world.persistent().gatherv(a.one, a.all, a.blocks, 0)),
                        () -> of(
                                "scatter",
                                a -> () -> a.world.scatter(a.all, a.one, 0),
                                a -> a.world.persistent().scatter(a.all, a.one, 0)),
                        () -> of(
                                "scatterv",
                                a -> () -> a.world.scatterv(a.all, a.blocks, a.one, 0),
                                a -> a.world.persistent().scatterv(a.all, a.blocks, a.one, 0)),
                        () -> of(
                                "allgather",
                                a -> () -> a.world.allgather(a.one, a.all),
                                a -> a.world.persistent().allgather(a.one, a.all)),
                        () -> of(
                                "allgatherv",
                                a -> () -> a.world.allgatherv(a.one, a.all, a.blocks),
                                a -> a.world.persistent().allgatherv(a.one, a.all, a.blocks)),
                        () -> of(
                                "alltoall",
                                a -> () -> a.world.alltoall(a.all, a.other),
                                a -> a.world.persistent().alltoall(a.all, a.other)),
                        () -> of(
                                "alltoallv",
                                a -> () -> a.world.alltoallv(a.all, a.blocks, a.other, a.blocks),
                                a -> a.world.persistent().alltoallv(a.all, a.blocks, a.other, a.blocks)))
                .flatMap(Supplier::get);
    }

    private static Stream<Arguments> reductions() {
        return Stream.<Supplier<Stream<Arguments>>>of(
                        () -> of(
                                "reduce",
                                a -> () -> a.world.reduce(a.all, a.other, Operation.SUM, 0),
                                a -> a.world.persistent().reduce(a.all, a.other, Operation.SUM, 0)),
                        () -> of(
                                "allreduce",
                                a -> () -> a.world.allreduce(a.all, a.other, Operation.SUM),
                                a -> a.world.persistent().allreduce(a.all, a.other, Operation.SUM)),
                        () -> of(
                                "allreduce in place",
                                a -> () -> a.world.allreduce(Communicator.IN_PLACE, a.other, Operation.MAX),
                                a -> a.world.persistent().allreduce(Communicator.IN_PLACE, a.other, Operation.MAX)),
                        () -> of(
                                "reduceScatterBlock",
                                a -> () -> a.world.reduceScatterBlock(a.all, a.one, Operation.SUM),
                                a -> a.world.persistent().reduceScatterBlock(a.all, a.one, Operation.SUM)),
                        () -> of(
                                "reduceScatter",
                                a -> () -> a.world.reduceScatter(a.all, a.blocks, a.one, Operation.SUM),
                                a -> a.world.persistent().reduceScatter(a.all, a.blocks, a.one, Operation.SUM)),
                        () -> of(
                                "scan",
                                a -> () -> a.world.scan(a.all, a.other, Operation.SUM),
                                a -> a.world.persistent().scan(a.all, a.other, Operation.SUM)),
                        () -> of(
                                "exscan",
                                a -> () -> a.world.exscan(a.all, a.other, Operation.SUM),
                                a -> a.world.persistent().exscan(a.all, a.other, Operation.SUM)))
                .flatMap(Supplier::get);
    }

    private static Stream<Arguments> neighbors() {
        return Stream.<Supplier<Stream<Arguments>>>of(
                        () -> of(
                                "neighborAllgather",
                                a -> () -> a.ring.neighborAllgather(a.one, a.all),
                                a -> a.ring.persistent().neighborAllgather(a.one, a.all)),
                        () -> of(
                                "neighborAllgatherv",
                                a -> {
                                    Blocks two = a.two();
                                    return () -> a.ring.neighborAllgatherv(a.one, a.all, two);
                                },
                                a -> a.ring.persistent().neighborAllgatherv(a.one, a.all, a.two())),
                        () -> of(
                                "neighborAlltoall",
                                a -> () -> a.ring.neighborAlltoall(a.all, a.other),
                                a -> a.ring.persistent().neighborAlltoall(a.all, a.other)),
                        () -> of(
                                "neighborAlltoallv",
                                a -> {
                                    Blocks two = a.two();
                                    return () -> a.ring.neighborAlltoallv(a.all, two, a.other, two);
                                },
                                a -> a.ring.persistent().neighborAlltoallv(a.all, a.two(), a.other, a.two())))
                .flatMap(Supplier::get);
    }

    static Stream<Arguments> all() {
        return Stream.of(movement(), reductions(), neighbors()).flatMap(each -> each);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void allocatesNothing(String name, int length, Maker maker) {
        Job.run(ENDPOINTS, endpoint -> {
            Communicator world = endpoint.world();
            Runnable step = maker.step(Arrays.of(world, length));
            int steps = length > 1000 ? 200 : 1000;
            SteadyState.await(world, steps, 0, step);
        });
    }
}
