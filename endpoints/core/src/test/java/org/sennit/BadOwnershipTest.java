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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
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
 * Packets of passed memory that cannot be right. Rank 0 is the bad one, rank 1 its victim, rank 2 has nothing to do
 * with it; each is a process of its own.
 */
@Deadline(seconds = 30)
class BadOwnershipTest {
    private static final int TAG = 5;
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
    private final AtomicReference<CountedMemory> victims = new AtomicReference<>();
    private final CountDownLatch isReady = new CountDownLatch(1);
    private final CountDownLatch isOver = new CountDownLatch(1);

    BadOwnershipTest() {
        BitSet all = new BitSet();
        all.set(0, 3);
        network.shareMemory(all);
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

    /** The region {@code local:1} is that of the first memory that is shared. The victim's memory has number 0. */
    static Stream<Packet> badPackets() {
        String region = "local:1";
        return Stream.of(
                pass("a negative home", 8, name(-1, 7, 0, CountedMemory.ROOM, region)),
                pass("a home that does not exist", 8, name(99, 7, 0, CountedMemory.ROOM, region)),
                pass("a negative number", 8, name(0, -7, 0, CountedMemory.ROOM, region)),
                pass("the victim's memory, which has not left it", 8, name(1, 0, 0, CountedMemory.ROOM, region)),
                pass("a number that is no memory of the victim's", 8, name(1, 12345, 0, CountedMemory.ROOM, region)),
                pass("a negative offset", 8, name(0, 7, -1, CountedMemory.ROOM, region)),
                pass("an offset beyond the region", 8, name(0, 7, CountedMemory.ROOM, 8, region)),
                pass("a capacity beyond the region", 8, name(0, 7, 0, CountedMemory.ROOM + 1, region)),
                pass("a huge capacity", 8, name(0, 7, 8, Long.MAX_VALUE, region)),
                pass("a negative capacity", 0, name(0, 7, 0, -1, region)),
                pass("a length beyond the capacity", CountedMemory.ROOM + 1, name(0, 7, 0, CountedMemory.ROOM, region)),
                pass("a negative length", -1, name(0, 7, 0, CountedMemory.ROOM, region)),
                pass("an empty name", 8, new byte[0]),
                pass("a name that is cut short", 8, new byte[NAME - 1]),
                pass("a name without a region", 8, new byte[NAME]),
                pass("a name that is too long", 8, new byte[(64 << 10) + 1]),
                new Packet(
                        "another kind", PacketDescriptor.PASS, 77, 0, 8, 0, name(0, 7, 0, CountedMemory.ROOM, region)),
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
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    network.share(new CountedMemory(endpoint).memory()); // local:1
                    isReady.await();
                    bad.send(job);
                    isOver.await();
                }
                case 1 -> {
                    victims.set(new CountedMemory(endpoint));
                    assertEquals(0, victims.get().number());
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, ownership);
                    assertEquals(0, victims.get().returns.get());
                }
                default -> bystand(endpoint, ownership);
            }
        });
    }

    private void assertOnlyTheBadOneIsLost(Endpoint endpoint, OwnershipMessages ownership) {
        Communicator world = endpoint.world();
        while (world.failed().size() == 0) {
            Thread.onSpinWait();
        }
        assertEquals(1, world.failed().size());
        SennitException error = assertThrows(SennitException.class, () -> world.receive(new byte[1], 0, TAG));
        assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
        assertTrue(CAUSES.stream().anyMatch(error.getMessage()::contains), error::getMessage);
        exchange(world, ownership, 2);
        isOver.countDown();
    }

    private static void bystand(Endpoint endpoint, OwnershipMessages ownership) {
        exchange(endpoint.world(), ownership, 1);
        assertEquals(0, endpoint.world().failed().size());
    }

    /** Both are well. */
    private static void exchange(Communicator world, OwnershipMessages ownership, int peer) {
        ownership.give(ownership.take(CountedMemory.ROOM, Communicator.NULL_PROCESS, TAG, null), 100, peer, TAG + 1);
        assertNotNull(ownership.take(CountedMemory.ROOM, peer, TAG + 1, null));
        world.sendReceive(new byte[1], peer, TAG + 2, new byte[1], peer, TAG + 2, null);
    }

    @Test
    void memoryComesHomeOnce() {
        run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    OwnershipMemory taken = ownership.take(CountedMemory.ROOM, 1, TAG, null);
                    taken.sendBack();
                    home("again", numbers(victims.get().number())).send(job);
                    isOver.await();
                }
                case 1 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    victims.set(new CountedMemory(endpoint));
                    ownership.give(victims.get(), 8, 0, TAG);
                    assertOnlyTheBadOneIsLost(endpoint, ownership);
                    assertEquals(1, victims.get().returns.get());
                    assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                }
                default -> bystand(endpoint, ownership);
            }
        });
    }

    @Test
    void memoryOfAnotherIsPassedOnceAsLongAsItIsHere() {
        run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    String region = "local:" + network.share(new CountedMemory(endpoint).memory());
                    Packet good = pass("good", 8, name(0, 7, 0, CountedMemory.ROOM, region));
                    good.send(job);
                    isReady.await();
                    good.send(job);
                    isOver.await();
                }
                case 1 -> {
                    OwnershipMemory taken = ownership.take(CountedMemory.ROOM, 0, TAG, null);
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, ownership);
                    taken.memory().set(ValueLayout.JAVA_LONG, 0, 1); // still the taker's
                }
                default -> bystand(endpoint, ownership);
            }
        });
    }

    @Test
    void memoryOfAnotherDoesNotComeHomeHere() {
        run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    String region = "local:" + network.share(new CountedMemory(endpoint).memory());
                    pass("good", 8, name(0, 7, 0, CountedMemory.ROOM, region)).send(job);
                    isReady.await();
                    home("the number that it has at the victim's", numbers(0)).send(job);
                    isOver.await();
                }
                case 1 -> {
                    ForeignMemory taken = (ForeignMemory) ownership.take(CountedMemory.ROOM, 0, TAG, null);
                    assertEquals(0, taken.number());
                    isReady.countDown();
                    assertOnlyTheBadOneIsLost(endpoint, ownership);
                }
                default -> bystand(endpoint, ownership);
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
                    CountedMemory.meet(endpoint, 1, 2);
                    OwnershipMessages ownership = CountedMemory.messages(endpoint, 1);
                    ownership.give(new CountedMemory(endpoint), 8, 2, TAG);
                    Request answered = ownership.giveNonblocking(new CountedMemory(endpoint), 8, 2, TAG);
                    isReady.countDown();
                    while (endpoint.world().failed().size() == 0) {
                        assertFalse(answered.test());
                    }
                    mayTake.countDown();
                    answered.await();
                    assertOnlyTheBadOneIsLost(endpoint, CountedMemory.messages(endpoint));
                }
                default -> {
                    CountedMemory.meet(endpoint, 1, 2);
                    mayTake.await();
                    CountedMemory.messages(endpoint)
                            .take(CountedMemory.ROOM, 1, TAG, null)
                            .sendBack();
                    CountedMemory.messages(endpoint)
                            .take(CountedMemory.ROOM, 1, TAG, null)
                            .sendBack();
                    bystand(endpoint, CountedMemory.messages(endpoint));
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

    /** The name is that of memory of rank 2, which has never left it; rank 1 cannot open it. */
    @Test
    void aLieAboutTheHomeOfMemoryThatCannotBeOpenedComesBackToTheLiar() {
        run(endpoint -> {
            Communicator world = endpoint.world();
            switch (world.rank()) {
                case 0 -> {
                    pass("a lie", 8, name(2, 0, 0, CountedMemory.ROOM, "nowhere"))
                            .send(job);
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
                            SennitException.class,
                            () -> CountedMemory.messages(endpoint).take(CountedMemory.ROOM, 0, TAG, null));
                    assertEquals(ErrorClass.NO_MEM, error.errorClass());
                    exchange(world, CountedMemory.messages(endpoint), 2);
                }
                default -> {
                    new CountedMemory(endpoint);
                    bystand(endpoint, CountedMemory.messages(endpoint));
                }
            }
        });
    }
}
