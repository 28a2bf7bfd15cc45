package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.active.ActiveVector;

/**
 * Vectors of this task's memory that others have described ({@link Wire}). Those that were used last are kept, so that
 * a loop over the same vectors makes none. Any thread.
 */
final class DescribedVectors {
    /** A power of 2. */
    private static final int KEPT = 16;

    private static final int PLACE_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(KEPT);

    /** Longer descriptions are of vectors whose data takes longer than the vector. */
    private static final long MOST_KEPT_BYTES = 4 << 10;

    private final Regions regions;
    private final int task;

    // By the hash of the description. Plain: the entries are immutable, and a thread that finds another one, or none,
    // makes its own.
    private final Known[] known = new Known[KEPT];

    /** A description, its hash, and what it describes. Immutable; final fields, so any thread finds them. */
    private record Known(MemorySegment description, int hash, RemoteVector remote, ActiveVector vector) {}

    DescribedVectors(Regions regions, int task) {
        this.regions = regions;
        this.task = task;
    }

    /**
     * Returns the vector of a description.
     *
     * @param at where the description begins, which ends with the memory
     * @throws LapiException TGT_VEC_ADDR when there is no such memory, or a piece does not lie in it
     */
    ActiveVector find(String operation, MemorySegment memory, long at) {
        long bytes = memory.byteSize() - at;
        if (bytes > MOST_KEPT_BYTES) {
            return regions.vector(operation, Wire.getVector(memory, at, task));
        }
        int hash = hash(memory, at);
        Known there = known[hash >>> PLACE_SHIFT];
        if (there != null && isOf(there, hash, memory, at) && regions.has(there.remote)) {
            return there.vector;
        }
        RemoteVector remote = Wire.getVector(memory, at, task);
        ActiveVector vector = regions.vector(operation, remote);
        MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
        MemorySegment.copy(memory, at, copy, 0, bytes);
        known[hash >>> PLACE_SHIFT] = new Known(copy, hash, remote, vector);
        return vector;
    }

    /** Forgets all: the program may want memory collected that it has just unregistered. */
    void clear() {
        Arrays.fill(known, null);
    }

    private static boolean isOf(Known there, int hash, MemorySegment memory, long at) {
        return there.hash == hash
                && MemorySegment.mismatch(
                                there.description, 0, there.description.byteSize(), memory, at, memory.byteSize())
                        < 0;
    }

    /** The parts of a description are multiples of four bytes. */
    private static int hash(MemorySegment memory, long at) {
        int hash = 0;
        for (long i = at; i < memory.byteSize(); i += Integer.BYTES) {
            hash = 31 * hash + Wire.getInt(memory, i);
        }
        return hash * 0x9E3779B9;
    }
}
