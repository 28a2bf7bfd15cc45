package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.Request;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Sends an endpoint's large messages to other processes: announced by RTS, then moved by the network module or, where that
 * moves none, as DATA. Belongs to the thread that drives the endpoint.
 */
public final class RendezvousSender {
    /** Operations kept for further messages; more than that are seldom under way at once. */
    private static final int KEPT = 64;

    private final int endpoint;
    private final ProgressEngine progress;
    private final TransferTable transfers;
    private final boolean isShared;
    private final SentMessages sent;
    private final MemorySegment ownHeader = PacketDescriptor.newNativeHeader();
    private final ArrayDeque<SendOperation> idle = new ArrayDeque<>(2);
    private final LargeSend blocking; // for blocking calls, one at a time
    private RendezvousSend blockingData; // the same where the device sends the data; null: none has been
    /**
     * Makes a rendezvous sender.
     *
     * @param endpoint the endpoint's id
     * @param progress moves the endpoint on
     * @param transfers the transfers under way
     * @param isShared whether several threads use the endpoint
     * @param sent counts messages
     */
    public RendezvousSender(
            int endpoint, ProgressEngine progress, TransferTable transfers, boolean isShared, SentMessages sent) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.transfers = transfers;
        this.isShared = isShared;
        this.sent = sent;
        this.blocking = new LargeSend(progress);
    }

    /**
     * Announces a message; a blocking call gets the request that such calls use in turn.
     *
     * @param vc the connection
     * @param m the message
     * @param isBlocking whether the caller blocks until it is complete
     * @param persistent what the persistent request that is started keeps; null: another send
     * @return the request; null when the send is complete
     */
    public Request start(VirtualConnection vc, OutgoingMessage m, boolean isBlocking, PersistentTransfer persistent) {
        if (MemoryViews.isConfined(m.memory)) {
            m.stage();
        }
        sent.rendezvous(m.lengthBytes);
        LargeMessageTransfer transfer = m.lengthBytes == 0 ? null : vc.largeMessages();
        if (transfer == null) {
            return announceData(vc, m, isBlocking, persistent);
        }
        if (persistent != null) {
            return persistent.start(this, vc, transfer, m);
        }
        LargeSend request = isBlocking && !isShared && blocking.isInactive() ? blocking : new LargeSend(progress);
        SendOperation operation = isShared ? null : idle.poll();
        if (operation == null) {
            operation = newOperation();
        }
        operation.start(request, vc, transfer, m);
        return request;
    }

    /** A message of which the device sends the data (null mode). */
    private Request announceData(
            VirtualConnection vc, OutgoingMessage m, boolean isBlocking, PersistentTransfer persistent) {
        RendezvousSend send;
        if (persistent != null) {
            send = persistent.data(this);
        } else {
            send = isBlocking && !isShared ? blockingData() : newDataSend(null);
        }
        long id = send.begin(vc, m);
        MemorySegment header = isShared ? PacketDescriptor.newNativeHeader() : ownHeader;
        PacketDescriptor.write(header, PacketDescriptor.RTS, m, m.peer.address().endpoint(), endpoint, 0);
        PacketDescriptor.writeRequest(header, PacketDescriptor.BY_DEVICE, id);
        try {
            send.announced(
                    id, vc.startMessage(header, MemorySegment.NULL)); // queued or gone: the header has been copied
        } catch (RuntimeException | Error e) {
            if (send.withdraw()) {
                throw e;
            }
        }
        return send.request();
    }

    /** The sending side that blocking calls use in turn. */
    private RendezvousSend blockingData() {
        RendezvousSend idle = blockingData;
        if (idle == null || !idle.isInactive() || !idle.isIdle()) {
            idle = newDataSend(null);
            blockingData = idle;
        }
        return idle;
    }

    /** A blocking send has ended: the caller may free its memory. */
    public void blockingEnded() {
        RendezvousSend done = blockingData;
        if (done != null && !done.forget()) {
            blockingData = null; // left to the threads that still hold it
        }
    }

    /** A sending side for a message that the network module moves. */
    SendOperation newOperation() {
        return new SendOperation(this, transfers, endpoint);
    }

    /** A sending side for a message whose data the device sends; with a persistent request, or null. */
    RendezvousSend newDataSend(Request persistent) {
        return new RendezvousSend(progress, transfers, endpoint, persistent);
    }

    /** An operation whose outcome has been taken; by a thread of the endpoint. */
    void recycle(SendOperation operation) {
        if (!isShared && operation.isIdle() && idle.size() < KEPT) {
            idle.add(operation);
        }
    }

    /** Blocks until the large messages that the endpoint helps to move are where they belong, or their peers are lost. */
    public void finishSteps() {
        if (transfers.hasSteps(endpoint)) {
            progress.await(() -> !transfers.hasSteps(endpoint), Long.MAX_VALUE);
        }
    }

    /**
     * What moves the endpoint's sends on.
     *
     * @return the engine of the endpoint
     */
    public ProgressEngine progress() {
        return progress;
    }
}
