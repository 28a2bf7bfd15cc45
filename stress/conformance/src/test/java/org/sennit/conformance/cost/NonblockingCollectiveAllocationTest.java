package org.sennit.conformance.cost;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.NonblockingCalls;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * A nonblocking collective in one JVM allocates its request and nothing else once it is warm: what is behind the
 * request is used again when its outcome has been taken, at each thread level, by whichever thread.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class NonblockingCollectiveAllocationTest {
    private static final int ENDPOINTS = 3;
    private static final int STEPS = 300;
    private static final long REQUEST_BYTES = 64;
    private static final String SERIALIZED = "serialized";
    private static final String MULTIPLE = "multiple";

    private record Arrays(double[] one, double[] all, double[] other) {
        static Arrays of(Communicator world, int length) {
            return new Arrays(new double[length], new double[length * world.size()], new double[length * world.size()]);
        }
    }

    /** Starts a collective. */
    private interface Start {
        Request on(NonblockingCalls calls, Arrays arrays);
    }

    private static void run(int endpoints, String level, EndpointProgram program) {
        Properties properties = new Properties();
        properties.setProperty(Options.propertyName("thread.level"), level);
        Job.run(endpoints, Options.of(properties, Map.of()), program);
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                        Map.<String, Start>entry("barrier", (calls, a) -> calls.barrier()),
                        Map.<String, Start>entry("broadcast", (calls, a) -> calls.broadcast(a.one, 0)),
                        Map.<String, Start>entry(
                                "allreduce", (calls, a) -> calls.allreduce(a.all, a.other, Operation.SUM)),
                        Map.<String, Start>entry("allgather", (calls, a) -> calls.allgather(a.one, a.all)),
                        Map.<String, Start>entry("alltoall", (calls, a) -> calls.alltoall(a.all, a.other)),
                        Map.<String, Start>entry("gather", (calls, a) -> calls.gather(a.one, a.all, 1)),
                        Map.<String, Start>entry("scatter", (calls, a) -> calls.scatter(a.all, a.one, 1)),
                        Map.<String, Start>entry(
                                "reduce", (calls, a) -> calls.reduce(a.all, a.other, Operation.SUM, 1)),
                        Map.<String, Start>entry(
                                "reduceScatterBlock",
                                (calls, a) -> calls.reduceScatterBlock(a.all, a.one, Operation.SUM)),
                        Map.<String, Start>entry("scan", (calls, a) -> calls.scan(a.all, a.other, Operation.SUM)),
                        Map.<String, Start>entry("exscan", (calls, a) -> calls.exscan(a.all, a.other, Operation.SUM)),
                        Map.<String, Start>entry(
                                "neighborAlltoall", (calls, a) -> calls.neighborAlltoall(a.all, a.other)))
                .flatMap(each -> Stream.of(8, 1000)
                        .flatMap(length -> Stream.of(SERIALIZED, MULTIPLE)
                                .map(level -> Arguments.of(each.getKey(), length, level, each.getValue()))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("calls")
    void aCallAllocatesItsRequest(String name, int length, String level, Start start) {
        run(ENDPOINTS, level, endpoint -> {
            Communicator ring = endpoint.world().createCartesian(new int[] {ENDPOINTS}, new boolean[] {true}, false);
            Arrays arrays = Arrays.of(ring, length);
            SteadyState.await(
                    ring,
                    STEPS,
                    REQUEST_BYTES,
                    () -> start.on(ring.nonblocking(), arrays).await(null));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {SERIALIZED, MULTIPLE})
    void soDoesEachOfManyThatAreUnderWayAtOnce(String level) {
        int many = 100;
        run(2, level, endpoint -> {
            Communicator world = endpoint.world();
            double[][] sums = new double[many][10];
            Request[] requests = new Request[many];
            SteadyState.await(world, 10, many * REQUEST_BYTES, () -> {
                for (int i = 0; i < many; i++) {
                    requests[i] = world.nonblocking().allreduce(Communicator.IN_PLACE, sums[i], Operation.MAX);
                }
                Request.awaitAll(requests);
            });
        });
    }

    @Core
    @Test
    void soDoesOneWhoseOutcomeAnotherThreadTakes() {
        run(2, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            AtomicReference<Request> handed = new AtomicReference<>();
            Thread taker = Thread.ofPlatform().daemon().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Request request = handed.get();
                    if (request == null) {
                        Thread.yield();
                    } else {
                        request.await(null);
                        handed.set(null);
                    }
                }
            });
            double[] one = {world.rank()};
            double[] sum = new double[1];
            SteadyState.await(world, STEPS, 2 * REQUEST_BYTES, () -> {
                Request barrier = world.nonblocking().barrier();
                handed.set(world.nonblocking().allreduce(one, sum, Operation.SUM));
                barrier.await(null); // while the other thread takes the outcome of the second one
                while (handed.get() != null) {
                    Thread.yield();
                }
            });
            taker.interrupt();
        });
    }

    @Test
    void soDoThoseOfTwoThreadsOfAnEndpoint() {
        run(2, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            Communicator[] ofThreads = {world.duplicate(), world.duplicate()};
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread[] threads = IntStream.range(0, 2)
                    .mapToObj(i -> Thread.ofPlatform()
                            .uncaughtExceptionHandler((thread, e) -> failure.set(e))
                            .start(() -> rotating(ofThreads[i])))
                    .toArray(Thread[]::new);
            for (Thread thread : threads) {
                thread.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        });
    }

    /** Three kinds in turn, of more shapes than a communicator of many members would keep. */
    private static void rotating(Communicator own) {
        double[] in = new double[100];
        double[] out = new double[100];
        DataLayout[] shapes =
                IntStream.rangeClosed(1, 100).mapToObj(DataLayout.DOUBLE::count).toArray(DataLayout[]::new);
        int[] next = {0};
        SteadyState.await(own, 3 * shapes.length, 2 * REQUEST_BYTES, () -> {
            DataLayout shape = shapes[next[0]++ % shapes.length];
            Request sum = own.nonblocking().allreduce(in, out, shape, Operation.SUM);
            Request barrier = own.nonblocking().barrier();
            barrier.await(null);
            sum.await(null);
        });
    }
}
