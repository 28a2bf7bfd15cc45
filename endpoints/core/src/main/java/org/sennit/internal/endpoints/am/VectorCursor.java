package org.sennit.internal.endpoints.am;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.MemoryCopy;

/**
 * Reads the bytes of a vector in order, in memory without gaps: long pieces as they are, short ones packed. One thread
 * at a time.
 */
final class VectorCursor {
    /** The longest memory: long enough to pay for its packet, short enough for other messages of the connection. */
    private static final int MOST_BYTES = 256 << 10;

    /** Pieces of at least this length are not packed. */
    private static final int LONG_PIECE_BYTES = 16 << 10;

    private static final int PACKED_BYTES = 64 << 10;

    private ActiveVector vector;
    private long limitBytes;
    private MemorySegment packing; // null until a piece is short
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

    /** Returns the offset of what {@link #next} returns. */
    long offset() {
        return offset;
    }

    /** Returns the next bytes; not beyond the end. What it returned before is free again. */
    MemorySegment next() {
        long inPiece = inPiece();
        if (inPiece >= LONG_PIECE_BYTES || inPiece == limitBytes - offset) {
            long length = Math.min(inPiece, MOST_BYTES);
            MemorySegment memory = vector.memory(piece);
            MemorySegment next =
                    length == memory.byteSize() ? memory : memory.asSlice(vector.offsetBytes(piece) + at, length);
            advance(length);
            return next;
        }
        if (packing == null) {
            packing = Arena.ofAuto().allocate(PACKED_BYTES, Long.BYTES);
        }
        long packed = 0;
        while (packed < PACKED_BYTES && !isAtEnd()) {
            long length = Math.min(inPiece(), PACKED_BYTES - packed);
            MemoryCopy.copy(vector.memory(piece), vector.offsetBytes(piece) + at, packing, packed, length);
            advance(length);
            packed += length;
        }
        return packing.asSlice(0, packed);
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
