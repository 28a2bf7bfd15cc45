package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.MemoryViews;

/** Moves bytes between vectors in one pass. No state. */
final class VectorCopy {
    private VectorCopy() {}

    /** Copies all pieces in order to all pieces in order, until either is at its end. */
    static void copy(ActiveVector from, ActiveVector to) {
        int source = 0;
        long taken = 0; // of the source piece
        int count = from.pieces();
        for (int i = 0; i < to.pieces(); i++) {
            long room = to.pieceBytes(i);
            long at = to.offsetBytes(i);
            while (room > 0) {
                while (source < count && taken == from.pieceBytes(source)) {
                    source++;
                    taken = 0;
                }
                if (source == count) {
                    return;
                }
                long length = Math.min(room, from.pieceBytes(source) - taken);
                MemoryCopy.copy(from.memory(source), from.offsetBytes(source) + taken, to.memory(i), at, length);
                taken += length;
                at += length;
                room -= length;
            }
        }
    }

    /** Returns whether only its own thread may touch a piece. */
    static boolean isConfined(ActiveVector vector) {
        int looked =
                vector.kind() == org.sennit.active.VectorKind.STRIDED ? Math.min(1, vector.pieces()) : vector.pieces();
        for (int i = 0; i < looked; i++) {
            if (MemoryViews.isConfined(vector.memory(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the same bytes in one piece of fresh memory for any thread. */
    static MemorySegment staged(ActiveVector vector) {
        MemorySegment staged = MemorySegment.ofArray(new byte[Math.toIntExact(vector.lengthBytes())]);
        copy(vector, ActiveVector.of(staged));
        return staged;
    }
}
