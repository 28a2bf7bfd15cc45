package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;

/**
 * A memory of this task that others name by its number. Keeps the vectors of the pieces that were used last. Any
 * thread.
 */
final class Region {
    /** A power of 2. */
    private static final int KEPT = 16;

    private final int number;
    private final MemorySegment memory;
    private final int longestElement; // bytes of a variable that one instruction updates, at most

    // Volatile store by the thread that removes it, volatile load by all that find it, perhaps among those found last.
    private volatile boolean isRemoved;

    // By offset and length. Plain: the vectors are immutable, and a thread that finds another one, or none, makes its
    // own. Null until a piece is used.
    private Piece[] pieces;

    /** A vector, whose memory is the piece alone: one that is sent needs no slice. */
    private record Piece(long offset, ActiveVector vector) {}

    Region(int number, MemorySegment memory) {
        this.number = number;
        this.memory = memory;
        this.longestElement = AtomicVariables.longestElement(memory);
    }

    int number() {
        return number;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Returns whether a variable lies so that it can be updated by one instruction. */
    boolean isAligned(long offset, int bytes) {
        return (memory.address() + offset) % bytes == 0 && longestElement >= bytes;
    }

    boolean isRemoved() {
        return isRemoved;
    }

    void remove() {
        isRemoved = true;
    }

    /** @throws org.sennit.message.SennitException BUFFER where the piece does not lie in the memory */
    ActiveVector piece(long offset, long bytes) {
        int hash = Long.hashCode(offset * 31 + bytes) * 0x9E3779B9;
        int place = hash >>> 28;
        Piece[] known = pieces;
        if (known == null) {
            known = new Piece[KEPT];
            pieces = known;
        }
        Piece piece = known[place];
        if (piece == null || piece.offset != offset || piece.vector.lengthBytes() != bytes) {
            // A vector with an offset has been checked against the memory.
            ActiveVector checked = ActiveVector.of(memory, offset, bytes);
            piece = new Piece(offset, ActiveVector.of(checked.memory(0).asSlice(offset, bytes)));
            known[place] = piece;
        }
        return piece.vector;
    }
}
