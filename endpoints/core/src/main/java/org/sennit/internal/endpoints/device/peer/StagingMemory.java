package org.sennit.internal.endpoints.device.peer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;

/** Memory that any thread may touch, in place of memory that is confined to one thread. */
public final class StagingMemory {
    private StagingMemory() {}

    /**
     * Allocates staging memory.
     *
     * @param lengthBytes its length in bytes
     * @return a fresh segment, freed by the collector
     */
    public static MemorySegment allocate(long lengthBytes) {
        return Arena.ofAuto().allocate(Math.max(1, lengthBytes), Long.BYTES);
    }

    /**
     * Copies a message to staging memory, without gaps.
     *
     * @param offset where the message begins in it, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     * @param lengthBytes the length of the message in bytes
     * @return a fresh segment, freed by the collector
     */
    public static MemorySegment copyOf(MemorySegment memory, long offset, DataLayout layout, long lengthBytes) {
        MemorySegment copy = allocate(lengthBytes);
        LayoutCopy.copy(memory, offset, layout, copy, 0, null, 0, lengthBytes);
        return copy;
    }
}
