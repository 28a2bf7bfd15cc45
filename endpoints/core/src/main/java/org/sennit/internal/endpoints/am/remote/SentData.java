package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.endpoints.am.packet.ActiveAnswers;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The data packets of a {@link SentMessage}. Several are under way, since a network may keep each until its peer has
 * it; the message is notified when none is. Kept with the message from one use to the next; used with the upcalls of
 * its connection.
 */
final class SentData {
    /** As many packets as keep the connection busy: rule of thumb, not measured; DataSend has as many. */
    private static final int UNDER_WAY = 4;

    /** The length in bytes of a packet into which short pieces are gathered. Rule of thumb, not measured. */
    private static final int PACKED_BYTES = 64 << 10;

    private final SentMessage message;
    private final VectorCursor cursor = new VectorCursor();
    private final MemorySegment header = PacketDescriptor.newNativeHeader(); // copied by each send
    private final Packet[] packets = new Packet[UNDER_WAY + 1]; // one more: the last may be in its callback still

    // Of the present use of the message.
    private VirtualConnection connection;
    private int peerEndpoint;
    private int endpoint;
    private long sendId;
    private long receiveId;
    private int underWay;
    private boolean isSending; // a callback meanwhile leaves the next packet to the loop that sends
    private Throwable failure; // the first

    SentData(SentMessage message) {
        this.message = message;
    }

    /** Says where packets go. */
    SentData to(VirtualConnection vc, int peersEndpoint, int ownEndpoint) {
        connection = vc;
        peerEndpoint = peersEndpoint;
        endpoint = ownEndpoint;
        return this;
    }

    /** Sends the first bytes of a vector. */
    void start(long id, long target, ActiveVector data, long bytes) {
        sendId = id;
        receiveId = target;
        failure = null;
        cursor.begin(data, bytes);
        send();
    }

    /** Drops the user's memory; by the last user of the message. */
    void clear() {
        cursor.clear();
        connection = null;
        failure = null;
    }

    /** Notifies the target that the rest of the data does not come. */
    void withdraw() {
        ActiveAnswers.withdraw(connection, header, peerEndpoint, receiveId);
    }

    /** Sends until enough is under way, or nothing is left; notifies the message when nothing is under way any more. */
    private void send() {
        if (isSending) {
            return;
        }
        isSending = true;
        try {
            while (underWay < UNDER_WAY && isWanted()) {
                sendPacket();
            }
        } finally {
            isSending = false;
        }
        if (underWay == 0) { // last: the message may be used again at once
            message.dataEnded(sendId, failure, cursor.isAtEnd());
        }
    }

    private boolean isWanted() {
        return failure == null && !cursor.isAtEnd() && !message.isGivenUp();
    }

    private void sendPacket() {
        underWay++;
        try {
            Packet packet = freePacket();
            long offset = cursor.offset();
            MemorySegment payload = cursor.isNextInPlace() ? cursor.next() : cursor.pack(packet.packing());
            ActivePacket.write(
                    header, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.DATA, peerEndpoint, endpoint, sendId);
            ActivePacket.writeLengths(header, payload.byteSize(), offset);
            ActivePacket.writeReceiveId(header, receiveId);
            packet.isSent = true;
            connection.send(packet, header, payload);
        } catch (InternalError | OutOfMemoryError e) { // a mapped file was cut short, or there is no room for packing
            ended(MemoryLoss.reported(e));
        } catch (RuntimeException e) { // the memory cannot be read, or the connection has been closed
            ended(e);
        }
    }

    private Packet freePacket() {
        for (int i = 0; i < packets.length; i++) {
            if (packets[i] == null) {
                packets[i] = new Packet();
            }
            if (packets[i].isFree()) {
                return packets[i];
            }
        }
        throw new IllegalStateException("more packets under way than allowed: " + UNDER_WAY);
    }

    private void ended(Throwable cause) {
        underWay--;
        if (failure == null) {
            failure = cause;
        }
    }

    /** One packet, used again when the network is done with it. */
    private final class Packet extends NetworkSend {
        private boolean isSent;
        private MemorySegment packing; // for short pieces; null: none has been needed

        /** Returns whether the network does not hold it: never sent, or its callback has returned. */
        boolean isFree() {
            return !isSent || isDone();
        }

        MemorySegment packing() {
            if (packing == null) {
                packing = Arena.ofAuto().allocate(PACKED_BYTES, Long.BYTES);
            }
            return packing;
        }

        @Override
        protected boolean isWhole() {
            return true;
        }

        @Override
        protected boolean onDataAvailable(VirtualConnection vc) {
            ended(null);
            send();
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection vc, Throwable cause) {
            ended(cause);
            send();
        }
    }
}
