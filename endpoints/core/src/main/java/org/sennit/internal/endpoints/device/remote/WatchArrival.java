package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Collection;
import org.sennit.internal.endpoints.device.rendezvous.CookieArrival;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/** The packets between the watch threads of the job that arrive over one connection. Used with its upcalls. */
public final class WatchArrival implements CookieArrival.Taker {
    private static final byte[] EMPTY = {};

    private final ArrivalContext process;
    private final CookieArrival payload = new CookieArrival();
    private final Envelope envelope = new Envelope();
    private int sender;

    WatchArrival(ArrivalContext process) {
        this.process = process;
    }

    /**
     * Sends a packet over some connections to a process, behind everything that they carry; does not block.
     *
     * @param number belongs to the kind
     * @param payload belongs to the kind
     */
    public static void send(Collection<VirtualConnection> connections, int kind, int number, byte[] payload) {
        MemorySegment header = PacketDescriptor.newHeader();
        Envelope envelope = new Envelope().set(kind, 0, number, connections.size() - 1, 0);
        PacketDescriptor.write(
                header,
                PacketDescriptor.WATCH,
                envelope,
                PacketDescriptor.NO_ENDPOINT,
                PacketDescriptor.NO_ENDPOINT,
                payload.length);
        MemorySegment content = payload.length == 0 ? MemorySegment.NULL : MemorySegment.ofArray(payload);
        connections.forEach(vc -> vc.startMessage(header, content));
    }

    /** Takes a header of this type. */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        PacketDescriptor.readEnvelope(header, envelope);
        sender = vc.process();
        int length = CookieArrival.checkedLength(PacketDescriptor.payloadLength(header));
        if (sender < 0 || length < 0 || envelope.lengthBytes < 0) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad packet of a watch: process=" + sender + " payload=" + length);
        }
        if (length > 0) {
            return payload.begin(length, this);
        }
        hand(EMPTY);
        return null;
    }

    @Override
    public void take(MemorySegment whole) {
        hand(whole.toArray(ValueLayout.JAVA_BYTE));
    }

    private void hand(byte[] bytes) {
        WatchPackets watch = process.watch();
        if (watch != null) {
            watch.arrived(sender, envelope.contextId, envelope.tag, envelope.lengthBytes, bytes);
        }
    }
}
