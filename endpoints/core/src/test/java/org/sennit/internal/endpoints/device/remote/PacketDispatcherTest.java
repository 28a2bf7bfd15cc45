package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.failure.LossListener;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.flow.Credits;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
import org.sennit.internal.endpoints.device.rendezvous.RendezvousSender;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Condition;
import org.sennit.testkit.Deadline;

/** Packets of one peer, good and bad, as the network hands them up; the test is the peer. */
@Deadline(seconds = 20)
class PacketDispatcherTest {
    private static final int IMMEDIATE = 256;
    private static final int GONE = 7; // an endpoint that has been closed

    private final JobHealth health = new JobHealth();
    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, IMMEDIATE), null);
    private final ProgressEngine progress = new ProgressEngine(
            RuntimeContext.system(),
            health,
            new WaitResources(new WaitStrategy(0, 0, 0, "test"), new YieldPermits(0), new NoSleep()),
            queue,
            null);
    private final TransferTable transfers = new TransferTable(new FailedPeers(true));
    private final PacketDispatcher dispatcher = new PacketDispatcher(new ArrivalContext(
            id -> id == GONE ? null : new LocalEndpoint(id, queue, null, progress),
            id -> id == GONE,
            transfers,
            new Losses(),
            new Credits(1 << 20),
            1 << 20,
            IMMEDIATE));
    private final Peerless vc = new Peerless(1);
    private final List<String> failedEndpoints = new ArrayList<>();
    private long lastId; // of the last send

    /** Writes down who is lost. */
    private final class Losses implements LossListener {
        @Override
        public void lost(int process, Throwable cause) {
            health.fail("process " + process, cause);
        }

        @Override
        public void endpointFailed(int process, int endpoint, Throwable cause) {
            failedEndpoints.add(process + "." + endpoint + " " + cause.getMessage());
        }
    }

    /** The only thread never sleeps. */
    private static final class NoSleep implements SleepPlace {
        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            throw new AssertionError("would wait for ever");
        }

        @Override
        public void wake(Thread thread) {}
    }

    private ReceiveRequest post(int bytes) {
        ReceiveRequest receive = new ReceiveRequest(progress);
        receive.from("world", 0, 0, 1, 5, 0).into(MemorySegment.ofArray(new byte[bytes]), 0, null, bytes);
        queue.post(receive);
        return receive;
    }

    private static ByteBuffer packet(byte type, int length, int payload) {
        ByteBuffer bytes = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH + payload);
        PacketDescriptor.write(
                MemorySegment.ofBuffer(bytes), type, new Envelope().set(0, 1, 5, length, 0), 0, 0, payload);
        return bytes;
    }

    private static ByteBuffer transfer(byte type, int status, long sendId, long receiveId) {
        byte side = receiveId == 0 || type == PacketDescriptor.CTS
                ? PacketDescriptor.TO_SENDER
                : PacketDescriptor.TO_RECEIVER;
        ByteBuffer bytes = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH);
        PacketDescriptor.writeTransfer(MemorySegment.ofBuffer(bytes), type, side, (short) status, sendId, receiveId, 0);
        return bytes;
    }

    private Request send(int bytes) {
        Peer peer = new Peer(new EndpointAddress(1, 0, 0), null, null);
        MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);
        OutgoingMessage message = new OutgoingMessage().to("world", peer, 1).from(memory, 0, null);
        message.set(0, 0, 5, bytes, 0);
        Request send =
                new RendezvousSender(0, progress, transfers, false, new SentMessages()).start(vc, message, false, null);
        lastId = PacketDescriptor.sendId(vc.headers.remove());
        return send;
    }

    @Test
    void aMessageWhoseSenderGivesUpInItsMiddleFailsTheReceiveThatItMatches() {
        for (int length : new int[] {100, 1000, 10_000}) {
            ReceiveRequest receive = post(length);
            dispatcher.handlePacket(
                    vc, packet(PacketDescriptor.EAGER, length, length).limit(64 + length / 2));
            dispatcher.aborted(vc, new SennitException(ErrorClass.PROC_ABORTED, "the sender's memory has gone"));
            SennitException error = assertThrows(SennitException.class, receive::await);
            assertEquals(ErrorClass.BUFFER, error.errorClass());
            ReceiveRequest next = post(length);
            dispatcher.handlePacket(vc, packet(PacketDescriptor.EAGER, length, length));
            assertEquals(length, next.await().countBytes());
        }
        assertNull(health.failure());
    }

    @Test
    void theWordThatComesOverSeveralConnectionsCountsWithTheLastOne() {
        byte[] text = "grief".getBytes(StandardCharsets.US_ASCII);
        dispatcher.handlePacket(vc, packet(PacketDescriptor.FAILED, 1, 5).put(64, text));
        assertEquals(List.of(), failedEndpoints); // what the endpoint has sent over the other may still come
        dispatcher.handlePacket(
                new Peerless(1), packet(PacketDescriptor.FAILED, 1, 5).put(64, text));
        assertEquals(List.of("1.0 grief"), failedEndpoints);
    }

    @Test
    void theWordThatAnEndpointHasFailedIsHeardWhenItIsWhole() {
        ByteBuffer notice = packet(PacketDescriptor.FAILED, 0, 5).put(64, "grief".getBytes(StandardCharsets.US_ASCII));
        PacketDescriptor.writeEndpoints(MemorySegment.ofBuffer(notice), PacketDescriptor.NO_ENDPOINT, 3);
        dispatcher.handlePacket(vc, notice.duplicate().limit(66));
        assertEquals(List.of(), failedEndpoints);
        dispatcher.handlePacket(vc, notice.position(66));
        assertEquals(List.of("1.3 grief"), failedEndpoints);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8193, Integer.MAX_VALUE})
    void aWordOfAFailureThatIsTooLongOrEmptyIsRefused(int length) {
        ByteBuffer notice = packet(PacketDescriptor.FAILED, 0, 0);
        notice.order(ByteOrder.LITTLE_ENDIAN).putLong(PacketDescriptor.PAYLOAD_LENGTH_OFFSET, length);
        assertEquals(
                ErrorClass.NETWORK,
                assertThrows(SennitException.class, () -> dispatcher.handlePacket(vc, notice))
                        .errorClass());
    }

    @Test
    void theBytesOfALargeMessageGoWhereTheyBelongWhetherCopiedOrPutThere() {
        int length = 300_000;
        byte[] into = new byte[length + 7];
        ReceiveRequest receive = new ReceiveRequest(progress);
        receive.from("world", 0, 0, 1, 5, 0).into(MemorySegment.ofArray(into), 7, null, length);
        queue.post(receive);
        dispatcher.handlePacket(vc, packet(PacketDescriptor.RTS, length, 0));
        progress.poll();
        long receiveId = PacketDescriptor.receiveId(vc.headers.remove());
        for (int half = 0; half < 2; half++) {
            ByteBuffer data = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH + 100);
            PacketDescriptor.writeTransfer(
                    MemorySegment.ofBuffer(data),
                    PacketDescriptor.DATA,
                    PacketDescriptor.TO_RECEIVER,
                    (short) 0,
                    0,
                    receiveId,
                    length);
            PacketDescriptor.writePayloadLength(MemorySegment.ofBuffer(data), length / 2);
            Arrays.fill(data.array(), PacketDescriptor.HEADER_LENGTH, data.limit(), (byte) (half + 1));
            dispatcher.handlePacket(vc, data);
            assertFalse(receive.isComplete());
            MemorySegment room = dispatcher.room(vc, Long.MAX_VALUE);
            assertEquals(length / 2 - 100, dispatcher.roomBytes(vc));
            room.asSlice(dispatcher.roomOffset(vc), length / 2 - 100).fill((byte) (half + 3));
            dispatcher.filled(vc, length / 2 - 100);
        }
        assertEquals(length, receive.await().countBytes());
        byte[] expected = new byte[length + 7];
        for (int half = 0; half < 2; half++) {
            int at = 7 + half * length / 2;
            Arrays.fill(expected, at, at + 100, (byte) (half + 1));
            Arrays.fill(expected, at + 100, at + length / 2, (byte) (half + 3));
        }
        assertArrayEquals(expected, into);
    }

    /** In one piece, which is read where it lies, and in two. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40, 64, 70})
    void anAnnouncementIsAnsweredHoweverItIsCut(int bytesOfTheFirstFragment) {
        ReceiveRequest receive = post(1 << 20);
        ByteBuffer packet = packet(PacketDescriptor.RTS, 1 << 20, 8);
        long id = 0x0123_4567_89AB_CDEFL; // whose bytes differ: the buffer's order is not the format's
        PacketDescriptor.writeRequest(MemorySegment.ofBuffer(packet), PacketDescriptor.BY_DEVICE, id);
        packet.limit(bytesOfTheFirstFragment);
        dispatcher.handlePacket(vc, packet);
        packet.limit(packet.capacity());
        progress.poll();
        assertTrue(vc.headers.isEmpty());
        dispatcher.handlePacket(vc, packet);
        progress.poll();
        ByteBuffer header = vc.headers.remove();
        assertEquals(PacketDescriptor.CTS, PacketDescriptor.type(header));
        assertEquals(id, PacketDescriptor.sendId(header));
        assertEquals(1 << 20, PacketDescriptor.messageLength(header));
        assertFalse(receive.isComplete());
    }

    @Test
    void aLargeMessageWhoseSenderGivesUpFailsItsReceiveOnly() {
        ReceiveRequest receive = post(1 << 20);
        dispatcher.handlePacket(vc, packet(PacketDescriptor.RTS, 1 << 20, 0));
        progress.poll();
        long receiveId = PacketDescriptor.receiveId(vc.headers.remove());
        // The peer's number for its send happens to be our number for one of ours.
        Request unrelated = send(1 << 20);
        dispatcher.handlePacket(vc, transfer(PacketDescriptor.DONE, 1, lastId, receiveId));
        assertEquals(
                ErrorClass.BUFFER,
                assertThrows(SennitException.class, receive::await).errorClass());
        dispatcher.handlePacket(vc, transfer(PacketDescriptor.DONE, 1, lastId, receiveId)); // late
        assertFalse(unrelated.isComplete());
    }

    @Test
    void aLargeSendWhoseFirstPieceFailsAtOnceEndsOnce() {
        Request send = send(3 << 20);
        vc.failure = new IllegalStateException("arena closed");
        dispatcher.handlePacket(vc, transfer(PacketDescriptor.CTS, 0, lastId, 77));
        assertTrue(send.isComplete());
        assertEquals(
                ErrorClass.BUFFER,
                assertThrows(SennitException.class, send::await).errorClass());
        ByteBuffer header = vc.headers.remove();
        assertEquals(PacketDescriptor.DONE, PacketDescriptor.type(header));
        assertEquals(77, PacketDescriptor.receiveId(header));
        assertTrue(vc.headers.isEmpty());
    }

    @Test
    void whatComesForAnEndpointThatHasGoneIsDroppedAndItsSenderTold() {
        dispatcher.handlePacket(vc, packetFor(GONE, PacketDescriptor.EAGER, 100));
        assertTrue(vc.headers.isEmpty());
        ByteBuffer announcement = packetFor(GONE, PacketDescriptor.RTS, 0);
        PacketDescriptor.writeRequest(MemorySegment.ofBuffer(announcement), PacketDescriptor.BY_DEVICE, 99);
        dispatcher.handlePacket(vc, announcement);
        ByteBuffer header = vc.headers.remove();
        assertEquals(PacketDescriptor.DONE, PacketDescriptor.type(header));
        assertEquals(99, PacketDescriptor.sendId(header));
        assertEquals(PacketDescriptor.DISCARDED, PacketDescriptor.status(header));
        ReceiveRequest receive = post(100); // the connection is as before
        dispatcher.handlePacket(vc, packet(PacketDescriptor.EAGER, 100, 100));
        assertEquals(100, receive.await().countBytes());
    }

    private static ByteBuffer packetFor(int endpoint, byte type, int payload) {
        ByteBuffer bytes = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH + payload);
        Envelope envelope = new Envelope().set(0, 1, 5, 100, 0);
        PacketDescriptor.write(MemorySegment.ofBuffer(bytes), type, envelope, endpoint, 0, payload);
        return bytes;
    }

    @Test
    void creditThatWasNotTakenIsRefused() {
        Credits credits = new Credits(1 << 20);
        CreditWindow window = credits.of(1).of(3);
        assertTrue(window.take(100));
        assertThrows(SennitException.class, () -> credits.of(1).give(2, 164));
        assertThrows(SennitException.class, () -> credits.of(1).give(3, 165));
        assertThrows(SennitException.class, () -> new CreditWindow(100).give(-1));
    }

    @Test
    void aWindowIsFullWhenAllOfItIsOnItsWay() {
        CreditWindow window = new CreditWindow(200);
        assertTrue(window.take(0));
        assertFalse(window.take(100));
        assertTrue(window.take(72));
        assertFalse(window.hasRoom(0));
        window.give(64);
        assertTrue(window.take(0));
        assertFalse(window.take(0));
    }

    @Test
    void buffersOfEagerMessagesAreNotMuchLongerThanTheMessages() {
        EagerBuffers buffers = new EagerBuffers();
        assertEquals(4096, buffers.take(300).memory().byteSize());
        assertEquals(16384, buffers.take(4097).memory().byteSize());
        assertEquals(65536, buffers.take(16385).memory().byteSize());
        BufferedPayload huge = buffers.take(70_000);
        assertEquals(70_000, huge.memory().byteSize());
        buffers.give(huge);
        BufferedPayload large = buffers.take(65536);
        buffers.give(large);
        assertEquals(large, buffers.take(20_000));
        BufferedPayload middle = buffers.take(16384);
        buffers.give(middle);
        assertEquals(middle, buffers.take(5000));
    }
}
