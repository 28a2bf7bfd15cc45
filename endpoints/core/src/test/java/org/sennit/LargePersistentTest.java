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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.LargeMessageModesTest.Mode;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Persistent requests for large messages to other processes, in each mode of the Nemesis document: what a request keeps
 * from one start to the next belongs to one message at a time.
 */
@Deadline(seconds = 60)
@Behaviours(144)
class LargePersistentTest {
    private static final int LONG = 20_000; // doubles: 160 kB
    private static final long SEED = 47;

    private static LocalNetwork network(Mode mode, boolean isOrdered) {
        return new LocalNetwork(SEED, isOrdered, mode.transfers(300));
    }

    private static void run(LocalNetwork network, int processes, int endpointsEach, EndpointProgram program) {
        new InProcessJob(network, processes, endpointsEach, Options.fromEnvironment()).run(program);
        assertEquals(0, network.sharedCount());
    }

    /** What a message carries: no two messages of a test have the same. */
    private static double mark(int sender, int tag, int round) {
        return (sender * 100 + tag) * 1000.0 + round;
    }

    private static void assertRequestError(Runnable call) {
        assertEquals(
                ErrorClass.REQUEST,
                assertThrows(SennitException.class, call::run).errorClass());
    }

    /**
     * Each message has all of its bytes from one start: none of the start before, whose packets may still be under way.
     */
    @ParameterizedTest
    @CsvSource({"NULL,true", "NULL,false", "PUT,true", "PUT,false", "GET,false", "COOPERATIVE,true", "COOPERATIVE,false"
    })
    void manyAtOnceAreStartedAgainAsSoonAsEachIsComplete(Mode mode, boolean isOrdered) {
        int tags = 8;
        int rounds = 25;
        run(network(mode, isOrdered), 2, 2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = world.rank() ^ 2;
            double[][] out = new double[tags][LONG];
            double[][] in = new double[tags][LONG];
            Request[] sends = new Request[tags];
            Request[] receives = new Request[tags];
            for (int tag = 0; tag < tags; tag++) {
                sends[tag] = world.persistent().send(out[tag], peer, tag);
                receives[tag] = world.persistent().receive(in[tag], peer, tag);
            }
            for (int round = 0; round < rounds; round++) {
                for (int tag = 0; tag < tags; tag++) {
                    receives[tag].start();
                    sends[tag].await(); // of the round before
                    Arrays.fill(out[tag], mark(world.rank(), tag, round));
                    sends[tag].start();
                }
                for (int tag = tags - 1; tag >= 0; tag--) {
                    assertEquals(8L * LONG, receives[tag].await().countBytes());
                    double expected = mark(peer, tag, round);
                    assertTrue(Arrays.stream(in[tag]).allMatch(value -> value == expected));
                }
            }
            Request.awaitAll(sends);
            for (int tag = 0; tag < tags; tag++) {
                sends[tag].free();
                receives[tag].free();
            }
        });
    }

    /**
     * Heap, off-heap memory that lives on, and that is freed later, in turn, on both sides independently of each other.
     */
    @ParameterizedTest
    @CsvSource({"NULL,true", "NULL,false", "PUT,true", "PUT,false", "GET,true", "GET,false", "COOPERATIVE,true"})
    void memoryOfEveryKindMayFollowOnAnyOther(Mode mode, boolean isStrided) {
        int rounds = 24;
        DataLayout layout = isStrided
                ? DataLayout.vector(LONG / 10, 3, 7, DataLayout.DOUBLE)
                : DataLayout.DOUBLE.slice(5, LONG / 2);
        run(network(mode, true), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            try (Arena arena = Arena.ofShared()) {
                Object[] out = memories(arena);
                Object[] in = memories(arena);
                Request send = world.persistent().send(new double[LONG], layout, peer, 1);
                Request receive = world.persistent().receive(new double[LONG], layout, peer, 1);
                for (int round = 0; round < rounds; round++) {
                    Object source = out[round % out.length];
                    Object target = in[(round / 2 + world.rank()) % in.length];
                    MemorySegment from = view(source);
                    for (int i = 0; i < LONG; i++) {
                        from.setAtIndex(ValueLayout.JAVA_DOUBLE, i, mark(world.rank(), 1, round) + i);
                    }
                    view(target).fill((byte) 0);
                    send.useMemory(source);
                    receive.useMemory(target);
                    receive.start();
                    send.start();
                    assertRequestError(() -> send.useMemory(source));
                    assertRequestError(() -> receive.useMemory(target));
                    send.await();
                    receive.await();
                    double[] all = view(target).toArray(ValueLayout.JAVA_DOUBLE);
                    for (int i = 0; i < LONG; i++) {
                        assertEquals(isTaken(isStrided, i) ? mark(peer, 1, round) + i : 0, all[i]);
                    }
                }
                send.free();
                receive.free();
                assertRequestError(() -> send.useMemory(out[0]));
                assertRequestError(() -> receive.useMemory(in[0]));
            }
        });
    }

    private static Object[] memories(Arena arena) {
        return new Object[] {
            new double[LONG],
            arena.allocate(8L * LONG, 8),
            Arena.ofAuto().allocate(8L * LONG, 8),
            MemorySegment.ofArray(new double[LONG + 3]).asSlice(24),
        };
    }

    private static MemorySegment view(Object memory) {
        return memory instanceof double[] array ? MemorySegment.ofArray(array) : (MemorySegment) memory;
    }

    private static boolean isTaken(boolean isStrided, int i) {
        return isStrided ? i < LONG / 10 * 7 && i % 7 < 3 : i >= 5 && i < 5 + LONG / 2;
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void wrongMemoryLeavesTheMemoryBefore(Mode mode) {
        run(network(mode, true), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            double[] out = new double[LONG];
            double[] in = new double[LONG];
            Arrays.fill(out, mark(world.rank(), 0, 0));
            Request send = world.persistent().send(out, peer, 0);
            Request receive = world.persistent().receive(in, peer, 0);
            for (Request each : new Request[] {send, receive}) {
                assertEquals(ErrorClass.COUNT, errorOf(each, new double[LONG - 1]));
                assertEquals(ErrorClass.TYPE, errorOf(each, new int[2 * LONG]));
                assertEquals(ErrorClass.BUFFER, errorOf(each, null));
            }
            Request other = world.nonblocking().receive(new byte[1], peer, 1);
            assertRequestError(() -> other.useMemory(new byte[1]));
            receive.start();
            send.start();
            send.await();
            receive.await();
            assertEquals(mark(peer, 0, 0), in[LONG - 1]);
            world.send(new byte[1], peer, 1);
            other.await();
        });
    }

    private static ErrorClass errorOf(Request request, Object memory) {
        return assertThrows(SennitException.class, () -> request.useMemory(memory))
                .errorClass();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aReceiveThatIsCancelledLeavesItsMessageToTheNextStart(Mode mode) {
        run(network(mode, true), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            double[] memory = new double[LONG];
            Request request = world.rank() == 0
                    ? world.persistent().send(memory, 1, 1)
                    : world.persistent().receive(memory, 0, 1);
            for (int round = 0; round < 20; round++) {
                if (world.rank() == 0) {
                    Arrays.fill(memory, mark(0, 1, round));
                    world.receive(new byte[1], 1, 2); // until then nothing can have matched
                    request.start();
                    request.await();
                } else {
                    request.start();
                    request.cancel();
                    assertTrue(request.await().isCancelled());
                    world.send(new byte[1], 0, 2);
                    request.start();
                    assertEquals(8L * LONG, request.await().countBytes());
                    assertEquals(mark(0, 1, round), memory[LONG - 1]);
                }
            }
            request.free();
        });
    }

    /**
     * A message that the receiver throws away, or for which its memory is too short, ends this start and no later one.
     */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void aStartThatTheReceiverDoesNotTakeIsFollowedByOthers(Mode mode) {
        run(network(mode, true), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            double[] memory = new double[LONG];
            Request send = world.rank() == 0 ? world.persistent().send(memory, 1, 1) : null;
            Request receive = world.rank() == 1 ? world.persistent().receive(memory, 0, 1) : null;
            for (int round = 0; round < 30; round++) {
                boolean isTooLong = round % 3 == 1;
                if (send != null) {
                    Arrays.fill(memory, mark(0, 1, round));
                    send.start();
                    send.await();
                } else if (isTooLong) {
                    SennitException error =
                            assertThrows(SennitException.class, () -> world.receive(new double[LONG - 1], 0, 1));
                    assertEquals(ErrorClass.TRUNCATE, error.errorClass());
                } else {
                    receive.start();
                    receive.await();
                    assertEquals(mark(0, 1, round), memory[LONG - 1]);
                }
            }
        });
    }

    /** Where an arena is closed between start and end the request can be used again, with other memory. */
    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"PUT", "COOPERATIVE"})
    void aStartWhoseMemoryIsLostIsFollowedByOthers(Mode mode) {
        run(network(mode, true), 2, 1, endpoint -> {
            Communicator world = endpoint.world();
            double[] memory = new double[LONG];
            Request request = world.rank() == 0
                    ? world.persistent().send(memory, 1, 1)
                    : world.persistent().receive(memory, 0, 1);
            for (int round = 0; round < 10; round++) {
                if (world.rank() == 0) {
                    Arena arena = Arena.ofShared();
                    request.useMemory(arena.allocate(8L * LONG, 8));
                    request.start();
                    arena.close();
                    world.send(new byte[1], 1, 2);
                    SennitException error = assertThrows(SennitException.class, request::await);
                    assertEquals(ErrorClass.BUFFER, error.errorClass());
                    request.useMemory(memory);
                    Arrays.fill(memory, mark(0, 1, round));
                } else {
                    world.receive(new byte[1], 0, 2);
                    request.start();
                    assertThrows(SennitException.class, request::await);
                }
                request.start();
                request.await();
                assertArrayEquals(new double[] {mark(0, 1, round)}, new double[] {memory[LONG - 1]});
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whenThePeerIsLostTheActiveStartFailsAndNoOtherBegins(Mode mode) {
        Options continuing = Options.fromEnvironment().with(JobOptions.FAILURE, "continue", "test");
        LocalNetwork network = network(mode, true);
        InProcessJob job = new InProcessJob(network, 2, 1, continuing);
        CountDownLatch hasFailed = new CountDownLatch(1);
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            double[] memory = new double[LONG];
            if (world.rank() == 1) {
                world.receive(memory, 0, 1);
                hasFailed.await();
                return;
            }
            Request send = world.persistent().send(memory, 1, 1);
            Request receive = world.persistent().receive(memory, 1, 2);
            send.start();
            send.await();
            send.start();
            receive.start();
            job.module(0).peerDied(1, new SennitException(ErrorClass.PROC_FAILED, "killed by the test"));
            for (Request each : new Request[] {send, receive}) {
                assertEquals(
                        ErrorClass.PROC_FAILED,
                        assertThrows(SennitException.class, each::await).errorClass());
                assertTrue(each.isInactive());
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        ErrorClass.PROC_FAILED,
                        assertThrows(SennitException.class, () -> {
                                    send.start();
                                    send.await();
                                })
                                .errorClass());
                assertTrue(send.isInactive());
                send.useMemory(new double[LONG]);
            }
            send.free();
            receive.free();
            hasFailed.countDown();
        });
        assertEquals(0, network.sharedCount());
    }
}
