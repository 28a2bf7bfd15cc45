package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.failure.LostMessage;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.endpoints.device.peer.Staging;
import org.sennit.internal.runtime.memory.BufferMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The receiving side of a large message in null mode: filled from RTS with the network's loop held, matched like any
 * other message, started by the endpoint's thread after the match. DATA packets are copied to the user's memory as they
 * arrive. Confined memory is filled from a staging buffer when its thread completes the receive.
 *
 * <p>After CTS everything runs with the network's loop held. Reused: returned to its pool after the last packet, or
 * when the message is declined; not after a failure, since the connection may still hold it.
 */
public final class IncomingTransfer implements PayloadSource, PayloadSink, Transfer {
    private final IncomingTransfers pool;
    private final TransferTable transfers;
    private final MemorySegment header = PacketDescriptor.newHeader(); // used by one sending thread at a time

    // Written by the upcall of RTS, before it is put into the inbox.
    private VirtualConnection vc;
    private long sendId;
    private int endpoint;
    private int senderEndpoint;

    // Written by the endpoint's thread before this is added to the table.
    private ReceiveRequest receive;
    private int sourceRank;
    private int tag;
    private long lengthBytes;
    private MemorySegment target;
    private long targetOffset;
    private DataLayout targetLayout; // null: without gaps
    private StagedReceive staged; // null: received directly into the user's memory
    private long id;

    // Guarded by the network's loop.
    private BufferMemory arriving; // the connection's
    private long filledBytes;
    private long roomBytes; // of the last question
    private boolean hasEnded;

    IncomingTransfer(IncomingTransfers pool, TransferTable transfers) {
        this.pool = pool;
        this.transfers = transfers;
    }

    /**
     * Called when RTS has arrived.
     *
     * @param connection the connection to the sender's process
     * @param id the sender's id for the message
     * @param to the endpoint to which it goes
     * @param from the sender's endpoint
     */
    public void announced(VirtualConnection connection, long id, int to, int from) {
        vc = connection;
        sendId = id;
        endpoint = to;
        senderEndpoint = from;
    }

    @Override
    public String protocol() {
        return "rendezvous";
    }

    @Override
    public void deliver(ReceiveRequest matched, int source, int messageTag, long length) {
        if (length == 0) { // an empty synchronous message only waits for its match
            discard(0);
            matched.complete(source, messageTag, 0);
            return;
        }
        receive = matched;
        sourceRank = source;
        tag = messageTag;
        lengthBytes = length;
        filledBytes = 0;
        hasEnded = false;
        prepareMemory(matched, length);
        id = transfers.newId();
        transfers.add(id, this);
        clearToSend(id);
    }

    private void prepareMemory(ReceiveRequest matched, long length) {
        MemorySegment memory = matched.memory();
        if (MemoryViews.isConfined(memory)) {
            target = Staging.allocate(length);
            targetOffset = 0;
            targetLayout = null;
            staged = new StagedReceive(target, memory, matched.offset(), matched.layout(), length);
            matched.afterwards(staged);
        } else {
            target = memory;
            targetOffset = matched.offset();
            targetLayout = matched.layout();
            staged = null;
        }
    }

    @Override
    public void discard(long length) {
        decline(PacketDescriptor.DISCARDED, length);
    }

    @Override
    public void refuse(long length) {
        decline(PacketDescriptor.REFUSED, length);
    }

    @Override
    public void refuse(long length, Throwable failure) {
        decline(failure == null ? PacketDescriptor.REFUSED : PacketDescriptor.RECEIVER_FAILED, length);
    }

    private void decline(short status, long length) {
        lengthBytes = length;
        fill(PacketDescriptor.DONE, status, 0);
        VirtualConnection over = vc;
        try {
            over.startMessage(header, MemorySegment.NULL);
        } finally {
            giveBack();
        }
    }

    private void giveBack() {
        vc = null;
        receive = null;
        target = null;
        targetLayout = null;
        staged = null;
        pool.give(this);
    }

    @Override
    public boolean isReceiving() {
        return true;
    }

    @Override
    public VirtualConnection connection() {
        return vc;
    }

    /** Called when DATA has arrived; returns this, to take the payload. */
    IncomingTransfer fill(BufferMemory fragments) {
        arriving = fragments;
        return this;
    }

    /** Sends CTS; afterwards this object may serve another message. */
    private void clearToSend(long own) {
        if (hasEnded) { // the sender has died
            return;
        }
        fill(PacketDescriptor.CTS, (short) 0, own);
        try {
            vc.startMessage(header, MemorySegment.NULL);
        } catch (RuntimeException e) { // the network has been closed; the caller ends the receive
            transfers.remove(own);
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
            LayoutCopy.unpack(arriving.of(bytes), bytes.position(), target, targetOffset, targetLayout, filledBytes, n);
        } catch (IllegalStateException
                | WrongThreadException
                | InternalError e) { // InternalError: a mapped file was cut short
            memoryLost(e);
            return;
        }
        filledBytes += n;
    }

    @Override
    public MemorySegment room(long mostBytes) {
        boolean isStraight =
                !hasEnded && targetLayout == null && !target.isReadOnly() && mostBytes <= lengthBytes - filledBytes;
        roomBytes = mostBytes;
        return isStraight ? target : null;
    }

    @Override
    public long roomOffset() {
        return targetOffset + filledBytes;
    }

    @Override
    public long roomBytes() {
        return roomBytes;
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
        hasEnded = true; // further DATA is dropped: its id is no longer in the table
        if (!transfers.remove(id)) {
            return;
        }
        receive.fail(
                sourceRank,
                tag,
                new SennitException(
                        ErrorClass.BUFFER,
                        "the receiver's memory cannot be written (its arena is closed, it is confined to another"
                                + " thread, or its file has become shorter): " + receive.describe(sourceRank, tag)
                                + " length=" + lengthBytes,
                        cause));
        fill(PacketDescriptor.DONE, PacketDescriptor.RECEIVER_LOST, 0);
        vc.startMessage(header, MemorySegment.NULL);
    }

    private void fill(byte type, short status, long receiveId) {
        PacketDescriptor.writeTransfer(
                header, type, PacketDescriptor.TO_SENDER, status, sendId, receiveId, lengthBytes, 0);
        PacketDescriptor.writeEndpoints(header, senderEndpoint, endpoint);
    }

    @Override
    public void complete() {
        if (hasEnded || filledBytes < lengthBytes) {
            return;
        }
        hasEnded = true;
        if (!transfers.remove(id)) {
            return;
        }
        if (staged != null) {
            staged.isWhole();
        }
        ReceiveRequest ended = receive;
        int source = sourceRank;
        int messageTag = tag;
        long length = lengthBytes;
        giveBack(); // before the request completes: another message may arrive right afterwards
        ended.complete(source, messageTag, length);
    }

    @Override
    public void failed(Throwable cause) {
        failed(id, cause);
    }

    @Override
    public void failed(long about, Throwable cause) {
        if (!transfers.remove(about)) {
            return;
        }
        hasEnded = true;
        receive.fail(sourceRank, tag, LostMessage.failure(receive, sourceRank, tag, lengthBytes, filledBytes, cause));
    }

    /** Called when the sender's memory was lost during the transfer. */
    void senderLost(long about) {
        failed(about, new SenderLostException());
    }
}
