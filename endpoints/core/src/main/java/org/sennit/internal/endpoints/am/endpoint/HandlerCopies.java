package org.sennit.internal.endpoints.am.endpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies of header and data that a header handler has in checked mode, for its call: a segment that it keeps throws
 * when it is read afterwards, where it would have the bytes of a later message. Used by the handler's thread.
 */
final class HandlerCopies implements AutoCloseable {
    /** Longer data, which is only that of a message within the process, is the origin's own and not copied. */
    private static final long MOST_BYTES = 1 << 20;

    private static final long ALIGNMENT = Long.BYTES;

    private Arena arena; // null: nothing has been lent

    /** Returns memory of a message as its handler may see it; null for null. */
    MemorySegment of(MemorySegment memory) {
        if (memory == null || memory.byteSize() == 0 || memory.byteSize() > MOST_BYTES) {
            return memory;
        }
        if (arena == null) {
            arena = Arena.ofConfined();
        }
        return arena.allocate(memory.byteSize(), ALIGNMENT).copyFrom(memory).asReadOnly();
    }

    /** Takes back what has been lent; reading it throws from now on. */
    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
