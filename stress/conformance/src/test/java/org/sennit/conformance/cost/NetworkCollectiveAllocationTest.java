package org.sennit.conformance.cost;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Between two JVMs blocking collectives on plain arrays allocate nothing on either side once they are warm. */
@Deadline(seconds = 300)
@Behaviours(144)
class NetworkCollectiveAllocationTest {

    /** Each collective in turn, of the lengths that are the arguments; each rank says when it is free of garbage. */
    static final class Program {
        /** The names of {@link #step}. */
        private static final List<String> NAMES = List.of(
                "barrier",
                "broadcast",
                "reduce",
                "allreduce",
                "in place",
                "gather",
                "scatter",
                "allgather",
                "alltoall",
                "reduceScatterBlock",
                "scan",
                "exscan",
                "lengths in turn");

        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                for (String length : args) {
                    int doubles = Integer.parseInt(length);
                    for (String name : NAMES) {
                        Runnable step = step(name, world, doubles);
                        SteadyState.await(world, doubles > 1000 ? 200 : 1000, 0, () -> {
                            step.run();
                            world.barrier(); // none runs ahead: what finds a ring full waits in an object of its own
                        });
                        TwoJvms.passed(name + " " + length);
                    }
                }
            });
        }

        private static Runnable step(String name, Communicator world, int doubles) {
            double[] one = new double[doubles];
            double[] sum = new double[doubles];
            double[] all = new double[doubles * 2];
            double[] other = new double[doubles * 2];
            return switch (name) {
                case "barrier" -> world::barrier;
                case "broadcast" -> () -> world.broadcast(one, 0);
                case "reduce" -> () -> world.reduce(one, sum, Operation.SUM, 1);
                case "allreduce" -> () -> world.allreduce(one, sum, Operation.SUM);
                case "in place" -> () -> world.allreduce(Communicator.IN_PLACE, sum, Operation.MAX);
                case "gather" -> () -> world.gather(one, all, 0);
                case "scatter" -> () -> world.scatter(all, one, 0);
                case "allgather" -> () -> world.allgather(one, all);
                case "alltoall" -> () -> world.alltoall(all, other);
                case "reduceScatterBlock" -> () -> world.reduceScatterBlock(all, one, Operation.SUM);
                case "scan" -> () -> world.scan(one, sum, Operation.SUM);
                case "exscan" -> () -> world.exscan(one, sum, Operation.SUM);
                default ->
                    () -> {
                        world.allreduce(one, sum, Operation.SUM);
                        world.allreduce(all, other, Operation.SUM);
                    };
            };
        }
    }

    private static void run(String module, String... lengths) {
        List<String> measurements = Stream.of(lengths)
                .flatMap(length -> Program.NAMES.stream().map(name -> name + " " + length))
                .toList();
        TwoJvms.run(Program.class, module, measurements, lengths);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "16", "500", "10000"})
    void collectivesOverSharedMemoryAllocateNothing(String doubles) {
        run(NetworkOptions.MAPPED, doubles);
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.UNIX})
    void collectivesOverSocketsAllocateNothing(String module) {
        run(module, "1", "500");
    }
}
