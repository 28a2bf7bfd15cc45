package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Moves blocks at even distances between memories of two kinds. Each pair of kinds has a mover of its own: see
 * {@link ExactBlockMover}.
 */
interface BlockMover {
    /**
     * Moves blocks one after the other; any thread.
     *
     * @param from the source
     * @param fromAt where its first block begins, in bytes
     * @param fromStride from one block to the next, in bytes
     * @param to the destination
     * @param toAt where its first block begins, in bytes
     * @param toStride from one block to the next, in bytes
     * @param block the bytes of a block, at most {@link MemoryCopy#PIECE_BYTES}
     * @param blocks their number
     */
    void move(
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            int block,
            long blocks);

    /** Longer blocks go by one call of a copy each: from 128 bytes on that is as fast as words. */
    int LONGEST_BLOCK = 128;
}
