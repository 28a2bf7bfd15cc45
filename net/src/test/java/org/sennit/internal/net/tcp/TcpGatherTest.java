package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.netmod.Arrival;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.MappedFile;

/** Large payloads are read from the user's memory until the peer has them, and never afterwards. */
@Deadline(seconds = 60)
class TcpGatherTest {
    private static final long MIB = 1 << 20;

    private TestNetwork two;

    String transport() {
        return "epoll";
    }

    @BeforeEach
    void connect() {
        two = new TestNetwork(
                2, new TcpModuleFactory(), Options.fromEnvironment().with(TcpOptions.TRANSPORT, transport(), "test"));
        two.connectAll();
    }

    @AfterEach
    void close() {
        two.close();
    }

    private CountingSend send(long number, MemorySegment payload) {
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, number, payload.byteSize()), payload);
        return operation;
    }

    private CountingSend sendSmall(long number) {
        return send(number, TestPackets.payload(Arena.ofAuto(), number, 10));
    }

    private void pollSender() {
        for (int i = 0; i < 1000; i++) {
            two.process(0).poll();
        }
    }

    @Test
    void keepsTheMemoryUntilThePeerHasAllOfIt() {
        try (Arena arena = Arena.ofShared()) {
            VirtualConnection peer = two.process(1).to(0);
            SocketCutter.hold(peer); // no thread reads there
            CountingSend operation = send(1, TestPackets.payload(arena, 1, 200_000));
            pollSender(); // the system has taken it, the peer has not
            boolean isDone = operation.isDone();
            SocketCutter.letGo(peer);
            assertFalse(isDone);
            two.pollUntil(operation::isDone);
            assertEquals(2, two.process(1).device().arrived());
        }
    }

    @Test
    void sendsFromArraysAndPartsOfThem() {
        List<MemorySegment> payloads = List.of(
                MemorySegment.ofArray(new long[100_000]),
                MemorySegment.ofArray(new double[50_000]).asSlice(8, 300_003),
                MemorySegment.ofArray(new byte[(int) (3 * MIB)]).asSlice(7),
                MemorySegment.ofArray(new short[100_001]));
        for (int i = 0; i < payloads.size(); i++) {
            TestPackets.fill(payloads.get(i), i + 1);
            CountingSend operation = send(i + 1, payloads.get(i).asReadOnly());
            int arrived = i + 2;
            two.pollUntil(() -> operation.isDone() && two.process(1).device().arrived() == arrived);
            assertEquals(0, operation.failures());
            assertTrue(two.process(1).device().arrivals().get(i + 1).isIntact());
        }
    }

    @Test
    void sendsWhatIsChangedAfterwardsAsItWas() {
        MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 1, 3 * MIB);
        for (int round = 1; round <= 20; round++) {
            CountingSend operation = send(round, payload);
            if (round % 4 == 0) {
                SocketCutter.cut(two.process(0).to(1));
            }
            two.pollUntil(operation::isDone);
            TestPackets.fill(payload, round + 1);
        }
        two.pollUntil(() -> two.process(1).device().arrived() == 21);
        assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
    }

    /** What must be sent again is read again, and is not there any more. */
    @Test
    void failsASendWhoseMemoryGoesBeforeItCouldBeSentAgain() {
        Arena arena = Arena.ofShared();
        VirtualConnection sender = two.process(0).to(1);
        VirtualConnection peer = two.process(1).to(0);
        SocketCutter.hold(peer);
        CountingSend gone = send(1, TestPackets.payload(arena, 1, 30 * MIB));
        CountingSend after = sendSmall(3);
        pollSender();
        SocketCutter.hold(sender);
        SocketCutter.cut(sender);
        arena.close();
        SocketCutter.letGo(sender);
        SocketCutter.letGo(peer);
        two.pollUntil(
                () -> gone.isDone() && after.isDone() && two.process(1).device().arrived() == 2);
        assertInstanceOf(IllegalStateException.class, gone.cause());
        assertEquals(1, gone.failures());
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
        assertTrue(two.process(1).device().events().stream()
                .allMatch(event -> event.equals("aborted 0") || event.equals("broken packet 0")));
        assertEquals(List.of(), two.process(0).device().events());
    }

    /** Nothing must be sent again: the memory is not needed. */
    @Test
    void completesASendWhoseMemoryGoesWhenAllIsOnItsWay() {
        Arena arena = Arena.ofShared();
        VirtualConnection sender = two.process(0).to(1);
        CountingSend operation = send(1, TestPackets.payload(arena, 1, 150_000));
        pollSender();
        SocketCutter.hold(sender);
        arena.close();
        SocketCutter.letGo(sender);
        two.pollUntil(operation::isDone);
        assertEquals(0, operation.failures());
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
    }

    /** The system cannot read what is not there; the JVM would say so by a fault of its own. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 100_000, 5 * MIB + 4096, 7 * MIB})
    void failsASendWhoseMappedFileHasBecomeShorter(long leftBytes) throws Exception {
        try (MappedFile file = new MappedFile(8 * MIB)) {
            TestPackets.fill(file.memory(), 1);
            CountingSend before = sendSmall(2);
            file.truncate(leftBytes);
            CountingSend gone = send(1, file.memory());
            CountingSend after = sendSmall(3);
            two.pollUntil(() ->
                    gone.isDone() && after.isDone() && two.process(1).device().arrived() == 3);
            assertInstanceOf(MemoryGoneException.class, gone.cause());
            assertEquals(List.of(0, 1, 0), List.of(before.failures(), gone.failures(), after.failures()));
            assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
            assertTrue(two.process(1).device().events().stream()
                    .allMatch(event -> event.equals("aborted 0") || event.equals("broken packet 0")));
            assertEquals(List.of(), two.process(0).device().events());
        }
    }

    @Test
    void failsAReceiveWhoseMappedFileHasBecomeShorter() throws Exception {
        try (MappedFile file = new MappedFile(8 * MIB)) {
            two.process(1).device().receiveInto(5, file.memory());
            file.truncate(3 * MIB);
            CountingSend lost = send(5, TestPackets.payload(Arena.ofAuto(), 5, 8 * MIB));
            CountingSend after = sendSmall(3);
            two.pollUntil(() ->
                    lost.isDone() && after.isDone() && two.process(1).device().arrived() == 2);
            assertEquals(0, lost.failures() + after.failures());
            assertEquals(List.of("broken packet 0"), two.process(1).device().events());
            assertEquals(List.of(), two.process(0).device().events());
        }
    }

    @Test
    void failsWhatThePeerHasNotAcknowledgedWhenThePeerIsDead() {
        VirtualConnection peer = two.process(1).to(0);
        SocketCutter.hold(peer);
        CountingSend all = send(1, TestPackets.payload(Arena.ofAuto(), 1, 200_000));
        CountingSend some = send(3, TestPackets.payload(Arena.ofAuto(), 3, 50 * MIB));
        pollSender();
        two.process(0).module().peerDied(1, new IllegalArgumentException("it is said"));
        while (!all.isDone() || !some.isDone()) {
            pollSender();
        }
        SocketCutter.letGo(peer);
        assertEquals(1, all.failures());
        assertEquals(1, some.failures());
    }

    @Test
    void endsInOrderBehindThem() {
        CountingSend operation = send(1, TestPackets.payload(Arena.ofAuto(), 1, 20 * MIB));
        two.process(0).to(1, TerminableConnection.class).terminate();
        CountingSend next = sendSmall(2);
        two.pollUntil(() ->
                operation.isDone() && next.isDone() && two.process(1).device().arrived() == 3);
        assertEquals(0, operation.failures() + next.failures());
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
    }
}
