package org.sennit.internal.endpoints.am.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.active.VectorKind;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.ActiveScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointCounter;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Packets without payload that are taken out of the network's memory: what they do is what they do as packets. */
@Core
@Deadline(seconds = 60)
class BarePacketTest {
    private static final int CONTEXT = 3;
    private static final int HANDLER = 40_000;
    private static final int PLACE = 24;

    private final ProcessDevice device = newDevice();
    private final ActiveProcess process = new ActiveProcess(device);
    private final LocalEndpoint endpoint = device.addEndpoints(1).getFirst().self();
    private final ActiveScope scope = process.endpoint(endpoint).scope(CONTEXT);
    private final EndpointCounter counter = scope.newCounter();
    private final ActiveArrivals arrivals = new ActiveArrivals(process.messages(), process.calls());
    private final Peerless peer = new Peerless(1);
    private final MemorySegment header = PacketDescriptor.newHeader();
    private final List<String> seen = new ArrayList<>();

    BarePacketTest() {
        scope.register(HANDLER, message -> {
            seen.add("source=" + message.source() + " handler=" + message.handler() + " header="
                    + message.header().byteSize() + " length=" + message.lengthBytes() + " pieces=" + message.pieces()
                    + " kind=" + message.kind() + " data=" + message.data().byteSize());
            return null;
        });
    }

    private static ProcessDevice newDevice() {
        Options options = Options.defaults();
        return new ProcessDevice(
                RuntimeContext.system(),
                options,
                new JobHealth(),
                n -> WaitStrategy.choose(options, n, n, 2, false),
                1);
    }

    private void message(int headerBytes, int pieces, long length, VectorKind kind) {
        ActivePacket.write(header, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.FIRST, endpoint.id(), 5, 0x700000009L);
        ActivePacket.writeLengths(header, 0, length);
        ActivePacket.writeOrigin(header, CONTEXT, 6);
        ActivePacket.writeFirst(header, HANDLER, counter.number(), headerBytes, pieces, kind);
    }

    private boolean isTakenBare() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(PLACE + PacketDescriptor.HEADER_LENGTH, Long.BYTES);
            MemorySegment.copy(header, 0, memory, PLACE, Long.BYTES);
            MemorySegment.copy(header, 16, memory, PLACE + Long.BYTES, PacketDescriptor.HEADER_LENGTH - 16);
            return arrivals.onBare(peer, memory, PLACE);
        }
    }

    private ByteBuffer answer() {
        assertEquals(1, peer.headers.size());
        return peer.headers.removeFirst();
    }

    @Test
    void anEmptyMessageRunsItsHandlerAndIsAnswered() {
        message(0, 0, 0, VectorKind.GENERIC);
        assertTrue(isTakenBare());
        ByteBuffer bare = answer();
        assertTrue(arrivals.onPacket(peer, header.asByteBuffer().order(java.nio.ByteOrder.LITTLE_ENDIAN), 0, 0));
        assertEquals(answer(), bare);
        assertEquals(0x700000009L, ActivePacket.sendId(bare, 0));
        assertEquals(2, seen.size());
        assertEquals(seen.getFirst(), seen.getLast());
        assertEquals("source=6 handler=40000 header=0 length=0 pieces=0 kind=GENERIC data=0", seen.getFirst());
        assertEquals(2, counter.value());
    }

    @Test
    void allOthersMustComeAsPackets() {
        message(8, 0, 0, VectorKind.GENERIC);
        assertFalse(isTakenBare());
        message(0, 1, 0, VectorKind.GENERIC);
        assertFalse(isTakenBare());
        message(0, 1, 1 << 20, VectorKind.GENERIC);
        assertFalse(isTakenBare());
        message(0, 0, 0, VectorKind.STRIDED);
        assertFalse(isTakenBare());
        ActivePacket.write(header, PacketDescriptor.ACTIVE_REPLY, ActivePacket.READY, endpoint.id(), 5, 9);
        assertFalse(isTakenBare());
        assertEquals(List.of(), seen);
        assertEquals(0, peer.headers.size());
    }

    @Test
    void anAnswerToAMessageThatIsOverHasNoEffect() {
        ActivePacket.write(header, PacketDescriptor.ACK, ActivePacket.COMPLETE, endpoint.id(), 5, 0x700000009L);
        assertTrue(isTakenBare());
        assertEquals(0, peer.headers.size());
    }
}
