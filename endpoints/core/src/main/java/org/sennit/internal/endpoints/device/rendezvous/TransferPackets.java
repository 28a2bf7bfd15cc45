package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The packets of one connection that belong to transfers under way: CTS, COOKIE, DONE and DATA find theirs by the ids that
 * they carry. What finds nothing is late, and dropped; only a CTS is answered, since its receiver waits. Used with the
 * connection's upcalls.
 */
public final class TransferPackets implements CookieArrival.Taker {
    private final TransferTable transfers;
    private final CookieArrival cookies;

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
     * Makes a transfer packets.
     *
     * @param transfers the transfers under way
     * @param cookies gathers cookies
     */
    public TransferPackets(TransferTable transfers, CookieArrival cookies) {
        this.transfers = transfers;
        this.cookies = cookies;
    }

    /**
     * CTS or COOKIE.
     *
     * @param from the connection
     * @param header the header
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
            if (transfers.find(sendId, vc) instanceof SendOperation send) {
                inside(send, sendId, () -> {
                    send.heardOf(receiveId);
                    send.transfer().handleCookie(send, cookie);
                });
            }
        } else if (transfers.find(receiveId, vc) instanceof ReceiveOperation receive) {
            inside(receive, receiveId, () -> receive.transfer().handleCookie(receive, cookie));
        }
    }

    private void clearToSend(MemorySegment cookie) {
        switch (transfers.find(sendId, vc)) {
            case RendezvousSend send -> send.clearToSend(receiveId);
            case SendOperation send -> inside(send, sendId, () -> send.clearToSend(receiveId, lengthBytes, cookie));
            case null, default -> refuse();
        }
    }

    /** The send has failed before its receiver was known. */
    private void refuse() {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                header,
                PacketDescriptor.DONE,
                PacketDescriptor.TO_RECEIVER,
                PacketDescriptor.NOT_MOVED,
                sendId,
                receiveId,
                lengthBytes,
                0);
        PacketDescriptor.writeEndpoints(header, peerEndpoint, ownEndpoint);
        vc.startMessage(header, MemorySegment.NULL);
    }

    /** Calls into the module; what it throws is the end of this operation and of nothing else. */
    private static void inside(LargeOperation operation, long id, Runnable call) {
        if (!operation.enter(id)) {
            return;
        }
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            operation.failHere(e, true);
        }
        operation.leave();
    }

    /**
     * Returns a piece of data in null mode.
     *
     * @param from the connection
     * @param header the header
     * @return takes the payload, or null
     */
    public PayloadSink data(VirtualConnection from, ByteBuffer header) {
        return transfers.find(PacketDescriptor.receiveId(header), from) instanceof IncomingTransfer receive
                ? receive
                : null;
    }

    /**
     * DONE, for either side.
     *
     * @param from the connection
     * @param header the header
     */
    public void done(VirtualConnection from, ByteBuffer header) {
        if (PacketDescriptor.payloadLength(header) != 0) {
            throw new SennitException(ErrorClass.NETWORK, "bad packet: DONE with a payload");
        }
        short status = PacketDescriptor.status(header);
        if (PacketDescriptor.kind(header) == PacketDescriptor.TO_SENDER) {
            doneSend(from, PacketDescriptor.sendId(header), status);
        } else {
            doneReceive(from, PacketDescriptor.receiveId(header), status);
        }
    }

    private void doneSend(VirtualConnection from, long id, short status) {
        switch (transfers.find(id, from)) {
            case RendezvousSend send -> send.done(status);
            case SendOperation send -> {
                if (status == PacketDescriptor.MOVED) {
                    inside(send, id, () -> send.transfer().doneSend(send));
                } else if (send.enter(id)) {
                    send.end(status == PacketDescriptor.DISCARDED ? null : LargeFailure.toldSender(status), true);
                    send.leave();
                }
            }
            case null, default -> {}
        }
    }

    private void doneReceive(VirtualConnection from, long id, short status) {
        switch (transfers.find(id, from)) {
            case IncomingTransfer receive -> receive.senderLost();
            case ReceiveOperation receive -> {
                if (status == PacketDescriptor.MOVED) {
                    inside(receive, id, () -> receive.transfer().doneReceive(receive));
                } else if (receive.enter(id)) {
                    receive.end(LargeFailure.toldReceiver(status), true);
                    receive.leave();
                }
            }
            case null, default -> {}
        }
    }
}
