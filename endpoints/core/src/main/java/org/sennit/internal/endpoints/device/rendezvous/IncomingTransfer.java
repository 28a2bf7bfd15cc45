package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.failure.LostMessage;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.endpoints.device.peer.Staging;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The receiving side of a large transfer in null mode: DATA packets go to the user's memory as they come. Memory that
 * only the receiver's thread may touch is filled from a staging buffer when that thread takes the outcome.
 *
 * <p>Made by the thread that drives the endpoint, when the receive has matched; after CTS everything runs with the
 * network's loop held.
 */
final class IncomingTransfer implements PayloadSink, Transfer {
    private final TransferTable transfers;
    private final VirtualConnection vc;
    private final ReceiveRequest receive;
    private final int sourceRank;
    private final int tag;
    private final long lengthBytes;
    private final long sendId;
    private final int endpoint;
    private final int senderEndpoint;
    private final MemorySegment target;
    private final long targetOffset;
    private final DataLayout targetLayout; // null: without gaps
    private final StagedReceive staged; // null: straight to the user's memory
    private final long id;

    // Guarded by the network's loop.
    private long filledBytes;
    private boolean hasEnded;

    IncomingTransfer(
            TransferTable transfers,
            VirtualConnection vc,
            ReceiveRequest receive,
            int sourceRank,
            int tag,
            long lengthBytes,
            long sendId,
            int endpoint,
            int senderEndpoint) {
        this.transfers = transfers;
        this.vc = vc;
        this.receive = receive;
        this.sourceRank = sourceRank;
        this.tag = tag;
        this.lengthBytes = lengthBytes;
        this.sendId = sendId;
        this.endpoint = endpoint;
        this.senderEndpoint = senderEndpoint;
        MemorySegment memory = receive.memory();
        DataLayout layout = receive.layout();
        if (MemoryViews.isConfined(memory)) {
            MemorySegment staging = Staging.allocate(lengthBytes);
            this.staged = new StagedReceive(staging, memory, receive.offset(), layout, lengthBytes);
            receive.afterwards(staged);
            this.target = staging;
            this.targetOffset = 0;
            this.targetLayout = null;
        } else {
            this.staged = null;
            this.target = memory;
            this.targetOffset = receive.offset();
            this.targetLayout = layout;
        }
        this.id = transfers.newId();
        transfers.add(id, this);
    }

    @Override
    public boolean isReceiving() {
        return true;
    }

    @Override
    public VirtualConnection connection() {
        return vc;
    }

    /** Says that the data may come. */
    void clearToSend() {
        if (hasEnded) { // the sender has died
            return;
        }
        MemorySegment header = PacketDescriptor.newHeader();
        fill(header, PacketDescriptor.CTS, (short) 0, id);
        try {
            vc.startMessage(header, MemorySegment.NULL);
        } catch (RuntimeException e) { // the network has been closed; the caller ends the receive
            transfers.remove(id);
            throw e;
        }
    }

    @Override
    public void accept(ByteBuffer bytes) {
        int n = bytes.remaining();
        if (hasEnded) {
            return;
        }
        if (n > lengthBytes - filledBytes) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "more data than announced: length=" + lengthBytes + " got=" + (filledBytes + n));
        }
        try {
            LayoutCopy.unpack(MemorySegment.ofBuffer(bytes), 0, target, targetOffset, targetLayout, filledBytes, n);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // the last: a page that is not there
            memoryLost(e);
            return;
        }
        filledBytes += n;
    }

    @Override
    public MemorySegment room(long mostBytes) {
        boolean isStraight =
                !hasEnded && targetLayout == null && !target.isReadOnly() && mostBytes <= lengthBytes - filledBytes;
        return isStraight ? target.asSlice(targetOffset + filledBytes, mostBytes) : null;
    }

    @Override
    public void filled(long bytes) {
        filledBytes += bytes;
    }

    @Override
    public void roomLost(Throwable cause) {
        if (!hasEnded) {
            memoryLost(cause);
        }
    }

    private void memoryLost(Throwable cause) {
        hasEnded = true; // the rest is dropped: nothing is found under its id
        transfers.remove(id);
        receive.fail(
                sourceRank,
                tag,
                new SennitException(
                        ErrorClass.BUFFER,
                        "the receiver's memory cannot be written (its arena is closed, it is confined to another"
                                + " thread, or its file has become shorter): " + receive.describe(sourceRank, tag)
                                + " length=" + lengthBytes,
                        cause));
        MemorySegment header = PacketDescriptor.newHeader();
        fill(header, PacketDescriptor.DONE, PacketDescriptor.RECEIVER_LOST, 0);
        vc.startMessage(header, MemorySegment.NULL);
    }

    private void fill(MemorySegment header, byte type, short status, long receiveId) {
        PacketDescriptor.writeTransfer(
                header, type, PacketDescriptor.TO_SENDER, status, sendId, receiveId, lengthBytes, 0);
        PacketDescriptor.writeEndpoints(header, senderEndpoint, endpoint);
    }

    @Override
    public void complete() {
        if (!hasEnded && filledBytes == lengthBytes) {
            hasEnded = true;
            if (!transfers.remove(id)) {
                return;
            }
            if (staged != null) {
                staged.isWhole();
            }
            receive.complete(sourceRank, tag, lengthBytes);
        }
    }

    @Override
    public void failed(Throwable cause) {
        if (hasEnded || !transfers.remove(id)) {
            return;
        }
        hasEnded = true;
        receive.fail(sourceRank, tag, LostMessage.failure(receive, sourceRank, tag, lengthBytes, filledBytes, cause));
    }

    /** The sender's memory was lost on the way. */
    void senderLost() {
        failed(new SenderLostException());
    }
}
