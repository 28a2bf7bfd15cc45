package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Memory outside the heap for one header after the other. It grows with the longest, and its slices of a few lengths
 * are kept, so that headers that come in turn make no objects. Used by one thread at a time.
 */
final class SlicedRoom {
    private static final int FIRST_BYTES = 256;

    /** A power of 2. Headers of 0 to 60 bytes, in steps of four, have slices of their own. */
    private static final int KEPT = 16;

    private static final int STEP_SHIFT = 2;

    private MemorySegment memory = Arena.ofAuto().allocate(FIRST_BYTES, Long.BYTES);
    private final MemorySegment[] slices = new MemorySegment[KEPT]; // by length

    /** Returns all memory, of at least a number of bytes. */
    MemorySegment atLeast(long bytes) {
        if (memory.byteSize() < bytes) {
            allocate(bytes);
        }
        return memory;
    }

    private void allocate(long bytes) {
        memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
        Arrays.fill(slices, null);
    }

    /** Returns a number of bytes at the beginning of the memory. */
    MemorySegment of(long bytes) {
        MemorySegment all = atLeast(bytes);
        int place = (int) (bytes >>> STEP_SHIFT) & KEPT - 1;
        MemorySegment slice = slices[place];
        if (slice == null || slice.byteSize() != bytes) {
            slice = all.asSlice(0, bytes);
            slices[place] = slice;
        }
        return slice;
    }

    /** Called when nothing uses the memory any more: lets go of it if it is longer. */
    void shrinkTo(long mostBytes) {
        if (memory.byteSize() > mostBytes) {
            allocate(FIRST_BYTES);
        }
    }
}
