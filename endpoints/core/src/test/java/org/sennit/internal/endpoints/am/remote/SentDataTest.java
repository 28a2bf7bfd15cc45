package org.sennit.internal.endpoints.am.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.ActiveScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointCounter;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcesses;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The data of a long message over a network that keeps each packet until it is released. */
@Core
@Deadline(seconds = 60)
class SentDataTest {
    private static final int TARGET = 1;
    private static final int RECEIVE_ID = 99;
    private static final int MIB = 1 << 20;
    private static final int UNDER_WAY = 4;

    private final ProcessDevice device = newDevice();
    private final ActiveProcess process = new ActiveProcess(device);
    private final LocalEndpoint endpoint = device.addEndpoints(1).getFirst().self();
    private final ActiveScope scope = process.endpoint(endpoint).scope(3);
    private final EndpointCounter taken = scope.newCounter();
    private final ActiveArrivals arrivals = new ActiveArrivals(process.messages(), process.calls());
    private final Keeping connection = new Keeping();
    private final Peer peer = new Peer(
            new EndpointAddress(TARGET, 0, 0), null, new RemoteProcesses().add(TARGET, () -> connection, null));

    private static ProcessDevice newDevice() {
        Options options = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        return new ProcessDevice(
                RuntimeContext.system(),
                options,
                new JobHealth(),
                n -> WaitStrategy.choose(options, n, n, 2, false),
                1);
    }

    /** A packet that the network has. */
    private record Kept(NetworkSend operation, ByteBuffer header, MemorySegment payload) {
        long offset() {
            return ActivePacket.length(header, 0);
        }
    }

    /** Keeps packets with an operation, and the headers of others, which go at once. */
    private static final class Keeping implements VirtualConnection {
        private final List<Kept> kept = new ArrayList<>();
        private final List<ByteBuffer> gone = new ArrayList<>();
        private boolean isAtOnce; // packets with an operation go at once

        private static ByteBuffer copy(MemorySegment header) {
            ByteBuffer copy = ByteBuffer.allocate((int) header.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
            MemorySegment.ofBuffer(copy).copyFrom(header);
            return copy;
        }

        @Override
        public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
            gone.add(copy(header));
            return null;
        }

        @Override
        public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
            operation.begin();
            kept.add(new Kept(operation, copy(header), payload));
            if (isAtOnce) {
                operation.batchSent(this);
            }
        }

        Kept letGo() {
            Kept first = kept.removeFirst();
            first.operation.batchSent(this);
            return first;
        }

        void lose(int which) {
            kept.remove(which).operation.fail(this, new IllegalStateException("Already closed"));
        }

        ByteBuffer lastGone() {
            return gone.getLast();
        }

        @Override
        public int process() {
            return TARGET;
        }

        @Override
        public Object attachment() {
            return null;
        }

        @Override
        public void attach(Object object) {}

        @Override
        public int eagerLimitBytes() {
            return 1 << 16;
        }
    }

    /** Sends a message, whose target is ready for all of it. */
    private void send(ActiveVector data) {
        scope.send(0, peer, 2, MemorySegment.NULL, data, -1, taken.leading());
        ByteBuffer packet = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment to = MemorySegment.ofBuffer(packet);
        long id = ActivePacket.sendId(connection.lastGone(), 0);
        ActivePacket.write(to, PacketDescriptor.ACTIVE_REPLY, ActivePacket.READY, endpoint.id(), 0, id);
        ActivePacket.writeLengths(to, 0, data.lengthBytes());
        ActivePacket.writeReceiveId(to, RECEIVE_ID);
        arrivals.onHeader(connection, packet);
    }

    private boolean isWithdrawn() {
        ByteBuffer last = connection.lastGone();
        return ActivePacket.kind(last, 0) == ActivePacket.WITHDRAWN && ActivePacket.receiveId(last, 0) == RECEIVE_ID;
    }

    private static byte[] random(int bytes) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        return data;
    }

    @Test
    void severalPacketsAreUnderWay() {
        byte[] data = random(6 * MIB + 5);
        send(ActiveVector.of(data));
        assertEquals(UNDER_WAY, connection.kept.size());
        byte[] seen = new byte[data.length];
        while (!connection.kept.isEmpty()) {
            assertEquals(0, taken.value());
            Kept packet = connection.letGo();
            assertTrue(connection.kept.size() <= UNDER_WAY);
            assertEquals(RECEIVE_ID, ActivePacket.receiveId(packet.header, 0));
            MemorySegment.copy(
                    packet.payload, 0, MemorySegment.ofArray(seen), packet.offset(), packet.payload.byteSize());
        }
        assertEquals(-1, MemorySegment.ofArray(seen).mismatch(MemorySegment.ofArray(data)));
        assertEquals(1, taken.value());
        assertFalse(isWithdrawn());
    }

    @Test
    void packetsThatGoAtOnceFollowEachOther() {
        connection.isAtOnce = true;
        for (int i = 1; i <= 3; i++) { // the object of the message is used again, and its packets
            send(ActiveVector.of(random(9 * MIB)));
            assertEquals(9, connection.kept.size());
            assertEquals(8L * MIB, connection.kept.getLast().offset());
            assertEquals(i, taken.value());
            connection.kept.clear();
        }
    }

    @Test
    void shortPiecesOfPacketsUnderWayLieInMemoryOfTheirOwn() {
        byte[] data = random(600_000);
        send(ActiveVector.strided(data, 0, 300, 1000, 2000));
        assertEquals(UNDER_WAY, connection.kept.size());
        for (int i = 1; i < UNDER_WAY; i++) {
            assertNotEquals(
                    connection.kept.get(0).payload.address(),
                    connection.kept.get(i).payload.address());
        }
        long next = 0;
        while (!connection.kept.isEmpty()) {
            Kept packet = connection.kept.getFirst();
            assertEquals(next, packet.offset());
            for (long at = 0; at < packet.payload.byteSize(); at++) {
                long place = (next + at) / 1000 * 2000 + (next + at) % 1000;
                assertEquals(data[(int) place], packet.payload.get(ValueLayout.JAVA_BYTE, at));
            }
            next += packet.payload.byteSize();
            connection.letGo();
        }
        assertEquals(300_000, next);
        assertEquals(1, taken.value());
    }

    @Test
    void theOriginIsToldOfALossWhenTheNetworkHasNoPacketAnyMore() {
        send(ActiveVector.of(random(9 * MIB)));
        connection.lose(1);
        assertEquals(UNDER_WAY - 1, connection.kept.size());
        connection.letGo();
        connection.lose(0);
        assertFalse(isWithdrawn());
        assertFalse(taken.await(1, 0));
        connection.letGo();
        assertTrue(isWithdrawn());
        assertEquals(0, connection.kept.size());
        assertEquals(
                ErrorClass.BUFFER,
                assertThrows(SennitException.class, () -> taken.await(1, 0)).errorClass());
        assertFalse(taken.await(1, 0));
    }

    @Test
    void aFileThatHasBecomeShorterEndsItsMessageAlone(@TempDir Path folder) throws IOException {
        try (FileChannel file = FileChannel.open(
                        folder.resolve("shortened"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20, arena);
            file.truncate(0);
            send(ActiveVector.strided(memory, 0, 300, 1000, 2000)); // short pieces are packed
        }
        assertTrue(isWithdrawn());
        assertEquals(
                ErrorClass.BUFFER,
                assertThrows(SennitException.class, () -> taken.await(1, 0)).errorClass());
        send(ActiveVector.strided(new byte[600_000], 0, 300, 1000, 2000)); // by the same objects
        while (!connection.kept.isEmpty()) {
            connection.letGo();
        }
        assertEquals(1, taken.value());
    }

    @Test
    void aMessageThatIsOverSendsNothingMore() {
        send(ActiveVector.of(random(9 * MIB)));
        device.deaths().lost(TARGET, new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
        endpoint.progress().poll();
        for (int i = 0; i < UNDER_WAY; i++) {
            connection.letGo();
        }
        assertEquals(0, connection.kept.size());
        assertTrue(isWithdrawn());
        assertEquals(
                ErrorClass.PROC_FAILED,
                assertThrows(SennitException.class, () -> taken.await(1, 0)).errorClass());
    }
}
