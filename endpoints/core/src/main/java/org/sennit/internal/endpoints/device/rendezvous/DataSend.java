package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The DATA packets of a {@link SendOperation} in {@link NullMode}: pieces, between which the connection can carry other
 * messages. The operation is complete when the last piece has been sent. Kept with the operation from message to
 * message; used with the connection's upcalls.
 */
final class DataSend {
    /** Bytes of one DATA packet. 1 MiB takes 125 µs over loopback, the longest delay of another message. */
    private static final long PIECE_BYTES = 1 << 20;

    /**
     * Pieces in flight, so that the connection is never idle: a network may keep each until its peer has it. Not
     * measured.
     */
    private static final int IN_FLIGHT = 4;

    private final SendOperation operation;
    private final Piece[] pieces =
            new Piece[IN_FLIGHT + 1]; // one more: a piece is still in its callback when the next one is sent

    // Of the message with the id.
    private long id;
    private MemorySegment memory;
    private long offset;
    private long lengthBytes;
    private MemorySegment[] parts; // slices of that memory for the pieces; null: one piece
    private long nextOffset;
    private long sentBytes;

    DataSend(SendOperation operation) {
        this.operation = operation;
    }

    /** Returns the packets that are kept with an operation; null when it has sent none. */
    static DataSend of(SendOperation operation) {
        return operation.kept() instanceof DataSend data ? data : null;
    }

    /** Sends the first pieces; does nothing on a second CTS, which is an error of the peer. */
    void start() {
        if (id == operation.id()) {
            return;
        }
        id = operation.id();
        nextOffset = 0;
        sentBytes = 0;
        long length = operation.messageBytes();
        if (memory != operation.source() || offset != operation.offset() || lengthBytes != length) {
            memory = operation.source();
            offset = operation.offset();
            lengthBytes = length;
            parts = offset == 0 && length == memory.byteSize() && length <= PIECE_BYTES
                    ? null
                    : new MemorySegment[(int) ((length + PIECE_BYTES - 1) / PIECE_BYTES)];
        }
        for (int i = 0; i < IN_FLIGHT && nextOffset < lengthBytes && !operation.isDecided(); i++) {
            sendPiece(); // may fail at once
        }
    }

    /** Returns whether the network holds no piece. */
    boolean isIdle() {
        for (Piece piece : pieces) {
            if (piece != null && !piece.isFree()) {
                return false;
            }
        }
        return true;
    }

    /** Clears the references to the memory of the last message. */
    void forget() {
        memory = null;
        parts = null;
    }

    /** Returns whether it keeps memory in which messages with gaps are packed. */
    boolean hasRooms() {
        for (Piece piece : pieces) {
            if (piece != null && piece.room != null) {
                return true;
            }
        }
        return false;
    }

    /** Drops the memory in which messages with gaps are packed, when {@link #isIdle}. */
    void dropRooms() {
        for (Piece piece : pieces) {
            if (piece != null) {
                piece.room = null;
            }
        }
    }

    /** Sends the next piece; with gaps it is packed into the piece's own memory. Caller has entered the operation. */
    private void sendPiece() {
        long bytes = Math.min(PIECE_BYTES, lengthBytes - nextOffset);
        Piece piece = freePiece();
        MemorySegment payload = operation.hasGaps() ? piece.packed(bytes) : part(bytes);
        if (payload == null) {
            return;
        }
        operation.fill(PacketDescriptor.DATA, (short) 0, bytes);
        nextOffset += bytes;
        piece.id = id;
        piece.bytes = bytes;
        piece.isSent = true;
        operation.connection().send(piece, operation.header(), payload);
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

    /** Fails the message because the sender's memory is lost, and notifies the receiver. */
    private void memoryLost(Throwable cause) {
        operation.failHere(MemoryLoss.reported(cause), false);
    }

    /** One DATA packet, reused when the network is done with it. */
    private final class Piece extends NetworkSend {
        private boolean isSent;
        private long id; // of the message
        private long bytes;
        private MemorySegment room; // for a piece with gaps

        /** Returns whether the network does not hold it: never sent, or its callback has returned. */
        boolean isFree() {
            return !isSent || isDone();
        }

        /** Returns the next bytes of a message with gaps, without them; null when the message has failed. */
        MemorySegment packed(long length) {
            if (room == null || room.byteSize() != length) {
                room = Arena.ofAuto().allocate(length, Long.BYTES);
            }
            try {
                operation.read(nextOffset, room, 0, length);
                return room;
            } catch (IllegalStateException
                    | WrongThreadException
                    | InternalError e) { // InternalError: a mapped file was cut short
                memoryLost(e);
                return null;
            }
        }

        @Override
        protected boolean isWhole() {
            return true;
        }

        @Override
        protected boolean onDataAvailable(VirtualConnection connection) {
            if (!operation.enter(id)) {
                return true;
            }
            try {
                sentBytes += bytes;
                if (sentBytes == lengthBytes) {
                    operation.complete();
                } else if (nextOffset < lengthBytes && !operation.isDecided()) {
                    sendPiece();
                }
            } finally {
                operation.leave();
            }
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection connection, Throwable cause) {
            if (operation.enter(id)) {
                if (MemoryLoss.is(cause)) {
                    memoryLost(cause);
                } else {
                    operation.end(cause, false);
                }
                operation.leave();
            }
        }
    }
}
