package org.sennit.conformance.cost;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Blocking, persistent and partitioned operations in one JVM allocate nothing once they
 * are warm, on either side; a nonblocking one makes one object.
 */
@Deadline(seconds = 120)
@Behaviours(144)
class ModeAllocationTest {
    private static final int STEPS = 5_000;

    /** Makes what one rank does in a step. */
    @FunctionalInterface
    private interface Maker {
        Runnable step(Communicator world, byte[] out, byte[] in, int peer);
    }

    private static Stream<Arguments> ofBothSizes(String name, Maker maker) {
        return Stream.of(8, 1000, 100_000).map(length -> Arguments.of(name + " " + length, length, maker));
    }

    private static Runnable inTurn(Communicator world, Runnable send, Runnable receive) {
        return world.rank() == 0
                ? () -> {
                    send.run();
                    receive.run();
                }
                : () -> {
                    receive.run();
                    send.run();
                };
    }

    static Stream<Arguments> free() {
        return Stream.of(
                        ofBothSizes(
                                "synchronous",
                                (world, out, in, peer) -> inTurn(
                                        world,
                                        () -> world.sendSynchronous(out, peer, 1),
                                        () -> world.receive(in, peer, 1))),
                        ofBothSizes("buffered", (world, out, in, peer) -> {
                            world.attachBuffer(new byte[4 * out.length + 64]);
                            return inTurn(
                                    world, () -> world.sendBuffered(out, peer, 1), () -> world.receive(in, peer, 1));
                        }),
                        ofBothSizes(
                                "ready",
                                (world, out, in, peer) -> inTurn(
                                        world, () -> world.sendReady(out, peer, 1), () -> world.receive(in, peer, 1))),
                        ofBothSizes(
                                "replace",
                                (world, out, in, peer) -> () -> world.sendReceiveReplace(out, peer, 1, peer, 1, null)),
                        ofBothSizes("persistent", ModeAllocationTest::persistent),
                        ofBothSizes("partitioned", ModeAllocationTest::partitioned))
                .flatMap(each -> each);
    }

    private static Runnable persistent(Communicator world, byte[] out, byte[] in, int peer) {
        Request receive = world.persistent().receive(in, peer, 1);
        Request send = world.persistent().send(out, peer, 1);
        return () -> {
            receive.start();
            send.start();
            receive.await(null);
            send.await(null);
        };
    }

    private static Runnable partitioned(Communicator world, byte[] out, byte[] in, int peer) {
        PartitionedReceive receive = world.persistent().receivePartitioned(in, 4, DataLayout.BYTE, peer, 1);
        PartitionedSend send = world.persistent().sendPartitioned(out, 2, DataLayout.BYTE, peer, 1);
        return () -> {
            receive.start();
            send.start();
            send.readyRange(0, 1);
            receive.await(null);
            send.await(null);
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("free")
    void allocatesNothing(String name, int length, Maker maker) {
        measure(length, maker, 0);
    }

    static Stream<Arguments> nonblocking() {
        return Stream.of(8, 1000, 100_000).map(length -> Arguments.of("length " + length, length));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nonblocking")
    void aNonblockingSendMakesOneObjectOf64Bytes(String name, int length) {
        measure(
                length,
                (world, out, in, peer) -> inTurn(
                        world,
                        () -> world.nonblocking().send(out, peer, 1).await(null),
                        () -> world.receive(in, peer, 1)),
                64);
    }

    /** What the match queue needs of a receive lies in a posting that the endpoint uses again. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("nonblocking")
    void aNonblockingReceiveMakesOneObjectOf64Bytes(String name, int length) {
        measure(
                length,
                (world, out, in, peer) -> inTurn(
                        world,
                        () -> world.send(out, peer, 1),
                        () -> world.nonblocking().receive(in, peer, 1).await(null)),
                64);
    }

    private static void measure(int length, Maker maker, long mostBytes) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Runnable step = maker.step(world, new byte[length], new byte[length], 1 - world.rank());
            int steps = length > 10_000 ? STEPS / 5 : STEPS;
            SteadyState.await(world, steps, mostBytes, step);
            world.detachBuffer();
        });
    }
}
