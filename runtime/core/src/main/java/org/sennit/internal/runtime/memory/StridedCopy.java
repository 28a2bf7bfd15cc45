package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Run;

/**
 * Copies a part of one row of blocks into a part of another. A row is blocks of equal length at a distance; a part
 * begins at any byte of its packed order; a run is a row of one block. No allocation.
 */
final class StridedCopy {
    private StridedCopy() {}

    /**
     * Returns whether a shape is a row: one block, or blocks of equal length at a distance; null is a block without
     * end.
     */
    static boolean isRow(LayoutShape shape) {
        return shape == null || shape instanceof Run || shape instanceof Loop loop && loop.body instanceof Run;
    }

    static long blockBytes(LayoutShape row) {
        return row == null ? Long.MAX_VALUE : row instanceof Loop loop ? loop.body.sizeBytes : row.sizeBytes;
    }

    private static long strideBytes(LayoutShape row) {
        return row instanceof Loop loop ? loop.strideBytes : 0;
    }

    /**
     * Copies.
     *
     * @param mover for the two memories
     * @param from the source
     * @param fromBase where its row begins
     * @param fromPosition where the part begins in the row's packed order
     * @param to the destination
     * @param toBase where its row begins
     * @param toRow its row; not null when the source's is
     * @param toPosition where the part begins in the row's packed order
     * @param length bytes; both rows have as many from there on
     */
    static void copy(
            BlockMover mover,
            MemorySegment from,
            long fromBase,
            LayoutShape fromRow,
            long fromPosition,
            MemorySegment to,
            long toBase,
            LayoutShape toRow,
            long toPosition,
            long length) {
        long fromBlock = blockBytes(fromRow);
        long toBlock = blockBytes(toRow);
        long fromStride = strideBytes(fromRow);
        long toStride = strideBytes(toRow);
        long fromIn = fromPosition < fromBlock ? fromPosition : fromPosition % fromBlock;
        long toIn = toPosition < toBlock ? toPosition : toPosition % toBlock;
        long f = fromBase + (fromPosition < fromBlock ? 0 : fromPosition / fromBlock * fromStride);
        long t = toBase + (toPosition < toBlock ? 0 : toPosition / toBlock * toStride);
        long left = length;
        while (left > 0) {
            long fromLeft = Math.min(left, fromBlock - fromIn);
            long toLeft = Math.min(left, toBlock - toIn);
            // Blocks of one side may lie side by side in a block of the other; both are whole where they are as long.
            boolean isFromWhole = fromIn == 0 && toLeft >= fromBlock;
            boolean isToWhole = toIn == 0 && fromLeft >= toBlock;
            long block = isFromWhole ? fromBlock : isToWhole ? toBlock : Math.min(fromLeft, toLeft);
            long blocks = 1;
            if (isFromWhole) {
                blocks = (isToWhole ? left : toLeft) / block;
            } else if (isToWhole) {
                blocks = fromLeft / block;
            }
            long fromStep = isFromWhole ? fromStride : block;
            long toStep = isToWhole ? toStride : block;
            if (block <= MemoryCopy.PIECE_BYTES) {
                mover.move(from, f + fromIn, fromStep, to, t + toIn, toStep, (int) block, blocks);
            } else {
                for (long i = 0; i < blocks; i++) {
                    MemoryCopy.copy(from, f + fromIn + i * fromStep, to, t + toIn + i * toStep, block);
                }
            }
            long moved = blocks * block;
            left -= moved;
            if (isFromWhole) {
                f += blocks * fromStride;
            } else if ((fromIn += moved) == fromBlock) {
                fromIn = 0;
                f += fromStride;
            }
            if (isToWhole) {
                t += blocks * toStride;
            } else if ((toIn += moved) == toBlock) {
                toIn = 0;
                t += toStride;
            }
        }
    }
}
