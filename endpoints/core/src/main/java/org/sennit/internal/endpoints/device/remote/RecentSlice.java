package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;

/**
 * Caches the slice of memory that was sent last, so that a repeated send from the same place allocates no segment. Only
 * slices of small memories are cached, since the cache keeps them reachable until the next send.
 *
 * <p>One thread at a time, that of the endpoint.
 */
final class RecentSlice {
    private static final long MOST_BYTES = 64 * 1024;

    private MemorySegment slice = MemorySegment.NULL;

    /** Returns {@code memory.asSlice(offset, lengthBytes)}, or the memory itself where that is all of it. */
    MemorySegment of(MemorySegment memory, long offset, long lengthBytes) {
        if (offset == 0 && lengthBytes == memory.byteSize()) {
            return memory;
        }
        if (memory.byteSize() > MOST_BYTES) {
            return memory.asSlice(offset, lengthBytes);
        }
        MemorySegment recent = slice;
        // The scope of a heap segment is its array's: equal for the same array only.
        if (recent.byteSize() != lengthBytes
                || recent.address() != memory.address() + offset
                || recent.isReadOnly() != memory.isReadOnly()
                || !recent.scope().equals(memory.scope())) {
            recent = memory.asSlice(offset, lengthBytes);
            slice = recent;
        }
        return recent;
    }
}
