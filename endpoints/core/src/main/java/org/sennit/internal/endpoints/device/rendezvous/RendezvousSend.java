package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * The sending side of a large message in null mode: CTS starts the data, which is sent in pieces, between which the
 * connection can carry other messages. Complete when the last piece has been sent, or when the receiver declines the
 * rest.
 *
 * <p>Started by the thread that drives the endpoint; after that everything runs with the network's loop held. Reusable
 * when it {@link #isIdle}: each message has an id of its own, and the thread that removes the id from the table of
 * transfers ends the message.
 */
public final class RendezvousSend extends RemoteSend implements Transfer {
    /** Bytes of one DATA packet. 1 MiB takes 125 µs over loopback, the longest delay of another message. */
    private static final long PIECE_BYTES = 1 << 20;

    /** Pieces in flight, so that the connection is never idle: a network may keep each until its peer has it. */
    private static final int IN_FLIGHT = 4;

    private final TransferTable transfers;
    private final int endpoint;
    private final MemorySegment header = PacketDescriptor.newHeader();
    private final Piece[] pieces =
            new Piece[IN_FLIGHT + 1]; // one more: a piece is still in its callback when the next one is sent

    // Written before RTS is sent; guarded by the network's loop after CTS.
    private VirtualConnection vc;
    private long lengthBytes;
    private int peerEndpoint;
    private long id;
    private MemorySegment memory;
    private long offset;
    private DataLayout layout; // null: without gaps
    private MemorySegment[] parts; // slices of that memory for the pieces; null: one piece
    private boolean isCleared;
    private long receiveId;
    private long nextOffset;
    private long goneBytes;
    private boolean hasEnded;

    // Volatile stores with the network's loop held, volatile load in isIdle by the thread that starts the next message.
    private volatile boolean isSending;

    /**
     * Makes an idle rendezvous send.
     *
     * @param progress moves the endpoint on
     * @param transfers the transfers under way
     * @param endpoint the endpoint's id
     * @param persistent the request to complete; null: this one
     */
    public RendezvousSend(Progress progress, TransferTable transfers, int endpoint, Request persistent) {
        super(progress, persistent);
        this.transfers = transfers;
        this.endpoint = endpoint;
    }

    /**
     * Begins a message.
     *
     * @return the id under which the transfer is found, a positive number
     */
    public long begin(VirtualConnection connection, OutgoingMessage m) {
        if (memory != m.memory || offset != m.offset || lengthBytes != m.lengthBytes) {
            memory = m.memory;
            offset = m.offset;
            lengthBytes = m.lengthBytes;
            parts = offset == 0 && lengthBytes == memory.byteSize() && lengthBytes <= PIECE_BYTES
                    ? null
                    : new MemorySegment[(int) ((lengthBytes + PIECE_BYTES - 1) / PIECE_BYTES)];
        }
        vc = connection;
        layout = m.layout;
        peerEndpoint = m.peer.address().endpoint();
        isCleared = false;
        nextOffset = 0;
        goneBytes = 0;
        hasEnded = false;
        describe(m);
        id = transfers.newId();
        transfers.add(id, this);
        return id;
    }

    /**
     * Withdraws a message whose RTS cannot be sent. Called by the thread that has begun the message.
     *
     * @return false when another thread has already ended the message and completed the request
     */
    boolean withdraw() {
        return end(id);
    }

    /**
     * Returns whether the last message has ended and the network holds nothing of it. Called by the thread that starts
     * the next one.
     *
     * @return true when another message may begin
     */
    boolean isIdle() {
        if (isSending) {
            return false;
        }
        for (Piece piece : pieces) {
            if (piece != null && !piece.isFree()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Clears the references to the memory of the last message, unless a thread still sends from it. Called by the
     * thread that starts the next one.
     *
     * @return false when the network still holds some of the message
     */
    boolean forget() {
        if (!isInactive() || !isIdle()) {
            return false;
        }
        memory = null;
        parts = null;
        return true;
    }

    @Override
    public VirtualConnection connection() {
        return vc;
    }

    /**
     * Called when RTS has been sent or queued; ends the message if it cannot be sent, since no answer would come.
     *
     * @param about the id in it
     * @param pending the send that the network has queued
     */
    void announced(long about, NetworkSend pending) {
        if (pending != null) {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    failed(about, pending.failure());
                }
            });
        }
    }

    /**
     * Called when CTS has arrived: sends the data.
     *
     * @param about the id of the message
     * @param matchedReceiveId the receiver's id
     */
    void clearToSend(long about, long matchedReceiveId) {
        isSending = true; // the last piece may be sent, and the request complete, before this call returns
        try {
            if (about != id || isCleared || hasEnded) {
                return; // a second CTS: an error of the peer
            }
            receiveId = matchedReceiveId;
            isCleared = true;
            for (int i = 0; i < IN_FLIGHT && nextOffset < lengthBytes && !hasEnded; i++) { // a piece may fail at once
                sendPiece();
            }
        } finally {
            isSending = false;
        }
    }

    /** Sends the next piece; with gaps it is packed into the piece's own memory. */
    private void sendPiece() {
        long bytes = Math.min(PIECE_BYTES, lengthBytes - nextOffset);
        Piece piece = freePiece();
        MemorySegment payload;
        if (layout == null) {
            payload = part(bytes);
        } else {
            payload = piece.room(bytes);
            try {
                LayoutCopy.pack(memory, offset, layout, nextOffset, payload, 0, bytes);
            } catch (IllegalStateException
                    | WrongThreadException
                    | InternalError e) { // InternalError: a mapped file was cut short
                memoryLost(e);
                return;
            }
        }
        fill(PacketDescriptor.DATA, (short) 0, bytes);
        nextOffset += bytes;
        piece.bytes = bytes;
        piece.isSent = true;
        vc.send(piece, header, payload);
    }

    private Piece freePiece() {
        for (int i = 0; i < pieces.length; i++) {
            if (pieces[i] == null) {
                pieces[i] = new Piece();
            }
            if (pieces[i].isFree()) {
                return pieces[i];
            }
        }
        throw new IllegalStateException("more pieces under way than allowed: " + IN_FLIGHT);
    }

    private MemorySegment part(long bytes) {
        if (parts == null) {
            return memory;
        }
        int index = (int) (nextOffset / PIECE_BYTES);
        MemorySegment known = parts[index];
        if (known == null) {
            known = memory.asSlice(offset + nextOffset, bytes);
            parts[index] = known;
        }
        return known;
    }

    private void pieceGone(long bytes) {
        goneBytes += bytes;
        if (hasEnded) {
            return;
        }
        if (goneBytes == lengthBytes) {
            if (end(id)) {
                completeSend();
            }
        } else if (nextOffset < lengthBytes) {
            sendPiece();
        }
    }

    /**
     * Called when the receiver has declined the message, or failed.
     *
     * @param about the id of the message
     * @param status the status of DONE
     */
    void done(long about, short status) {
        if (!end(about)) {
            return;
        }
        if (status == PacketDescriptor.MOVED || status == PacketDescriptor.DISCARDED) {
            completeSend();
        } else {
            failSend(SendFailure.of(this, LargeFailure.toldSender(status)));
        }
    }

    @Override
    public void failed(long about, Throwable cause) {
        if (!end(about)) {
            return;
        }
        transfers.failed().noticed(vc.process(), cause);
        failSend(SendFailure.of(this, cause));
    }

    /** Claims the end of a message; returns false when it has ended already, and another one may have begun. */
    private boolean end(long about) {
        boolean isEnded = transfers.remove(about);
        if (isEnded) {
            hasEnded = true;
        }
        return isEnded;
    }

    /** Fails the message because the sender's memory is lost, and tells the receiver. */
    private void memoryLost(Throwable cause) {
        if (hasEnded) {
            return;
        }
        fill(PacketDescriptor.DONE, PacketDescriptor.SENDER_LOST, 0);
        VirtualConnection over = vc;
        failed(id, cause);
        over.startMessage(header, MemorySegment.NULL);
    }

    private void fill(byte type, short status, long payloadBytes) {
        PacketDescriptor.writeTransfer(
                header, type, PacketDescriptor.TO_RECEIVER, status, id, receiveId, lengthBytes, payloadBytes);
        PacketDescriptor.writeEndpoints(header, peerEndpoint, endpoint);
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator(), destination());
    }

    @Override
    protected void release() {
        memory = null;
        parts = null;
    }

    /** One DATA packet, reused when the network is done with it. */
    private final class Piece extends NetworkSend {
        private boolean isSent;
        private long bytes;
        private MemorySegment room; // for a piece with gaps

        /** Returns whether the network does not hold it: never sent, or its callback has returned. */
        boolean isFree() {
            return !isSent || isDone();
        }

        MemorySegment room(long length) {
            if (room == null || room.byteSize() != length) {
                room = Arena.ofAuto().allocate(length, Long.BYTES);
            }
            return room;
        }

        @Override
        protected boolean isWhole() {
            return true;
        }

        @Override
        protected boolean onDataAvailable(VirtualConnection connection) {
            pieceGone(bytes);
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection connection, Throwable cause) {
            if (cause instanceof IllegalStateException) {
                memoryLost(cause);
            } else {
                failed(id, cause);
            }
        }
    }
}
