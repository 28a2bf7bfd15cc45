package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;

/**
 * The part of a memory that was sent last: a send from the same place again makes no segment for it. It keeps that
 * memory from being freed until the next send, so only small ones are remembered.
 *
 * <p>One thread at a time, that of the endpoint.
 */
final class RecentSlice {
    private static final long MOST_BYTES = 64 * 1024;

    private MemorySegment slice = MemorySegment.NULL;

    /** The same as {@code memory.asSlice(offset, lengthBytes)}, where that is all of it the memory itself. */
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
