package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Copies a part of one row of blocks into a part of another. A row is blocks of equal length at a distance; a part
 * begins at any byte of its packed order; a run is a row of one block. No allocation.
 */
final class StridedCopy {
    private StridedCopy() {}

    /**
     * Copies.
     *
     * @param mover for the two memories
     * @param from the source
     * @param fromBase where its row begins
     * @param fromBlock bytes of its blocks
     * @param fromStride from one block to the next
     * @param fromPosition where the part begins in the row's packed order
     * @param to the destination
     * @param toBase where its row begins
     * @param toBlock bytes of its blocks
     * @param toStride from one block to the next
     * @param toPosition where the part begins in the row's packed order
     * @param length bytes; both rows have as many from there on
     */
    static void copy(
            BlockMover mover,
            MemorySegment from,
            long fromBase,
            long fromBlock,
            long fromStride,
            long fromPosition,
            MemorySegment to,
            long toBase,
            long toBlock,
            long toStride,
            long toPosition,
            long length) {
        long fromIn = fromPosition < fromBlock ? fromPosition : fromPosition % fromBlock;
        long toIn = toPosition < toBlock ? toPosition : toPosition % toBlock;
        long f = fromBase + (fromPosition < fromBlock ? 0 : fromPosition / fromBlock * fromStride);
        long t = toBase + (toPosition < toBlock ? 0 : toPosition / toBlock * toStride);
        long left = length;
        while (left > 0) {
            long fromLeft = Math.min(left, fromBlock - fromIn);
            long toLeft = Math.min(left, toBlock - toIn);
            if (fromBlock == toBlock && fromIn == 0 && toIn == 0 && left >= fromBlock) {
                long blocks = left / fromBlock;
                blocks(mover, from, f, fromStride, to, t, toStride, fromBlock, blocks);
                f += blocks * fromStride;
                t += blocks * toStride;
                left -= blocks * fromBlock;
                continue;
            }
            long moved;
            if (fromIn == 0 && toLeft >= fromBlock) { // several blocks into one
                long blocks = toLeft / fromBlock;
                moved = blocks * fromBlock;
                blocks(mover, from, f, fromStride, to, t + toIn, fromBlock, fromBlock, blocks);
                f += blocks * fromStride;
                toIn += moved;
            } else if (toIn == 0 && fromLeft >= toBlock) { // one block into several
                long blocks = fromLeft / toBlock;
                moved = blocks * toBlock;
                blocks(mover, from, f + fromIn, toBlock, to, t, toStride, toBlock, blocks);
                t += blocks * toStride;
                fromIn += moved;
            } else {
                moved = Math.min(fromLeft, toLeft);
                blocks(mover, from, f + fromIn, 0, to, t + toIn, 0, moved, 1);
                fromIn += moved;
                toIn += moved;
            }
            left -= moved;
            if (fromIn == fromBlock) {
                fromIn = 0;
                f += fromStride;
            }
            if (toIn == toBlock) {
                toIn = 0;
                t += toStride;
            }
        }
    }

    private static void blocks(
            BlockMover mover,
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            long block,
            long blocks) {
        if (block <= MemoryCopy.PIECE_BYTES) {
            mover.move(from, fromAt, fromStride, to, toAt, toStride, (int) block, blocks);
            return;
        }
        for (long i = 0; i < blocks; i++) {
            MemoryCopy.copy(from, fromAt + i * fromStride, to, toAt + i * toStride, block);
        }
    }
}
