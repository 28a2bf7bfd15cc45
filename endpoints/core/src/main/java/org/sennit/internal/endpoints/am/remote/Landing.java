package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.FragmentCopy;

/**
 * Iterates over the pieces of a target vector in the order of its bytes, from any offset, for the data of a message.
 * Data beyond its end is dropped, and so is all data after a write has failed. Used with the upcalls of one connection.
 */
final class Landing {
    private ActiveVector target;
    private long limitBytes;
    private RuntimeException problem;

    // The next byte: its offset in the data, its piece, and its offset there.
    private long offset;
    private int piece;
    private long at;

    // Of the room that was handed out last.
    private long roomOffset;
    private long roomBytes;

    void begin(ActiveVector to, long limit) {
        target = to;
        limitBytes = limit;
        problem = null;
        offset = 0;
        piece = 0;
        at = 0;
    }

    void clear() {
        target = null;
        problem = null;
    }

    /** Returns the reason for which the memory could not be written; null when it could. */
    RuntimeException problem() {
        return problem;
    }

    void lost(Throwable cause) {
        if (problem == null) {
            problem = cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
        }
    }

    /** Goes to an offset in the data. */
    void seek(long to) {
        if (to < offset) {
            offset = 0;
            piece = 0;
            at = 0;
        }
        skip(to - offset);
    }

    private void skip(long bytes) {
        long left = bytes;
        while (left > 0 && target != null && piece < target.pieces()) {
            long step = Math.min(left, target.pieceBytes(piece) - at);
            at += step;
            left -= step;
            if (at == target.pieceBytes(piece)) {
                piece++;
                at = 0;
            }
        }
        offset += bytes;
    }

    /** Returns how many of the next bytes go to one piece; 0 when they are dropped. */
    private long inPiece(long mostBytes) {
        if (problem != null || target == null || offset >= limitBytes) {
            return 0;
        }
        while (piece < target.pieces() && target.pieceBytes(piece) == at) {
            piece++;
            at = 0;
        }
        return piece == target.pieces() ? 0 : Math.min(mostBytes, target.pieceBytes(piece) - at);
    }

    /** Returns the memory in which the next bytes go, perhaps fewer; null when they are dropped. */
    MemorySegment room(long mostBytes) {
        long bytes = inPiece(Math.min(mostBytes, limitBytes - offset));
        if (bytes <= 0) {
            return null;
        }
        MemorySegment memory = target.memory(piece);
        if (memory.isReadOnly()) {
            return null; // found out by take
        }
        roomOffset = target.offsetBytes(piece) + at;
        roomBytes = bytes;
        return memory;
    }

    /** Returns their offset in the memory of {@link #room}. */
    long roomOffset() {
        return roomOffset;
    }

    /** Returns their number. */
    long roomBytes() {
        return roomBytes;
    }

    /** Counts the next bytes, which are in the memory of {@link #room}. */
    void filled(long bytes) {
        skip(bytes);
    }

    /** Takes the next bytes out of a buffer, by the copier of its connection. */
    void take(FragmentCopy copy, ByteBuffer bytes, int from, int length) {
        int taken = 0;
        while (taken < length) {
            long step = inPiece(Math.min(length - taken, Math.max(0, limitBytes - offset)));
            if (step <= 0) {
                skip(length - taken);
                return;
            }
            try {
                copy.copyFrom(bytes, from + taken, target.memory(piece), target.offsetBytes(piece) + at, (int) step);
            } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
                lost(e);
            }
            skip(step);
            taken += (int) step;
        }
    }
}
