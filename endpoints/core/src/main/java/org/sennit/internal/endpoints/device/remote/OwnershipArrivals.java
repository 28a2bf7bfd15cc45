package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.CookieArrival;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The ownership packets that are arriving over one connection, until their payload is complete. Used with its upcalls.
 */
final class OwnershipArrivals implements CookieArrival.Taker {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ArrivalContext process;
    private final CookieArrival payloads = new CookieArrival();
    private final Envelope envelope = new Envelope();

    // Of the packet that is arriving.
    private VirtualConnection connection;
    private byte type;
    private LocalEndpoint to;
    private long answerId;
    private boolean isBack;
    private long lengthBytes;
    private short status;

    OwnershipArrivals(ArrivalContext process) {
        this.process = process;
    }

    /** Takes a header of one of the four types. */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        type = PacketDescriptor.type(header);
        OwnershipPackets packets = process.passed();
        if (type == PacketDescriptor.PASSED) {
            return answer(vc, packets, header);
        }
        if (type == PacketDescriptor.REACH && PacketDescriptor.kind(header) == PacketDescriptor.TO_SENDER) {
            packets.reachTold(vc.process(), PacketDescriptor.status(header) == PacketDescriptor.MOVED);
            return null;
        }
        long payload = PacketDescriptor.payloadLength(header);
        status = PacketDescriptor.status(header);
        isBack = type == PacketDescriptor.HOME && status == PacketDescriptor.NOT_MOVED;
        boolean isCut = type == PacketDescriptor.HOME
                && (isBack ? payload != OwnershipPackets.BACK_BYTES : payload % Integer.BYTES != 0);
        if (payload < 1 || payload > OwnershipPackets.MAX_PAYLOAD_BYTES || isCut) {
            throw bad(vc, "payload=" + payload + " most=" + OwnershipPackets.MAX_PAYLOAD_BYTES);
        }
        connection = vc;
        if (type == PacketDescriptor.PASS) {
            PacketDescriptor.readEnvelope(header, envelope);
            to = process.endpoint(vc, PacketDescriptor.destinationEndpoint(header));
            answerId = PacketDescriptor.sendId(header);
            if (envelope.lengthBytes < 0 || envelope.kind != Envelope.SEND) {
                throw bad(vc, "kind=" + envelope.kind + " length=" + envelope.lengthBytes);
            }
        }
        return payloads.begin((int) payload, this);
    }

    /** Handles an answer: a header if the memory was taken; if refused, a text with the reason follows. */
    private PayloadSink answer(VirtualConnection vc, OwnershipPackets packets, ByteBuffer header) {
        long payload = PacketDescriptor.payloadLength(header);
        answerId = PacketDescriptor.sendId(header);
        lengthBytes = PacketDescriptor.messageLength(header);
        status = PacketDescriptor.status(header);
        if (payload == 0) {
            packets.answered(vc.process(), answerId, lengthBytes, status, "");
            return null;
        }
        if (payload > OwnershipPackets.MAX_PAYLOAD_BYTES || status == PacketDescriptor.MOVED) {
            throw bad(vc, "payload=" + payload + " status=" + status);
        }
        connection = vc;
        return payloads.begin((int) payload, this);
    }

    private SennitException bad(VirtualConnection vc, String why) {
        return new SennitException(
                ErrorClass.NETWORK,
                "bad packet of passed memory: type=" + type + " process=" + vc.process() + " " + why);
    }

    @Override
    public void take(MemorySegment payload) {
        VirtualConnection vc = connection;
        LocalEndpoint endpoint = to;
        connection = null;
        to = null;
        switch (type) {
            case PacketDescriptor.PASS -> process.passed().passed(vc, endpoint, envelope, answerId, payload);
            case PacketDescriptor.PASSED -> {
                String why = new String(payload.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
                process.passed().answered(vc.process(), answerId, lengthBytes, status, why);
            }
            case PacketDescriptor.HOME -> home(vc, payload);
            default -> process.passed().reachAsked(vc, payload);
        }
    }

    private void home(VirtualConnection vc, MemorySegment payload) {
        if (isBack) {
            process.passed().cameBack(vc.process(), payload.get(INT, 0), payload.get(INT, Integer.BYTES));
        } else {
            process.passed().cameHome(vc.process(), status != PacketDescriptor.REFUSED, payload);
        }
    }
}
