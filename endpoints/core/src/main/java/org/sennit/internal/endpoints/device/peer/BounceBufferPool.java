package org.sennit.internal.endpoints.device.peer;

import java.lang.foreign.MemorySegment;

/**
 * A pool of bounce buffers: memory that replaces the user's during a call, for a {@code boolean[]}, which has no
 * segment view, and for confined memory. Buffers are reused, so that calls of the same sizes allocate nothing. One
 * thread.
 */
public final class BounceBufferPool {
    /** The longest that is kept, in bytes; to copy more takes longer than to make the memory. */
    public static final long MOST_KEPT_BYTES = 1 << 20;

    private static final int LEAST_BITS = 6;
    private static final int MOST_BITS = 20;

    /** Idle memories of each size; a call has one or two, and a completion action may make a call inside another. */
    private static final int MOST_IDLE = 4;

    private final MemorySegment[][] idle = new MemorySegment[MOST_BITS - LEAST_BITS + 1][]; // by size; null: none yet
    private final int[] idleCount = new int[idle.length];

    /**
     * Returns memory that any thread may touch, to be returned by {@link #give}.
     *
     * @param lengthBytes how much at least
     * @return off-heap memory with unknown content, aligned to 8 bytes
     */
    public MemorySegment take(long lengthBytes) {
        if (lengthBytes > MOST_KEPT_BYTES) {
            return StagingMemory.allocate(lengthBytes);
        }
        int size = sizeOf(lengthBytes);
        return idleCount[size] > 0 ? idle[size][--idleCount[size]] : StagingMemory.allocate(1L << size + LEAST_BITS);
    }

    /**
     * Takes memory back; not after a failure that leaves another thread with it.
     *
     * @param memory what {@link #take} gave
     */
    public void give(MemorySegment memory) {
        if (memory.byteSize() > MOST_KEPT_BYTES) {
            return;
        }
        int size = sizeOf(memory.byteSize());
        if (idle[size] == null) {
            idle[size] = new MemorySegment[MOST_IDLE];
        }
        if (idleCount[size] < MOST_IDLE) {
            idle[size][idleCount[size]++] = memory;
        }
    }

    private static int sizeOf(long lengthBytes) {
        return Math.max(0, Long.SIZE - LEAST_BITS - Long.numberOfLeadingZeros(Math.max(1, lengthBytes) - 1));
    }
}
