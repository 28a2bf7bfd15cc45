package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Caches slices of memory, so that operations on the same places again and again make no segments. A slice is an object
 * of 40 bytes, and whether the compiler keeps it in registers depends on what else it has compiled.
 *
 * <p>A place has a set of {@value #WAYS} entries, which are replaced in turn: as many memories in rotation find their
 * slices. The slices are reachable weakly, so that the next collection frees them together with memory that only they
 * refer to.
 *
 * <p>One thread at a time.
 */
public final class RecentSlices {
    private static final int WAYS = 8; // rule of thumb, not measured
    private static final long GOLDEN =
            0x9E37_79B9_7F4A_7C15L; // 2^64 by the golden ratio: spreads multiples of anything

    private final int setBits;
    private WeakReference<Entries> entries = new WeakReference<>(null);

    /** @param setBits the binary logarithm of the number of places to keep apart, 0 to 16 */
    public RecentSlices(int setBits) {
        this.setBits = setBits;
    }

    /**
     * Returns a part of a memory.
     *
     * @param offset bytes into it
     * @return what {@code memory.asSlice(offset, bytes)} returns; the memory itself if it is all of it
     * @throws IndexOutOfBoundsException if the part is not within the memory
     */
    public MemorySegment of(MemorySegment memory, long offset, long bytes) {
        if (offset == 0 && bytes == memory.byteSize()) {
            return memory;
        }
        Entries known = entries.get();
        if (known == null) {
            known = new Entries(WAYS << setBits);
            entries = new WeakReference<>(known);
        }
        long address = memory.address() + offset;
        // Of the upper bits; two shifts, since one by 64 is none.
        int first = (int) ((address + bytes) * GOLDEN >>> 1 >>> Long.SIZE - 1 - setBits) * WAYS;
        for (int i = first; i < first + WAYS; i++) {
            if (known.addresses[i] == address && known.lengths[i] == bytes) {
                MemorySegment slice = known.slices[i];
                // The scope of an array's segment is the array's: equal for the same array only.
                if (slice != null
                        && slice.isReadOnly() == memory.isReadOnly()
                        && slice.scope().equals(memory.scope())
                        && offset >= 0
                        && offset <= memory.byteSize() - bytes) {
                    return slice;
                }
            }
        }
        MemorySegment slice = memory.asSlice(offset, bytes);
        int place = first + (known.next[first / WAYS]++ & WAYS - 1);
        known.addresses[place] = address;
        known.lengths[place] = bytes;
        known.slices[place] = slice;
        return slice;
    }

    /** The entries that are kept until a collection. */
    private static final class Entries {
        final long[] addresses;
        final long[] lengths;
        final MemorySegment[] slices;
        final byte[] next; // of each place, the way that is replaced next

        Entries(int count) {
            addresses = new long[count];
            lengths = new long[count];
            slices = new MemorySegment[count];
            next = new byte[count / WAYS];
        }
    }
}
