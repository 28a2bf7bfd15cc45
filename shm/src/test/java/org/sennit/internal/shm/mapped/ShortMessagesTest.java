package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.shm.mapped.memory.FullDisk;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.ShortMessageConnection;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Short messages without the header of a packet, over a module beneath that has no such thing. */
@Deadline(seconds = 20)
@Core
class ShortMessagesTest {
    private static final int CONTEXT = 5;
    private static final int SIGNATURE = 9;
    private static final long SOURCE_3_TAG_7 = 3 | 7L << Integer.SIZE;

    private final LocalNetwork beneath = new LocalNetwork(1, true, network -> null);
    private final List<Long> packets = new ArrayList<>();
    private final List<String> shorts = new ArrayList<>();
    private final List<Long> handedUp = new ArrayList<>();
    private final List<Long> sunk = new ArrayList<>();
    private int mostInSink = Integer.MAX_VALUE;
    private Options options = Options.fromEnvironment();
    private boolean hasSink;
    private List<NetworkModule> modules;
    private VirtualConnection to;

    @Test
    void goThroughTheRingAsSoonAsThereIsOne() {
        List<NetworkModule> modules =
                List.of(module(0, new SharedFilePlaces("short")), module(1, new SharedFilePlaces("short")));
        VirtualConnection to = connect(modules);
        ShortMessageConnection connection = to.extension(ShortMessageConnection.class);
        assertEquals(-1, connection.shortLimitBytes());
        assertFalse(isSent(connection, 41), "there is no ring before the first message");
        sendPacket(modules, to);
        assertTrue(connection.shortLimitBytes() >= Long.BYTES);
        assertTrue(isSent(connection, 42));
        pollUntil(modules, () -> !shorts.isEmpty());
        assertEquals(List.of("context=5 source=3 tag=7 signature=9 length=8 endpoints=0 payload=42"), shorts);
    }

    @Test
    void thoseForOneEndpointThatFollowEachOtherGoToTheSinkOfTheDevice() {
        hasSink = true;
        ShortMessageConnection connection = connected();
        for (int i = 0; i < 20; i++) {
            assertTrue(isSent(connection, i));
        }
        poll(20);
        List<Long> all = new ArrayList<>(handedUp);
        all.addAll(sunk);
        assertEquals(LongStream.range(0, 20).boxed().toList(), all);
        assertTrue(sunk.size() >= 15, () -> "sunk=" + sunk);
        assertTrue(handedUp.size() > 0);
    }

    @Test
    void whatASinkDoesNotTakeIsHandedUp() {
        hasSink = true;
        mostInSink = 3;
        ShortMessageConnection connection = connected();
        for (int i = 0; i < 20; i++) {
            assertTrue(isSent(connection, i));
        }
        poll(20);
        assertEquals(3, sunk.size());
        List<Long> all = new ArrayList<>(handedUp);
        all.addAll(sunk);
        assertEquals(
                LongStream.range(0, 20).boxed().toList(), all.stream().sorted().toList());
        assertEquals(handedUp.stream().sorted().toList(), handedUp);
    }

    @Test
    void aSinkIsAskedForAgainAfterAnotherEndpointAndAfterAPacket() {
        hasSink = true;
        ShortMessageConnection connection = connected();
        for (int i = 0; i < 10; i++) {
            assertTrue(isSent(connection, i));
        }
        assertTrue(connection.startShort(CONTEXT, 1, SOURCE_3_TAG_7, SIGNATURE, new long[] {10}, 0, Long.BYTES));
        for (int i = 11; i < 14; i++) {
            assertTrue(isSent(connection, i));
        }
        to.startMessage(TestPackets.header(0, 1, 0), MemorySegment.NULL);
        assertTrue(isSent(connection, 14));
        poll(15);
        assertEquals(LongStream.range(10, 15).boxed().toList(), handedUp.subList(handedUp.size() - 5, handedUp.size()));
        assertEquals(10, handedUp.size() - 5 + sunk.size());
    }

    @Test
    void nothingOvertakesALongerMessageByTheSink() {
        hasSink = true;
        ShortMessageConnection connection = connected();
        for (int i = 0; i < 10; i++) {
            assertTrue(isSent(connection, i));
        }
        assertTrue(
                connection.startShort(CONTEXT, 0, SOURCE_3_TAG_7, SIGNATURE, new long[] {10, 0, 0}, 0, 3 * Long.BYTES));
        long[] longer = new long[12];
        longer[0] = 11;
        assertTrue(connection.startShort(CONTEXT, 0, SOURCE_3_TAG_7, SIGNATURE, longer, 0, 12 * Long.BYTES));
        assertTrue(isSent(connection, 12));
        poll(13);
        assertTrue(sunk.contains(10L), "within what a sink takes");
        assertEquals(List.of(11L, 12L), handedUp.subList(handedUp.size() - 2, handedUp.size()));
    }

    @Test
    void aSinkIsNotUsedInTheNextPoll() {
        hasSink = true;
        ShortMessageConnection connection = connected();
        for (int i = 0; i < 10; i++) {
            assertTrue(isSent(connection, i));
        }
        poll(10);
        int before = sunk.size();
        assertTrue(before > 0);
        assertTrue(isSent(connection, 10));
        poll(1);
        assertEquals(before, sunk.size());
    }

    @ParameterizedTest
    @CsvSource({
        "mapped.ring=16, 4056",
        "mapped.ring=64, 16344",
        "mapped.eager.max=0, 0",
        "mapped.eager.max=4096, 4096",
        "mapped.eager.max=65536, 16384"
    })
    void areAsLongAsARecordAndAsEagerMessagesMayBe(String option, int limitBytes) {
        Properties values = new Properties();
        values.setProperty("sennit." + option.split("=")[0], option.split("=")[1]);
        options = Options.of(values, Map.of());
        ShortMessageConnection connection = connected();
        assertEquals(limitBytes, connection.shortLimitBytes());
        if (limitBytes > 0) {
            byte[] longest = new byte[limitBytes];
            assertTrue(connection.startShort(CONTEXT, 0, SOURCE_3_TAG_7, SIGNATURE, longest, 0, limitBytes));
            poll(1);
            assertTrue(shorts.getLast().contains(" length=" + limitBytes + " "), shorts::toString);
        }
    }

    private ShortMessageConnection connected() {
        modules = List.of(module(0, new SharedFilePlaces("short")), module(1, new SharedFilePlaces("short")));
        to = connect(modules);
        sendPacket(modules, to);
        return to.extension(ShortMessageConnection.class);
    }

    /** All of them in one poll of the receiver: the sender's thread has written them to the ring. */
    private void poll(int messages) {
        int before = handedUp.size() + sunk.size();
        pollUntil(modules.subList(1, 2), () -> handedUp.size() + sunk.size() >= before + messages);
    }

    @Test
    void areRefusedWhereAllGoesThroughTheModuleBeneath() {
        List<NetworkModule> modules = List.of(module(0, FullDisk.places()), module(1, new SharedFilePlaces("short")));
        VirtualConnection to = connect(modules);
        sendPacket(modules, to);
        assertFalse(isSent(to.extension(ShortMessageConnection.class), 42));
    }

    private static boolean isSent(ShortMessageConnection connection, long value) {
        return connection.startShort(CONTEXT, 0, SOURCE_3_TAG_7, SIGNATURE, new long[] {value}, 0, Long.BYTES);
    }

    private void sendPacket(List<NetworkModule> modules, VirtualConnection to) {
        to.startMessage(TestPackets.header(0, 1, 0), MemorySegment.NULL);
        pollUntil(modules, () -> packets.size() == 1);
    }

    private static VirtualConnection connect(List<NetworkModule> modules) {
        List<BusinessCard> cards = modules.stream().map(NetworkModule::init).toList();
        modules.get(1).connect(0, cards.get(0));
        return modules.get(0).connect(1, cards.get(1));
    }

    private static void pollUntil(List<NetworkModule> modules, BooleanSupplier isOver) {
        while (!isOver.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            modules.forEach(module -> module.poll(PollDirection.OUT_FIRST, 64));
        }
    }

    private boolean sink(
            int context, long sourceAndTag, int signature, MemorySegment memory, long offset, int lengthBytes) {
        assertEquals(CONTEXT, context);
        assertEquals(SOURCE_3_TAG_7, sourceAndTag);
        assertEquals(SIGNATURE, signature);
        assertTrue(lengthBytes <= 88);
        if (sunk.size() == mostInSink) {
            return false;
        }
        sunk.add(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
        return true;
    }

    private NetworkModule module(int process, SharedFilePlaces places) {
        PacketAssembler assembler = new PacketAssembler((vc, header) -> {
            packets.add(header.getLong(16));
            return null;
        });
        NetworkUpcalls upcalls = new NetworkUpcalls() {
            @Override
            public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
                assembler.handle(vc, fragment);
            }

            @Override
            public boolean handleShort(
                    VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
                shorts.add("context=" + envelope.contextId + " source=" + envelope.sourceRank + " tag=" + envelope.tag
                        + " signature=" + envelope.signature + " length=" + envelope.lengthBytes + " endpoints="
                        + endpoints + " payload=" + memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                handedUp.add(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                return true;
            }

            @Override
            public ShortMessageSink shortMessageSink(VirtualConnection vc, long endpoints) {
                assertEquals(0, (int) endpoints);
                return hasSink ? ShortMessagesTest.this::sink : null;
            }

            @Override
            public void terminated(VirtualConnection vc) {}

            @Override
            public void failed(VirtualConnection vc, Throwable cause) {
                throw new AssertionError(cause);
            }
        };
        NetworkSetup setup =
                new NetworkSetup("short", process, 2, 2, new byte[32], options, RuntimeContext.system(), upcalls);
        NetworkModuleFactory inner = new GivenModuleFactory("local", given -> beneath.addProcess(given.upcalls()));
        return new MappedModule(setup, inner, false, places);
    }
}
