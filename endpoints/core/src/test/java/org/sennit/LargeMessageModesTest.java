package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.config.Options;
import org.sennit.contract.local.CooperativeTransfer;
import org.sennit.contract.local.GetTransfer;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.contract.local.PacketCounts;
import org.sennit.contract.local.PutTransfer;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Large messages of the device in each mode of the Nemesis document, over a module that poisons cookies behind each
 * call and cuts packets anywhere.
 */
@Deadline(seconds = 60)
@Behaviours({85, 86, 87})
class LargeMessageModesTest {
    private static final int LONG = 40_000; // doubles: 320 kB, many steps
    private static final byte UNTOUCHED = 9;

    /** A way to move large messages. */
    enum Mode {
        NULL(false, false),
        PUT(true, true),
        GET(false, true),
        COOPERATIVE(true, false);

        private final boolean hasCts;
        private final boolean hasDone;

        Mode(boolean hasCts, boolean hasDone) {
            this.hasCts = hasCts;
            this.hasDone = hasDone;
        }

        Function<LocalNetwork, LargeMessageTransfer> transfers(int cookieBytes) {
            return switch (this) {
                case NULL -> network -> null;
                case PUT -> network -> new PutTransfer(network, cookieBytes);
                case GET -> network -> new GetTransfer(network, cookieBytes);
                case COOPERATIVE -> network -> new CooperativeTransfer(network, cookieBytes);
            };
        }
    }

    private static LocalNetwork network(Mode mode, int cookieBytes) {
        return new LocalNetwork(31, true, mode.transfers(cookieBytes));
    }

    private static void run(LocalNetwork network, int processes, int endpointsEach, EndpointProgram program) {
        new InProcessJob(network, processes, endpointsEach, Options.fromEnvironment()).run(program);
        assertEquals(0, network.sharedCount());
    }

    private static double[] numbers(int count, int seed) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, i -> i * 1.5 + seed);
        return numbers;
    }

    @ParameterizedTest
    @CsvSource({"NULL,8", "PUT,8", "PUT,20000", "GET,8", "GET,20000", "COOPERATIVE,8", "COOPERATIVE,20000"})
    void eachModeSendsItsPacketsAndNoOthers(Mode mode, int cookieBytes) {
        LocalNetwork network = network(mode, cookieBytes);
        int messages = 20;
        run(network, 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            for (int i = 0; i < messages; i++) {
                if (world.rank() == 0) {
                    world.send(numbers(LONG, i), 1, i);
                } else {
                    double[] in = new double[LONG];
                    world.receive(in, 0, i);
                    assertArrayEquals(numbers(LONG, i), in);
                }
            }
        });
        PacketCounts packets = network.packets();
        boolean isNull = mode == Mode.NULL;
        assertEquals(messages, packets.of(PacketDescriptor.RTS));
        assertEquals(isNull || mode.hasCts ? messages : 0, packets.of(PacketDescriptor.CTS));
        assertEquals(mode.hasDone ? messages : 0, packets.of(PacketDescriptor.DONE));
        assertEquals(isNull ? messages : 0, packets.of(PacketDescriptor.DATA));
        assertEquals(mode == Mode.COOPERATIVE, packets.of(PacketDescriptor.COOKIE) > messages);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void everyKindOfMemoryAndLayoutIsMovedByManyAtOnce(Mode mode) {
        run(network(mode, 300), 2, 2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = (world.rank() + 2) % 4;
            DataLayout gaps = DataLayout.vector(LONG / 10, 3, 7, DataLayout.DOUBLE);
            int gapped = LONG / 10 * 3;
            try (Arena confined = Arena.ofConfined()) {
                MemorySegment out = confined.allocate(8L * LONG, 8);
                MemorySegment in = confined.allocate(8L * LONG, 8);
                out.copyFrom(MemorySegment.ofArray(numbers(LONG, 5)));
                double[] inGaps = new double[LONG];
                MemorySegment direct = Arena.ofAuto().allocate(8L * gapped, 8);
                Request[] all = {
                    world.nonblocking().receive(in, peer, 1),
                    world.nonblocking().receive(direct, peer, 2),
                    world.nonblocking().receive(inGaps, gaps, peer, 3),
                    world.nonblocking().send(out, peer, 1),
                    world.nonblocking().send(numbers(LONG, 6), gaps, peer, 2),
                    world.nonblocking().send(numbers(gapped, 7), peer, 3),
                };
                Request.awaitAll(all);
                assertArrayEquals(numbers(LONG, 5), in.toArray(ValueLayout.JAVA_DOUBLE));
                for (int i = 0; i < gapped; i++) {
                    int place = i / 3 * 7 + i % 3;
                    assertEquals(place * 1.5 + 6, direct.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
                    assertEquals(i * 1.5 + 7, inGaps[place]);
                    assertEquals(0, inGaps[i / 3 * 7 + 3]);
                }
            }
        });
    }

    /** Nothing of such a message is delivered, neither into the memory nor beside it, and its sender completes. */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void aMessageThatIsTooLongIsTheReceiversErrorAlone(Mode mode) {
        DataLayout oneTooFew = DataLayout.DOUBLE.slice(10, LONG - 1);
        DataLayout gaps = DataLayout.vector(LONG - 1, 1, 2, DataLayout.DOUBLE);
        run(network(mode, 300), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena confined = Arena.ofConfined()) {
                for (boolean isPosted : new boolean[] {true, false}) {
                    tooLong(world, Arena.ofAuto(), oneTooFew, isPosted);
                    tooLong(world, Arena.ofAuto(), gaps, isPosted);
                    tooLong(world, confined, oneTooFew, isPosted);
                }
            }
        });
    }

    private static void tooLong(Communicator world, Arena arena, DataLayout tooShort, boolean isPosted) {
        if (world.rank() == 0) {
            if (isPosted) {
                world.receive(new byte[0], 1, 3);
            }
            world.send(numbers(LONG, 1), 1, 1);
            world.send(numbers(LONG, 2), 1, 2);
            return;
        }
        MemorySegment memory = arena.allocate(2L * Double.BYTES * LONG, Double.BYTES);
        memory.fill(UNTOUCHED);
        Status status = new Status();
        if (isPosted) {
            Request posted = world.nonblocking().receive(memory, tooShort, 0, 1);
            world.send(new byte[0], 0, 3);
            assertTruncated(() -> posted.await(status));
        } else {
            world.probe(0, 1);
            assertTruncated(() -> world.receive(memory, tooShort, 0, 1, status));
        }
        assertEquals(0, status.countBytes());
        double[] in = new double[LONG];
        world.receive(in, 0, 2);
        assertArrayEquals(numbers(LONG, 2), in);
        for (long i = 0; i < memory.byteSize(); i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != UNTOUCHED) {
                throw new AssertionError("written at byte " + i + " posted=" + isPosted + " " + tooShort);
            }
        }
    }

    private static void assertTruncated(Executable receive) {
        assertEquals(
                ErrorClass.TRUNCATE,
                assertThrows(SennitException.class, receive).errorClass());
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void everyCallThatGoesByRendezvousUsesTheMode(Mode mode) {
        LocalNetwork network = network(mode, 300);
        run(network, 2, 2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            int peer = rank ^ 2;
            double[] out = numbers(LONG, rank);
            double[] in = new double[LONG];
            synchronous(world, peer);
            Request send = world.persistent().send(out, peer, 4);
            Request receive = world.persistent().receive(in, peer, 4);
            for (int i = 0; i < 3; i++) {
                Arrays.fill(in, 0);
                receive.start();
                send.start();
                send.await();
                receive.await();
                assertArrayEquals(numbers(LONG, peer), in);
            }
            endpoint.attachBuffer(new byte[9 * LONG]);
            world.sendBuffered(out, peer, 5);
            MatchedMessage message = world.probeMatched(peer, 5);
            assertEquals(8 * LONG, message.countBytes());
            Arrays.fill(in, 0);
            message.receive(in);
            assertArrayEquals(numbers(LONG, peer), in);
            endpoint.detachBuffer();
            world.allreduce(out, in, Operation.SUM);
            for (int i = 0; i < LONG; i++) {
                assertEquals(4 * i * 1.5 + 6, in[i]);
            }
            world.barrier();
        });
        assertTrue(network.packets().of(PacketDescriptor.RTS) > 4 * 5);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void anOrderThatTheModuleDoesNotKeepIsRestored(Mode mode) {
        LocalNetwork network = new LocalNetwork(77, false, mode.transfers(300));
        run(network, 2, 2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = world.rank() ^ 2;
            int[] counts = {1, 300_000, 3, 700, 40_000, 0};
            Request[] sends = new Request[200];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = world.nonblocking().send(numbers(counts[i % counts.length], i), peer, 1);
            }
            for (int i = 0; i < sends.length; i++) {
                double[] in = new double[counts[i % counts.length]];
                world.receive(in, peer, 1);
                assertArrayEquals(numbers(in.length, i), in);
            }
            Request.awaitAll(sends);
        });
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aSendThatItsProgramHasGivenUpStillArrives(Mode mode) {
        CountDownLatch hasLeft = new CountDownLatch(1);
        // What the sender has shared is not counted: DONE may come when the sender looks no more.
        new InProcessJob(network(mode, 8), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.nonblocking().send(numbers(LONG, 3), 1, 1).free();
                hasLeft.countDown();
            } else {
                hasLeft.await();
                double[] in = new double[LONG];
                world.receive(in, 0, 1);
                assertArrayEquals(numbers(LONG, 3), in);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"PUT", "GET", "COOPERATIVE"})
    void memoryThatIsLostOnOneSideIsAnErrorOnBothAndOfThisMessageOnly(Mode mode) {
        boolean isSendersLost = mode != Mode.GET; // who moves the bytes finds that they cannot be moved
        run(network(mode, 8), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            boolean isLoser = isSendersLost == (world.rank() == 0);
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(8L * LONG, 8);
            Request first = world.rank() == 0
                    ? world.nonblocking().send(memory, peer, 1)
                    : world.nonblocking().receive(memory, peer, 1);
            if (isLoser) {
                arena.close();
                world.send(new byte[1], peer, 2);
            } else {
                world.receive(new byte[1], peer, 2);
                world.send(new byte[1], peer, 3); // else the other side would wait for a CTS or RTS that never comes
            }
            SennitException error = assertThrows(SennitException.class, first::await);
            ErrorClass expected = isLoser || world.rank() == 1 ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED;
            assertEquals(expected, error.errorClass());
            double[] in = new double[LONG];
            if (world.rank() == 0) {
                world.send(numbers(LONG, 4), peer, 1);
            } else {
                world.receive(in, peer, 1);
                assertArrayEquals(numbers(LONG, 4), in);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whenThePeerIsLostItsTransfersEndAndTheModuleIsTold(Mode mode) {
        LocalNetwork network = network(mode, 8);
        InProcessJob job = new InProcessJob(network, 2, 1, Options.fromEnvironment());
        CountDownLatch hasFailed = new CountDownLatch(1); // a receiver that ends first would refuse the message itself
        AssertionError failed = assertThrows(
                AssertionError.class,
                () -> job.run(endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 1) {
                        hasFailed.await();
                        return;
                    }
                    try {
                        Request send = world.nonblocking().send(numbers(LONG, 1), 1, 1);
                        SennitException cause = new SennitException(ErrorClass.PROC_FAILED, "killed by the test");
                        job.module(0).peerDied(1, cause);
                        send.await();
                    } finally {
                        hasFailed.countDown();
                    }
                }));
        assertTrue(
                String.valueOf(failed.getCause().getMessage()).contains("killed by the test"),
                () -> "" + failed.getCause());
        assertEquals(0, network.sharedCount());
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whoEndsWithoutReceivingIsNotCalledLost(Mode mode) {
        new InProcessJob(network(mode, 8), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                SennitException error = assertThrows(SennitException.class, () -> world.send(numbers(LONG, 1), 1, 1));
                assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                assertEquals(
                        "the peer has not received the message: operation=send rank=0 peer=1 tag=1 communicator=world"
                                + " length="
                                + 8L * LONG
                                + " cause=the receiver's program has ended, or given up the call, without receiving"
                                + " the message",
                        error.getMessage());
            }
        });
    }

    private static void synchronous(Communicator world, int peer) {
        byte[] small = {(byte) world.rank()};
        byte[] in = new byte[1];
        Request send = world.nonblocking().sendSynchronous(small, peer, 3);
        Request empty = world.nonblocking().sendSynchronous(new byte[0], peer, 3);
        world.receive(in, peer, 3);
        world.receive(new byte[0], peer, 3);
        send.await();
        empty.await();
        assertEquals(peer, in[0]);
    }
}
