package org.sennit.internal.endpoints.device.remote;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.packet.PacketInBuffer;

/**
 * Restores the order of one connection's packets where the module does not keep it: the expected packet is passed on at
 * once, a later one is kept until its turn. Packets of active messages have no order. Used with the connection's
 * upcalls.
 *
 * <p>Memory is bounded: a packet more than {@value #MOST_AHEAD} ahead of a missing one, or more than
 * {@value #MOST_BYTES} kept bytes, ends the connection, since its module must have lost a packet.
 */
final class PacketOrder implements PacketHandler {
    static final int MOST_AHEAD = 1024;
    static final int MOST_BYTES = 64 << 20;

    private final PacketHandler next;
    private final PacketAssembler kept; // for those that are taken out again
    private final HashMap<Integer, ByteBuffer> early = new HashMap<>();
    private final InTurn inTurn = new InTurn();
    private long earlyBytes;
    private int expected;

    PacketOrder(PacketHandler next) {
        this.next = next;
        this.kept = new PacketAssembler(next);
    }

    @Override
    public boolean onPacket(VirtualConnection vc, ByteBuffer fragment, int at, int payloadLength) {
        if (PacketDescriptor.isActive(fragment.get(at))) {
            return next.onPacket(vc, fragment, at, payloadLength);
        }
        int number = (int) (PacketInBuffer.signatureAndNumber(fragment, at) >>> Integer.SIZE);
        if (number != expected || !next.onPacket(vc, fragment, at, payloadLength)) {
            return false;
        }
        passed(vc);
        return true;
    }

    @Override
    public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        if (PacketDescriptor.isActive(PacketDescriptor.type(header))) {
            return next.onHeader(vc, header);
        }
        int number = PacketDescriptor.number(header);
        if (number == expected) {
            return inTurn.begin(vc, next.onHeader(vc, header));
        }
        long length = PacketDescriptor.HEADER_LENGTH + PacketDescriptor.payloadLength(header);
        int ahead = number - expected; // wraps around like the numbers
        if (ahead < 0 || ahead > MOST_AHEAD || early.containsKey(number) || length > MOST_BYTES - earlyBytes) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "packets out of any order: process=" + vc.process() + " number=" + number + " expected=" + expected
                            + " kept=" + early.size() + " bytes=" + earlyBytes);
        }
        earlyBytes += length;
        ByteBuffer packet = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        packet.put(header.duplicate());
        return new Early(number, packet);
    }

    /** Passes on the kept packets that follow the one just passed. */
    private void passed(VirtualConnection vc) {
        expected++;
        for (ByteBuffer packet; (packet = early.remove(expected)) != null; ) {
            earlyBytes -= packet.capacity();
            expected++;
            kept.handle(vc, packet.flip());
        }
    }

    /** The payload of the expected packet. */
    private final class InTurn implements PayloadSink {
        private VirtualConnection vc;
        private PayloadSink sink; // null: dropped

        InTurn begin(VirtualConnection from, PayloadSink to) {
            vc = from;
            sink = to;
            return this;
        }

        @Override
        public void accept(ByteBuffer bytes) {
            if (sink != null) {
                sink.accept(bytes);
            }
        }

        @Override
        public void complete() {
            if (sink != null) {
                sink.complete();
            }
            passed(vc);
        }

        @Override
        public void failed(Throwable cause) {
            if (sink != null) {
                sink.failed(cause);
            }
            passed(vc);
        }
    }

    /** The payload of a later packet. */
    private final class Early implements PayloadSink {
        private final int number;
        private final ByteBuffer packet;

        Early(int number, ByteBuffer packet) {
            this.number = number;
            this.packet = packet;
        }

        @Override
        public void accept(ByteBuffer bytes) {
            packet.put(bytes);
        }

        @Override
        public void complete() {
            early.put(number, packet);
        }

        @Override
        public void failed(Throwable cause) {
            earlyBytes -= packet.capacity();
        }
    }
}
