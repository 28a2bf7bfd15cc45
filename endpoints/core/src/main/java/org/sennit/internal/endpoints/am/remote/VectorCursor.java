package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.MemoryCopy;

/**
 * Reads the bytes of a vector in order, in memory without gaps: long pieces as they are, short ones packed. One thread
 * at a time.
 */
final class VectorCursor {
    /**
     * The longest memory: 1 MiB takes 125 us over loopback, the longest delay of another message of the connection.
     */
    private static final int MOST_BYTES = 1 << 20;

    /** Pieces of at least this length, in bytes, are not packed. Rule of thumb, not measured. */
    private static final int LONG_PIECE_BYTES = 16 << 10;

    private ActiveVector vector;
    private long limitBytes;
    private long offset;
    private int piece;
    private long at;

    void begin(ActiveVector from, long limit) {
        vector = from;
        limitBytes = limit;
        offset = 0;
        piece = 0;
        at = 0;
    }

    /** Drops the user's memory. */
    void clear() {
        vector = null;
    }

    boolean isAtEnd() {
        return offset >= limitBytes;
    }

    /** Returns the offset of what {@link #next} or {@link #pack} returns. */
    long offset() {
        return offset;
    }

    /** Returns whether the next bytes are to be sent from where they are; not at the end. */
    boolean isNextInPlace() {
        long inPiece = inPiece();
        return inPiece >= LONG_PIECE_BYTES || inPiece == limitBytes - offset;
    }

    /** Returns the next bytes where they are, of one piece; not at the end. */
    MemorySegment next() {
        long length = Math.min(inPiece(), MOST_BYTES);
        MemorySegment memory = vector.memory(piece);
        MemorySegment next =
                length == memory.byteSize() ? memory : memory.asSlice(vector.offsetBytes(piece) + at, length);
        advance(length);
        return next;
    }

    /** Gathers the next bytes, of pieces of any length; not at the end. */
    MemorySegment pack(MemorySegment to) {
        long packed = 0;
        while (packed < to.byteSize() && !isAtEnd()) {
            long length = Math.min(inPiece(), to.byteSize() - packed);
            MemoryCopy.copy(vector.memory(piece), vector.offsetBytes(piece) + at, to, packed, length);
            advance(length);
            packed += length;
        }
        return packed == to.byteSize() ? to : to.asSlice(0, packed);
    }

    private long inPiece() {
        while (at == vector.pieceBytes(piece)) {
            piece++;
            at = 0;
        }
        return Math.min(vector.pieceBytes(piece) - at, limitBytes - offset);
    }

    private void advance(long length) {
        at += length;
        offset += length;
    }
}
