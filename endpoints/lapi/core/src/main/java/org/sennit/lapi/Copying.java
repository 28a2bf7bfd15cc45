package org.sennit.lapi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.active.ActiveVector;
import org.sennit.active.VectorKind;

/** Copies between vectors of one process. */
final class Copying {
    /** A thread that never runs: memory that it may access is not confined. */
    private static final Thread UNSTARTED =
            Thread.ofPlatform().name("unstarted").unstarted(() -> {});

    private Copying() {}

    /**
     * Returns a vector of the same kind, pieces and bytes that any thread can read: a copy where memory is confined.
     */
    static ActiveVector forAllThreads(ActiveVector vector) {
        return isConfined(vector) ? copyOf(vector) : vector;
    }

    private static boolean isConfined(ActiveVector vector) {
        int looked = vector.kind() == VectorKind.STRIDED ? Math.min(1, vector.pieces()) : vector.pieces();
        for (int i = 0; i < looked; i++) {
            if (!vector.memory(i).isAccessibleBy(UNSTARTED)) {
                return true;
            }
        }
        return false;
    }

    private static ActiveVector copyOf(ActiveVector vector) {
        MemorySegment memory = Arena.ofAuto().allocate(vector.lengthBytes(), Long.BYTES);
        ActiveVector copy = vector.kind() == VectorKind.STRIDED
                ? blocks(memory, vector.pieces(), vector.pieceBytes(0))
                : pieces(memory, vector);
        copy(vector, copy);
        return copy;
    }

    private static ActiveVector blocks(MemorySegment memory, int count, long block) {
        return ActiveVector.strided(memory, 0, count, block, block);
    }

    private static ActiveVector pieces(MemorySegment memory, ActiveVector like) {
        Object[] memories = new Object[like.pieces()];
        long[] offsets = new long[like.pieces()];
        long[] lengths = new long[like.pieces()];
        Arrays.fill(memories, memory);
        long offset = 0;
        for (int i = 0; i < memories.length; i++) {
            offsets[i] = offset;
            lengths[i] = like.pieceBytes(i);
            offset += lengths[i];
        }
        return like.kind() == VectorKind.IOVECTOR
                ? ActiveVector.iovector(memories, offsets, lengths)
                : ActiveVector.generic(memories, offsets, lengths);
    }

    /** Returns why the calling thread cannot read or write all of a vector; null when it can. */
    static String mistake(ActiveVector pieces, boolean isToBeWritten) {
        boolean isOneMemory = pieces.kind() == VectorKind.STRIDED;
        int looked = isOneMemory ? Math.min(1, pieces.pieces()) : pieces.pieces();
        for (int i = 0; i < looked; i++) {
            MemorySegment memory = pieces.memory(i);
            if (pieces.pieceBytes(i) == 0) {
                continue;
            }
            if (!memory.scope().isAlive()) {
                return "its arena is closed: piece=" + i;
            }
            if (!memory.isAccessibleBy(Thread.currentThread())) {
                return "it is confined to another thread: piece=" + i;
            }
            if (isToBeWritten && memory.isReadOnly()) {
                return "it is read-only: piece=" + i;
            }
        }
        return null;
    }

    /**
     * Copies the bytes of all pieces in order, as many as fit. For matching vectors this is piece to piece.
     *
     * @throws WrongThreadException where memory is confined to another thread; nothing is lost when the copy is made
     *     again
     */
    static void copy(ActiveVector from, ActiveVector to) {
        long left = Math.min(from.lengthBytes(), to.lengthBytes());
        int source = 0;
        int target = 0;
        long sourceDone = 0;
        long targetDone = 0;
        while (left > 0) {
            long bytes = Math.min(from.pieceBytes(source) - sourceDone, to.pieceBytes(target) - targetDone);
            if (bytes > 0) {
                MemorySegment.copy(
                        from.memory(source),
                        from.offsetBytes(source) + sourceDone,
                        to.memory(target),
                        to.offsetBytes(target) + targetDone,
                        bytes);
                MappedFaults.throwPending(from.memory(source), to.memory(target));
                left -= bytes;
                sourceDone += bytes;
                targetDone += bytes;
            }
            if (sourceDone == from.pieceBytes(source)) {
                source++;
                sourceDone = 0;
            }
            if (targetDone == to.pieceBytes(target)) {
                target++;
                targetDone = 0;
            }
        }
    }
}
