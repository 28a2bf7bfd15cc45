package org.sennit.internal.endpoints.am.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.MemoryViews;

/** Moves bytes between vectors in one pass. No state. */
public final class VectorCopy {
    /** Longest array that every JVM makes. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private VectorCopy() {}

    /** Copies all pieces in order to all pieces in order, until either is at its end. */
    public static void copy(ActiveVector from, ActiveVector to) {
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
    public static boolean isConfined(ActiveVector vector) {
        int looked =
                vector.kind() == org.sennit.active.VectorKind.STRIDED ? Math.min(1, vector.pieces()) : vector.pieces();
        for (int i = 0; i < looked; i++) {
            if (MemoryViews.isConfined(vector.memory(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the same bytes in one piece of fresh memory for any thread; null when there is not so much. */
    public static ActiveVector staged(ActiveVector vector) {
        MemorySegment room = room(vector.lengthBytes());
        if (room == null) {
            return null;
        }
        ActiveVector staged = ActiveVector.of(room);
        copy(vector, staged);
        return staged;
    }

    /** Returns fresh memory for any thread; null when there is not so much. */
    public static MemorySegment room(long lengthBytes) {
        if (lengthBytes > MOST_BYTES) {
            return null;
        }
        try {
            return MemorySegment.ofArray(new byte[(int) lengthBytes]);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }
}
