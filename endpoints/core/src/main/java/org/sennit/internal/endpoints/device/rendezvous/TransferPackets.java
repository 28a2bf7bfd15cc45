package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.BarePacket;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Handles the packets of one connection that belong to transfers under way: CTS, COOKIE, DONE and DATA carry the id of
 * their transfer. A packet whose id is unknown is late, and dropped; a CTS is answered, since its receiver waits. An
 * exception of the network module ends its operation only. Used with the connection's upcalls.
 */
public final class TransferPackets implements CookieArrival.Taker {
    private final TransferTable transfers;
    private final CookieArrival cookies;
    private final DataArrival data = new DataArrival();

    // Owned by the connection's upcalls: the header of the packet whose cookie is arriving.
    private VirtualConnection vc;
    private byte type;
    private byte side;
    private long sendId;
    private long receiveId;
    private long lengthBytes;
    private int ownEndpoint;
    private int peerEndpoint;

    /**
     * Makes the handler of a connection.
     *
     * @param transfers the transfers under way
     * @param cookies gathers cookies
     */
    public TransferPackets(TransferTable transfers, CookieArrival cookies) {
        this.transfers = transfers;
        this.cookies = cookies;
    }

    /**
     * Takes CTS or COOKIE.
     *
     * @return takes the payload, or null
     */
    public PayloadSink withCookie(VirtualConnection from, ByteBuffer header) {
        vc = from;
        type = PacketDescriptor.type(header);
        side = PacketDescriptor.kind(header);
        sendId = PacketDescriptor.sendId(header);
        receiveId = PacketDescriptor.receiveId(header);
        lengthBytes = PacketDescriptor.messageLength(header);
        ownEndpoint = PacketDescriptor.destinationEndpoint(header);
        peerEndpoint = PacketDescriptor.sourceEndpoint(header);
        int cookieBytes = CookieArrival.checkedLength(PacketDescriptor.payloadLength(header));
        if (cookieBytes > 0) {
            return cookies.begin(cookieBytes, this);
        }
        take(null);
        return null;
    }

    @Override
    public void take(MemorySegment cookie) {
        if (type == PacketDescriptor.CTS) {
            clearToSend(cookie);
        } else if (side == PacketDescriptor.TO_SENDER) {
            if (transfers.find(sendId, vc) instanceof SendOperation send && send.enter(sendId)) {
                try {
                    send.heardOf(receiveId);
                    send.transfer().handleCookie(send, cookie);
                } catch (RuntimeException | Error e) {
                    send.failHere(e, true);
                }
                send.leave();
            }
        } else if (transfers.find(receiveId, vc) instanceof ReceiveOperation receive && receive.enter(receiveId)) {
            try {
                receive.transfer().handleCookie(receive, cookie);
            } catch (RuntimeException | Error e) {
                receive.failHere(e, true);
            }
            receive.leave();
        }
    }

    private void clearToSend(MemorySegment cookie) {
        if (!(transfers.find(sendId, vc) instanceof SendOperation send && send.enter(sendId))) {
            refuse();
            return;
        }
        try {
            if (!send.clearToSend(receiveId, lengthBytes, cookie)) {
                refuse();
            }
        } catch (RuntimeException | Error e) {
            send.failHere(e, true);
        }
        send.leave();
    }

    /** Answers a CTS whose send has failed, perhaps before its receiver was known. */
    private void refuse() {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                header,
                PacketDescriptor.DONE,
                PacketDescriptor.TO_RECEIVER,
                PacketDescriptor.NOT_MOVED,
                sendId,
                receiveId,
                lengthBytes);
        PacketDescriptor.writeEndpoints(header, peerEndpoint, ownEndpoint);
        vc.startMessage(header, MemorySegment.NULL);
    }

    /**
     * Returns a piece of data in null mode.
     *
     * @return takes the payload, or null
     */
    public PayloadSink data(VirtualConnection from, ByteBuffer header) {
        long id = PacketDescriptor.receiveId(header);
        return transfers.find(id, from) instanceof ReceiveOperation receive && receive.isNullMode()
                ? data.begin(receive, id)
                : null;
    }

    /** Takes DONE, for either side. */
    public void done(VirtualConnection from, ByteBuffer header) {
        if (PacketDescriptor.payloadLength(header) != 0) {
            throw new SennitException(ErrorClass.NETWORK, "bad packet: DONE with a payload");
        }
        boolean isToSender = PacketDescriptor.kind(header) == PacketDescriptor.TO_SENDER;
        long id = isToSender ? PacketDescriptor.sendId(header) : PacketDescriptor.receiveId(header);
        done(from, isToSender, id, PacketDescriptor.status(header));
    }

    /** Takes DONE where it lies, as {@link BarePacket} reads it. */
    public void done(VirtualConnection from, MemorySegment memory, long at) {
        long start = BarePacket.start(memory, at);
        boolean isToSender = (byte) (start >>> Byte.SIZE) == PacketDescriptor.TO_SENDER;
        long id = isToSender ? BarePacket.sendId(memory, at) : BarePacket.receiveId(memory, at);
        done(from, isToSender, id, (short) (start >>> Short.SIZE));
    }

    private void done(VirtualConnection from, boolean isToSender, long id, short status) {
        switch (transfers.find(id, from)) {
            case SendOperation send when isToSender -> doneSend(send, id, status);
            case ReceiveOperation receive when !isToSender -> doneReceive(receive, id, status);
            case null, default -> {}
        }
    }

    private static void doneSend(SendOperation send, long id, short status) {
        if (!send.enter(id)) {
            return;
        }
        if (status == PacketDescriptor.MOVED) {
            try {
                send.transfer().doneSend(send);
            } catch (RuntimeException | Error e) {
                send.failHere(e, true);
            }
        } else {
            send.end(status == PacketDescriptor.DISCARDED ? null : LargeFailure.toldSender(status), true);
        }
        send.leave();
    }

    private static void doneReceive(ReceiveOperation receive, long id, short status) {
        if (!receive.enter(id)) {
            return;
        }
        if (status == PacketDescriptor.MOVED) {
            try {
                receive.transfer().doneReceive(receive);
            } catch (RuntimeException | Error e) {
                receive.failHere(e, true);
            }
        } else {
            receive.end(LargeFailure.toldReceiver(status), true);
        }
        receive.leave();
    }
}
