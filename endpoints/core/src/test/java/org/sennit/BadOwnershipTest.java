package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/**
 * Packets of passed memory that cannot be right, and peers that die with memory of others. Rank 0 is the bad one, rank 1 its
 * victim, rank 2 has nothing to do with it; each is a process of its own.
 */
@Deadline(seconds = 30)
class BadOwnershipTest {
    private static final int TAG = 5;
    private static final int ROOM = 4096;
    private static final int CONTEXT = 0; // of the world's messages
    private static final int NAME = 32; // without its text

    /** What the error says of the packet that ended the connection. */
    private static final List<String> CAUSES = List.of(
            "bad packet of passed memory",
            "not the name of passed memory",
            "memory comes home that has not left it",
            "memory comes back that was not passed there",
            "memory that was passed to another process",
            "does not exist");

    private final LocalNetwork network = new LocalNetwork(7, true, any -> null);
    private final InProcessJob job =
            new InProcessJob(network, 3, 1, Options.defaults().with(JobOptions.FAILURE, "continue", "test"));
    private final AtomicReference<Piece> victims = new AtomicReference<>();
    private final CountDownLatch isReady = new CountDownLatch(1);
    private final CountDownLatch isOver = new CountDownLatch(1);

    BadOwnershipTest() {
        share(0, 1, 2);
    }

    private void share(int... processes) {
        BitSet sharing = new BitSet();
        for (int process : processes) {
            sharing.set(process);
        }
        network.shareMemory(sharing);
    }

    /** No endpoint waits for a victim that has failed. */
    private void run(EndpointProgram program) {
        job.run(endpoint -> {
            try {
                program.run(endpoint);
            } finally {
                if (endpoint.world().rank() == 1) {
                    isReady.countDown();
                    isOver.countDown();
                }
            }
        });
    }

    private static final class Piece extends OwnershipMemory {
        private final MemorySegment memory = Arena.ofAuto().allocate(ROOM, 64);
        private final AtomicInteger returns = new AtomicInteger();

        Piece(Endpoint endpoint) {
            super(((EndpointHandle) endpoint).ownership());
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        protected void returned() {
            returns.incrementAndGet();
        }
    }

    private static OwnershipMessages passing(Endpoint endpoint, long window) {
        return new OwnershipMessages(
                ((CommunicatorHandle) endpoint.world()).context(), bytes -> new Piece(endpoint), window, false);
    }

    private static OwnershipMessages passing(Endpoint endpoint) {
        return passing(endpoint, Long.MAX_VALUE);
    }

    /** What the bad one sends. */
    private record Packet(
            String what, int type, int kind, int endpoint, long length, long sendId, short status, byte[] payload) {
        Packet(String what, int type, int kind, int endpoint, long length, long sendId, byte[] payload) {
            this(what, type, kind, endpoint, length, sendId, (short) 0, payload);
        }

        @Override
        public String toString() {
            return what;
        }

        void send(InProcessJob from) {
            MemorySegment header = Arena.ofAuto().allocate(PacketDescriptor.HEADER_LENGTH, 8);
            Envelope envelope = new Envelope().set(CONTEXT, 0, TAG, length, 0);
            envelope.kind = (byte) kind;
            PacketDescriptor.write(header, (byte) type, envelope, endpoint, 0, payload.length);
            PacketDescriptor.writeRequest(header, status, sendId);
            from.module(0).to(1).startMessage(header, MemorySegment.ofArray(payload));
        }
    }

    private static byte[] name(int home, int number, long offset, long capacity, String region) {
        byte[] text = region.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(NAME + text.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(home)
                .putInt(number)
                .putLong(1)
                .putLong(offset)
                .putLong(capacity)
                .put(text)
                .array();
    }

    private static byte[] numbers(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : numbers) {
            bytes.putInt(number);
        }
        return bytes.array();
    }

    private static Packet pass(String what, long length, byte[] name) {
        return new Packet(what, PacketDescriptor.PASS, Envelope.SEND, 0, length, 0, name);
    }

    private static Packet home(String what, byte[] numbers) {
        return new Packet(
                what, PacketDescriptor.HOME, PacketDescriptor.TO_RECEIVER, PacketDescriptor.NO_ENDPOINT, 0, 0, numbers);
    }

    /** Of memory that could not be opened. */
    private static Packet back(String what, byte[] homeAndNumber) {
        return new Packet(
                what,
                PacketDescriptor.HOME,
                PacketDescriptor.TO_RECEIVER,
                PacketDescriptor.NO_ENDPOINT,
                0,
                0,
                PacketDescriptor.NOT_MOVED,
                homeAndNumber);
    }

    /** The region {@code local:1} is that of the first memory that is shared: 4096 bytes. The victim's memory has number 0. */
    static Stream<Packet> badPackets() {
        String region = "local:1";
        return Stream.of(
                pass("a negative home", 8, name(-1, 7, 0, ROOM, region)),
                pass("a home that does not exist", 8, name(99, 7, 0, ROOM, region)),
                pass("a negative number", 8, name(0, -7, 0, ROOM, region)),
                pass("the victim's memory, which has not left it", 8, name(1, 0, 0, ROOM, region)),
                pass("a number that is no memory of the victim's", 8, name(1, 12345, 0, ROOM, region)),
                pass("a negative offset", 8, name(0, 7, -1, ROOM, region)),
                pass("an offset beyond the region", 8, name(0, 7, ROOM, 8, region)),
                pass("a capacity beyond the region", 8, name(0, 7, 0, ROOM + 1, region)),
                pass("a huge capacity", 8, name(0, 7, 8, Long.MAX_VALUE, region)),
                pass("a negative capacity", 0, name(0, 7, 0, -1, region)),
                pass("a length beyond the capacity", ROOM + 1, name(0, 7, 0, ROOM, region)),
                pass("a negative length", -1, name(0, 7, 0, ROOM, region)),
                pass("an empty name", 8, new byte[0]),
                pass("a name that is cut short", 8, new byte[NAME - 1]),
                pass("a name without a region", 8, new byte[NAME]),
                pass("a name that is too long", 8, new byte[(64 << 10) + 1]),
                new Packet("another kind", PacketDescriptor.PASS, 77, 0, 8, 0, name(0, 7, 0, ROOM, region)),
                new Packet(
                        "no such endpoint", PacketDescriptor.PASS, Envelope.SEND, 55, 8, 0, name(0, 7, 0, 8, region)),
                home("memory that has not left its home", numbers(0)),
                home("a negative number", numbers(-1)),
                home("a number that is no memory", numbers(12345)),
                home("half a number", new byte[6]),
                home("no number", new byte[0]),
                home("too many numbers", new byte[(64 << 10) + 4]),
                back("memory that was not passed there", numbers(1, 0)),
                back("memory of the bad one's own", numbers(0, 7)),
                back("half a name", numbers(1)),
                back("two names", numbers(1, 0, 1, 0)),
                new Packet(
                        "a question for nothing",
                        PacketDescriptor.REACH,
                        PacketDescriptor.TO_RECEIVER,
                        PacketDescriptor.NO_ENDPOINT,
                        0,
                        0,
                        new byte[0]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badPackets")
    void endsItsConnectionAndHarmsNoOther(Packet bad) {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    network.share(new Piece(endpoint).memory()); // local:1
                    isReady.await();
                    bad.send(job);
                    isOver.await();
                }
                case 1 -> {
                    victims.set(new Piece(endpoint));
                    assertEquals(0, victims.get().number());
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, passing);
                    assertEquals(0, victims.get().returns.get());
                }
                default -> bystand(endpoint, passing);
            }
        });
    }

    private void assertOnlyTheBadOneIsLost(Endpoint endpoint, OwnershipMessages passing) {
        Communicator world = endpoint.world();
        while (world.failed().size() == 0) {
            Thread.onSpinWait();
        }
        assertEquals(1, world.failed().size());
        SennitException error = assertThrows(SennitException.class, () -> world.receive(new byte[1], 0, TAG));
        assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
        assertTrue(CAUSES.stream().anyMatch(error.getMessage()::contains), error::getMessage);
        exchange(world, passing, 2);
        isOver.countDown();
    }

    private static void bystand(Endpoint endpoint, OwnershipMessages passing) {
        exchange(endpoint.world(), passing, 1);
        assertEquals(0, endpoint.world().failed().size());
    }

    /** Both are well. */
    private static void exchange(Communicator world, OwnershipMessages passing, int peer) {
        passing.give(passing.take(ROOM, Communicator.NULL_PROCESS, TAG, null), 100, peer, TAG + 1);
        assertNotNull(passing.take(ROOM, peer, TAG + 1, null));
        world.sendReceive(new byte[1], peer, TAG + 2, new byte[1], peer, TAG + 2, null);
    }

    /** Gives until the peer has said that it can map the memory. */
    private static void meet(Endpoint endpoint, int giver, int taker) {
        Communicator world = endpoint.world();
        OwnershipMessages passing = passing(endpoint);
        boolean[] isMet = {false};
        while (!isMet[0]) {
            if (world.rank() == giver) {
                passing.give(new Piece(endpoint), 8, taker, TAG + 1);
                world.receive(isMet, taker, TAG + 2);
            } else {
                OwnershipMemory taken = passing.take(ROOM, giver, TAG + 1, null);
                isMet[0] = taken instanceof ForeignMemory;
                taken.sendBack();
                world.send(isMet, giver, TAG + 2);
            }
        }
    }

    @Test
    void memoryComesHomeOnce() {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    meet(endpoint, 1, 0);
                    OwnershipMemory taken = passing.take(ROOM, 1, TAG, null);
                    taken.sendBack();
                    home("again", numbers(victims.get().number())).send(job);
                    isOver.await();
                }
                case 1 -> {
                    meet(endpoint, 1, 0);
                    victims.set(new Piece(endpoint));
                    passing.give(victims.get(), 8, 0, TAG);
                    assertOnlyTheBadOneIsLost(endpoint, passing);
                    assertEquals(1, victims.get().returns.get());
                    assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                }
                default -> bystand(endpoint, passing);
            }
        });
    }

    @Test
    void memoryOfAnotherIsPassedOnceAsLongAsItIsHere() {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    String region = "local:" + network.share(new Piece(endpoint).memory());
                    Packet good = pass("good", 8, name(0, 7, 0, ROOM, region));
                    good.send(job);
                    isReady.await();
                    good.send(job);
                    isOver.await();
                }
                case 1 -> {
                    OwnershipMemory taken = passing.take(ROOM, 0, TAG, null);
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, passing);
                    taken.memory().set(ValueLayout.JAVA_LONG, 0, 1); // still the taker's
                }
                default -> bystand(endpoint, passing);
            }
        });
    }

    @Test
    void memoryOfAnotherDoesNotComeHomeHere() {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    String region = "local:" + network.share(new Piece(endpoint).memory());
                    pass("good", 8, name(0, 7, 0, ROOM, region)).send(job);
                    isReady.await();
                    home("the number that it has at the victim's", numbers(0)).send(job);
                    isOver.await();
                }
                case 1 -> {
                    ForeignMemory taken = (ForeignMemory) passing.take(ROOM, 0, TAG, null);
                    assertEquals(0, taken.number());
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, passing);
                }
                default -> bystand(endpoint, passing);
            }
        });
    }

    @Test
    void onlyWhoHasGotTheMemoryAnswersForIt() {
        CountDownLatch mayTake = new CountDownLatch(1);
        run(endpoint -> {
            switch (endpoint.world().rank()) {
                case 0 -> {
                    isReady.await();
                    new Packet("of a give to rank 2", PacketDescriptor.PASSED, 0, -1, 8, 1, new byte[0]).send(job);
                    isOver.await();
                }
                case 1 -> {
                    meet(endpoint, 1, 2);
                    OwnershipMessages passing = passing(endpoint, 1);
                    passing.give(new Piece(endpoint), 8, 2, TAG);
                    Request answered = passing.giveNonblocking(new Piece(endpoint), 8, 2, TAG);
                    isReady.countDown();
                    while (endpoint.world().failed().size() == 0) {
                        assertFalse(answered.test());
                    }
                    mayTake.countDown();
                    answered.await();
                    assertOnlyTheBadOneIsLost(endpoint, passing(endpoint));
                }
                default -> {
                    meet(endpoint, 1, 2);
                    mayTake.await();
                    passing(endpoint).take(ROOM, 1, TAG, null).sendBack();
                    passing(endpoint).take(ROOM, 1, TAG, null).sendBack();
                    bystand(endpoint, passing(endpoint));
                }
            }
        });
    }

    @Test
    void anUnexpectedAnswerAndAQuestionForGarbageAreNoHarm() {
        run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                new Packet("late", PacketDescriptor.PASSED, 0, -1, 8, 4711, new byte[0]).send(job);
                new Packet("garbage", PacketDescriptor.REACH, 1, -1, 0, 0, new byte[] {-1, 0, 1, -128}).send(job);
                world.send(new byte[1], 1, TAG);
            } else if (world.rank() == 1) {
                world.receive(new byte[1], 0, TAG);
                assertEquals(0, world.failed().size());
            }
        });
    }

    /** The peer has said that it can map what is here, and then it cannot. */
    @Test
    void memoryThatCannotBeMappedAnyMoreGoesHomeAndItsTakerIsTold() {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            if (endpoint.world().rank() == 0) {
                meet(endpoint, 0, 1);
                share(0);
                Piece piece = new Piece(endpoint);
                passing.give(piece, 8, 1, TAG);
                while (piece.returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
                assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                endpoint.world().send(new byte[1], 1, TAG);
            } else if (endpoint.world().rank() == 1) {
                meet(endpoint, 0, 1);
                SennitException error = assertThrows(SennitException.class, () -> passing.take(ROOM, 0, TAG, null));
                assertEquals(ErrorClass.NO_MEM, error.errorClass());
                endpoint.world().receive(new byte[1], 0, TAG);
            }
        });
    }

    /** It goes back to the process that has passed it, and from there home. */
    @Test
    void memoryOfAThirdThatCannotBeMappedGoesHomeByTheWayThatItCame() {
        run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    meet(endpoint, 1, 0);
                    meet(endpoint, 0, 2);
                    OwnershipMemory taken = passing.take(ROOM, 1, TAG, null);
                    share(0, 1); // from now on rank 2 can open nothing
                    passing.give(taken, 8, 2, TAG);
                    isOver.await();
                }
                case 1 -> {
                    meet(endpoint, 1, 0);
                    Piece piece = new Piece(endpoint);
                    passing.give(piece, 8, 0, TAG);
                    while (piece.returns.get() == 0) {
                        endpoint.world().nonblocking().probe(0, TAG, null);
                    }
                    assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                    assertEquals(0, endpoint.world().failed().size());
                    isOver.countDown();
                }
                default -> {
                    meet(endpoint, 0, 2);
                    SennitException error = assertThrows(SennitException.class, () -> passing.take(ROOM, 0, TAG, null));
                    assertEquals(ErrorClass.NO_MEM, error.errorClass());
                }
            }
        });
    }

    /** The name is that of memory of rank 2, which has never left it; rank 1 cannot open it. */
    @Test
    void aLieAboutTheHomeOfMemoryThatCannotBeOpenedComesBackToTheLiar() {
        run(endpoint -> {
            Communicator world = endpoint.world();
            switch (world.rank()) {
                case 0 -> {
                    pass("a lie", 8, name(2, 0, 0, ROOM, "nowhere")).send(job);
                    while (world.failed().size() == 0) {
                        Thread.onSpinWait();
                    }
                    // by the one to whom it has lied
                    SennitException error =
                            assertThrows(SennitException.class, () -> world.receive(new byte[1], 1, TAG));
                    assertTrue(error.getMessage().contains("comes back that was not passed"), error::getMessage);
                }
                case 1 -> {
                    SennitException error = assertThrows(
                            SennitException.class, () -> passing(endpoint).take(ROOM, 0, TAG, null));
                    assertEquals(ErrorClass.NO_MEM, error.errorClass());
                    exchange(world, passing(endpoint), 2);
                }
                default -> {
                    new Piece(endpoint);
                    bystand(endpoint, passing(endpoint));
                }
            }
        });
    }

    /** Rank 0 dies with memory of rank 1 that it has, and with memory that it has passed on to rank 2. */
    @Test
    void whatADeadProcessHadIsLostButForWhatItHasPassedOn() {
        run(endpoint -> {
            Communicator world = endpoint.world();
            OwnershipMessages passing = passing(endpoint);
            switch (world.rank()) {
                case 0 -> {
                    meet(endpoint, 1, 0);
                    meet(endpoint, 0, 2);
                    passing.take(ROOM, 1, TAG, null);
                    passing.give(passing.take(ROOM, 1, TAG, null), 8, 2, TAG);
                    isOver.await();
                }
                case 1 -> {
                    meet(endpoint, 1, 0);
                    Piece lost = new Piece(endpoint);
                    Piece passedOn = new Piece(endpoint);
                    passing.give(lost, 8, 0, TAG);
                    passing.give(passedOn, 8, 0, TAG);
                    Request answered = passing(endpoint, 1).giveNonblocking(new Piece(endpoint), 8, 0, TAG + 3);
                    world.receive(new byte[1], 2, TAG);
                    job.module(1).peerDied(0, new IllegalStateException("as planned"));
                    while (world.failed().size() == 0
                            || ((EndpointHandle) endpoint).ownership().strayed() < 3) { // one after the other
                        Thread.onSpinWait();
                    }
                    assertEquals(3, ((EndpointHandle) endpoint).ownership().away());
                    assertEquals(3, ((EndpointHandle) endpoint).ownership().strayed());
                    answered.await(); // within the window: it waits for nothing
                    world.send(new byte[1], 2, TAG);
                    while (passedOn.returns.get() == 0) {
                        world.nonblocking().probe(2, TAG, null);
                    }
                    assertEquals(2, ((EndpointHandle) endpoint).ownership().strayed());
                    assertEquals(0, lost.returns.get());
                    assertThrows(SennitException.class, () -> passing.take(ROOM, 0, TAG, null));
                    Piece kept = new Piece(endpoint);
                    assertThrows(SennitException.class, () -> passing.give(kept, 8, 0, TAG));
                    assertEquals(0, kept.returns.get());
                    isOver.countDown();
                }
                default -> {
                    meet(endpoint, 0, 2);
                    OwnershipMemory taken = passing.take(ROOM, 0, TAG, null);
                    world.send(new byte[1], 1, TAG);
                    world.receive(new byte[1], 1, TAG);
                    taken.sendBack();
                }
            }
        });
    }

    @Test
    void aGiveThatWaitsForADeadProcessEnds() {
        run(endpoint -> {
            switch (endpoint.world().rank()) {
                case 0 -> {
                    meet(endpoint, 1, 0);
                    isOver.await();
                }
                case 1 -> {
                    meet(endpoint, 1, 0);
                    OwnershipMessages passing = passing(endpoint, 1);
                    passing.give(new Piece(endpoint), 8, 0, TAG);
                    Request answered = passing.giveNonblocking(new Piece(endpoint), 8, 0, TAG);
                    job.module(1).peerDied(0, new IllegalStateException("as planned"));
                    SennitException error = assertThrows(SennitException.class, answered::await);
                    assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                    assertEquals(2L, ((EndpointHandle) endpoint).ownership().strayed());
                    isOver.countDown();
                }
                default -> {}
            }
        });
    }
}
