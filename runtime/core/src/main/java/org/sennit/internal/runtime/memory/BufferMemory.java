package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The memory of a buffer as a segment, made once for a buffer that comes again and again, as that into which a network
 * reads. Keeps {@value #KEPT} buffers. One thread at a time.
 */
public final class BufferMemory {
    private static final int KEPT = 4; // rule of thumb, not measured

    private final ByteBuffer[] buffers = new ByteBuffer[KEPT];
    private final MemorySegment[] memories = new MemorySegment[KEPT];
    private int oldest; // the place that is given up next

    /**
     * Returns all of a buffer's memory.
     *
     * @param buffer whose position and limit do not matter
     * @return memory in which the byte at an index of the buffer has that offset
     */
    public MemorySegment of(ByteBuffer buffer) {
        for (int i = 0; i < KEPT; i++) {
            if (buffers[i] == buffer) {
                return memories[i];
            }
        }
        MemorySegment memory = MemorySegment.ofBuffer(buffer.duplicate().clear());
        buffers[oldest] = buffer;
        memories[oldest] = memory;
        oldest = (oldest + 1) % KEPT;
        return memory;
    }
}
