package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;

/**
 * Vectors of one piece from the beginning of memories of this task. Those of arrays and segments that are used again
 * are kept, weakly, so that a loop over the same memories makes none between two garbage collections. Any thread.
 */
final class KnownVectors {
    /** A power of 2. */
    private static final int SETS = 64;

    /** Places of a set, so that a few memories of one set do not drive each other out; a power of 2. */
    private static final int WAYS = 4;

    // Set by set, by memory and length. Plain: a thread that finds another entry, or none, makes its own.
    private final Known[] known = new Known[SETS * WAYS];

    // Of memories that were without an entry, set by set: only a memory that comes again gets one. Plain: a wrong
    // number makes an entry too many or too late.
    private final int[] seen = new int[SETS * WAYS];

    // Which place of a set is taken next. Plain: each is as good as another.
    private int turn;

    /**
     * A vector that lasts until a collection. The final fields are there for any thread; a reference that is not yet
     * reads null.
     */
    private static final class Known extends WeakReference<ActiveVector> {
        private final WeakReference<Object> memory;
        private final long bytes;

        private Known(Object memory, long bytes, ActiveVector vector) {
            super(vector);
            this.memory = new WeakReference<>(memory);
            this.bytes = bytes;
        }

        private boolean isOf(Object other, long otherBytes) {
            return bytes == otherBytes && memory.refersTo(other);
        }
    }

    /**
     * Returns the vector.
     *
     * @param bytes of the piece, from the beginning of the memory
     * @return a vector whose memory is the piece, no more; null when the memory is shorter
     * @throws org.sennit.message.SennitException BUFFER when it cannot be memory; final
     */
    ActiveVector of(@Memory Object memory, long bytes) {
        int hash = System.identityHashCode(memory) + 31 * Long.hashCode(bytes);
        int set = ((hash ^ hash >>> 16) & SETS - 1) * WAYS;
        for (int i = set; i < set + WAYS; i++) {
            Known entry = known[i];
            ActiveVector vector = entry != null && entry.isOf(memory, bytes) ? entry.get() : null;
            if (vector != null) {
                return vector;
            }
        }
        ActiveVector made = make(memory, bytes);
        if (made != null && isFixed(memory)) {
            if (isSeen(set, hash)) {
                known[freeIn(set)] = new Known(memory, bytes, made);
            } else {
                seen[nextIn(set)] = hash;
            }
        }
        return made;
    }

    private boolean isSeen(int set, int hash) {
        for (int i = set; i < set + WAYS; i++) {
            if (seen[i] == hash) {
                return true;
            }
        }
        return false;
    }

    private int freeIn(int set) {
        for (int i = set; i < set + WAYS; i++) {
            Known entry = known[i];
            if (entry == null || entry.refersTo(null)) {
                return i;
            }
        }
        return nextIn(set);
    }

    private int nextIn(int set) {
        return set + (turn++ & WAYS - 1);
    }

    /** Returns whether a memory is always the same one: buffers have positions, and may be wrapped around another. */
    static boolean isFixed(Object memory) {
        return memory instanceof MemorySegment
                || memory != null && memory.getClass().isArray();
    }

    private static ActiveVector make(Object memory, long bytes) {
        ActiveVector all = ActiveVector.of(memory);
        long size = all.lengthBytes();
        return bytes > size
                ? null
                : bytes == size ? all : ActiveVector.of(all.memory(0).asSlice(0, bytes));
    }
}
