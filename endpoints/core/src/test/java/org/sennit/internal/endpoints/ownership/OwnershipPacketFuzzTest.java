package org.sennit.internal.endpoints.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Packets of passed memory, right ones and mutations of them: the only exception is the one that closes the connection,
 * and whatever they say, memory comes home at most as often as it has left. (WireFuzzTest has the bytes of any
 * packets.)
 */
@Deadline(seconds = 30)
class OwnershipPacketFuzzTest {
    private static final int PACKETS = 30_000;
    private static final int PIECES = 8;
    private static final int ROOM = 4096;
    private static final byte[] TYPES = {
        PacketDescriptor.PASS, PacketDescriptor.PASSED, PacketDescriptor.HOME, PacketDescriptor.REACH
    };

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final ProcessDevice device = new ProcessDevice(
            RuntimeContext.system(), Options.defaults(), new JobHealth(), n -> new WaitStrategy(0, 0, 0, "test"), 1);
    private final LocalNetwork network = new LocalNetwork(7, true, any -> null);
    private final OwnershipProcess process = new OwnershipProcess(0, device);
    private final List<Piece> pieces = new ArrayList<>();

    private final class Piece extends OwnershipMemory {
        private final MemorySegment memory = Arena.ofAuto().allocate(ROOM, 64);
        private int leaves;
        private int returns;

        Piece() {
            super(process);
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        protected void returned() {
            returns++;
        }
    }

    @AfterEach
    void close() {
        device.close();
    }

    private VirtualConnection start() {
        BitSet both = new BitSet();
        both.set(0, 2);
        network.shareMemory(both);
        LocalModule module = network.addProcess(device.upcalls());
        network.addProcess(new ProcessDevice(
                        RuntimeContext.system(),
                        Options.defaults(),
                        new JobHealth(),
                        n -> new WaitStrategy(0, 0, 0, "test"),
                        1)
                .upcalls());
        device.useNetwork(module, 1);
        device.remoteProcess(1, new BusinessCard("local:1"));
        device.addEndpoints(1);
        for (int i = 0; i < PIECES; i++) {
            pieces.add(new Piece());
        }
        return module.to(1);
    }

    @Test
    void nothingComesHomeMoreOftenThanItHasLeft() {
        VirtualConnection vc = start();
        int refused = 0;
        for (int i = 0; i < PACKETS; i++) {
            pieces.forEach(this::leaveNowAndThen);
            ByteBuffer packet = mutated(packet());
            try {
                device.upcalls().handlePacket(vc, packet);
            } catch (SennitException e) {
                assertEquals(ErrorClass.NETWORK, e.errorClass());
                refused++;
            }
            vc.attach(null); // what a packet has left unfinished goes with the connection
            for (Piece piece : pieces) {
                assertTrue(piece.returns <= piece.leaves, "returned " + piece.returns + ", left " + piece.leaves);
            }
        }
        assertTrue(refused > PACKETS / 10 && refused < PACKETS * 9 / 10, "refused " + refused);
        assertTrue(pieces.stream().anyMatch(piece -> piece.returns > 0));
    }

    /** As a module that keeps such packets apart hands them up. */
    private boolean handUp(VirtualConnection vc, MemorySegment name, int endpoint, long lengthBytes) {
        MemorySegment ring = Arena.ofAuto().allocate(64, 64);
        MemorySegment.copy(name, 0, ring, 8, 24);
        Envelope envelope = new Envelope().set(0, 0, 5, lengthBytes, 0);
        long endpoints = RemoteSender.joined(endpoint, PacketDescriptor.NO_ENDPOINT);
        return device.upcalls().handlePass(vc, envelope, endpoints, OwnMemory.of(ring), OwnMemory.base(ring) + 8);
    }

    @Test
    void memoryPassedWithoutAPacketIsTakenOnceAndOnlyUnderItsName() {
        VirtualConnection vc = start();
        Piece piece = pieces.getFirst();
        MemorySegment name = piece.name();
        piece.leave(1);
        assertFalse(handUp(vc, name, 0, ROOM), "before the first packet of the connection");
        device.upcalls().handlePacket(vc, ByteBuffer.allocate(1));
        assertFalse(handUp(vc, name, 0, ROOM), "in the middle of a packet");
        vc.attach(null);
        ByteBuffer reached = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH);
        PacketDescriptor.writeTransfer(
                MemorySegment.ofBuffer(reached),
                PacketDescriptor.REACH,
                PacketDescriptor.TO_SENDER,
                (short) 0,
                0,
                0,
                0);
        device.upcalls().handlePacket(vc, reached);
        for (int at = 0; at < 24; at++) {
            MemorySegment other = MemorySegment.ofArray(name.asSlice(0, 24).toArray(ValueLayout.JAVA_BYTE));
            other.set(ValueLayout.JAVA_BYTE, at, (byte) ~other.get(ValueLayout.JAVA_BYTE, at));
            assertFalse(handUp(vc, other, 0, ROOM), "another name, byte " + at);
        }
        assertFalse(handUp(vc, name, 0, ROOM + 1L), "longer than the memory");
        assertFalse(handUp(vc, name, 0, -1), "a negative length");
        assertThrows(SennitException.class, () -> handUp(vc, name, 1, ROOM), "no such endpoint");
        assertTrue(piece.isAway());
        assertTrue(handUp(vc, name, 0, ROOM));
        assertFalse(piece.isAway());
        assertTrue(device.endpoint(0).inbox().hasClaimed());
        assertFalse(handUp(vc, name, 0, ROOM), "here already");
    }

    private void leaveNowAndThen(Piece piece) {
        if (!piece.isAway() && random.nextInt(10) == 0) {
            piece.name();
            piece.leaves++;
            piece.leave(1);
        }
    }

    private ByteBuffer packet() {
        byte type = TYPES[random.nextInt(TYPES.length)];
        byte kind = (byte) random.nextInt(2);
        MemorySegment payload = switch (type) {
            case PacketDescriptor.PASS ->
                random.oneOf(pieces.toArray(Piece[]::new)).name();
            case PacketDescriptor.HOME -> {
                ByteBuffer numbers = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
                numbers.putInt(random.nextInt(PIECES)).putInt(random.nextInt(PIECES));
                yield MemorySegment.ofArray(numbers.array()).asSlice(0, 4 + 4 * random.nextInt(2));
            }
            case PacketDescriptor.REACH -> MemorySegment.ofArray("local:1".getBytes());
            default -> MemorySegment.NULL;
        };
        if (type == PacketDescriptor.REACH && kind == PacketDescriptor.TO_SENDER) {
            payload = MemorySegment.NULL;
        }
        ByteBuffer packet = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH + (int) payload.byteSize())
                .order(ByteOrder.LITTLE_ENDIAN);
        Envelope envelope = new Envelope().set(0, 0, 5, random.nextInt(ROOM + 1), 0);
        if (type != PacketDescriptor.PASS) {
            envelope.kind = kind;
        }
        MemorySegment bytes = MemorySegment.ofBuffer(packet);
        PacketDescriptor.write(bytes, type, envelope, 0, 0, payload.byteSize());
        PacketDescriptor.writeRequest(bytes, (short) 0, random.nextInt(3));
        MemorySegment.copy(payload, 0, bytes, PacketDescriptor.HEADER_LENGTH, payload.byteSize());
        return packet;
    }

    /** In half of the packets some bytes are others; never the type, so that it stays among these. */
    private ByteBuffer mutated(ByteBuffer packet) {
        for (int i = random.nextInt(6) - 2; i > 0; i--) {
            int at = 1 + random.nextInt(packet.capacity() - 1);
            if (at >= PacketDescriptor.PAYLOAD_LENGTH_OFFSET + 2 && at < PacketDescriptor.PAYLOAD_LENGTH_OFFSET + 8) {
                continue; // gigabytes that never come are WireFuzzTest's
            }
            packet.put(
                    at,
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) (packet.get(at) ^ 1 << random.nextInt(8)));
        }
        return packet;
    }
}
