package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Blocking sends and receives in one JVM allocate nothing once they are warm, on either side; nonblocking
 * ones one small object.
 */
@Deadline(seconds = 60)
@Behaviours(144)
class AllocationTest {
    private static final int STEPS = 2000;
    private static final long SMALL_OBJECT_BYTES = 64;

    static Stream<Arguments> memories() {
        MemorySegment segment = Arena.global().allocate(8);
        return Stream.of(
                Arguments.of("long[]", new long[1], new long[1]),
                Arguments.of("byte[]", new byte[8], new byte[8]),
                Arguments.of("segment", segment, Arena.global().allocate(8)),
                Arguments.of("single copy", new byte[1000], new byte[1000]));
    }

    @Core
    @ParameterizedTest(name = "{0}")
    @MethodSource("memories")
    void pingPongAllocatesNothing(String name, Object ofFirst, Object ofSecond) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Object memory = world.rank() == 0 ? ofFirst : ofSecond;
            int peer = 1 - world.rank();
            Status status = new Status();
            Runnable step = world.rank() == 0
                    ? () -> {
                        world.send(memory, peer, 1);
                        world.receive(memory, peer, 1, status);
                    }
                    : () -> {
                        world.receive(memory, peer, 1, status);
                        world.send(memory, peer, 1);
                    };
            SteadyState.await(world, STEPS, 0, step);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("layouts")
    void pingPongOfAPartAllocatesNothing(String name, DataLayout layout) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            double[] memory = new double[6000];
            int peer = 1 - world.rank();
            SteadyState.await(
                    world,
                    STEPS,
                    0,
                    world.rank() == 0
                            ? () -> {
                                world.send(memory, layout, peer, 1);
                                world.receive(memory, layout, peer, 1);
                            }
                            : () -> {
                                world.receive(memory, layout, peer, 1);
                                world.send(memory, layout, peer, 1);
                            });
        });
    }

    static Stream<Arguments> layouts() {
        return Stream.of(
                Arguments.of("one element", DataLayout.DOUBLE.count(1)),
                Arguments.of("a slice", DataLayout.DOUBLE.slice(3, 5)),
                Arguments.of("a short column", DataLayout.vector(5, 1, 3, DataLayout.DOUBLE)),
                Arguments.of("a long column", DataLayout.vector(2000, 1, 3, DataLayout.DOUBLE)),
                Arguments.of(
                        "structs of fields",
                        DataLayout.struct(new long[] {0, 16}, DataLayout.DOUBLE, DataLayout.DOUBLE.count(2))
                                .resized(0, 40)
                                .count(50)));
    }

    @Test
    void aNonblockingSendAndTheReceiveOfAMessageThatIsThereAllocateOneSmallObjectEach() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[1];
            long[] received = new long[1];
            SteadyState.await(world, STEPS, 2 * SMALL_OBJECT_BYTES, () -> {
                Request send = world.nonblocking().send(memory, 0, 1);
                Request receive = world.nonblocking().receive(received, 0, 1);
                send.await((Status) null);
                receive.await((Status) null);
            });
        });
    }

    @Test
    void neighborCollectivesAllocateNothing() {
        Job.run(2, endpoint -> {
            CartesianCommunicator ring = endpoint.world().createCartesian(new int[] {2}, new boolean[] {true}, false);
            long[] mine = new long[40];
            long[] theirs = new long[40];
            long[] one = new long[1];
            Request repeated = ring.persistent().neighborAlltoall(mine, theirs);
            SteadyState.await(ring, STEPS, 0, () -> {
                ring.neighborAllgather(one, theirs);
                ring.neighborAlltoall(mine, theirs);
                repeated.start();
                repeated.await((Status) null);
            });
        });
    }
}
