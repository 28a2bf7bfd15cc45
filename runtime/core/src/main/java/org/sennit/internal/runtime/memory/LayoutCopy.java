package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Sequence;
import org.sennit.message.DataLayout;

/**
 * Copies between memories whose elements do not lie side by side, in one pass and without allocation. What is copied is
 * named by its place in the packed stream, the elements in the order of the layout without the gaps, so that a copy may
 * stop and go on anywhere. Packing and unpacking are the cases with one side contiguous. Any thread that may touch both
 * memories.
 *
 * <p>The source's nest is walked down to its rows of blocks; for each row the destination's nest is walked to the rows
 * that take it; {@link StridedCopy} copies row to row. All state is in the arguments.
 *
 * <p>All throw an InternalError where a memory is a mapped file that was cut short.
 */
public final class LayoutCopy {
    private LayoutCopy() {}

    /**
     * Copies a part of a message in one pass.
     *
     * @param from the source
     * @param fromOffset where the first byte of its layout lies in it ({@link DataLayout#offsetBytes}), in bytes
     * @param fromLayout its layout, or null when the message lies there without gaps
     * @param to the destination, not overlapping the source
     * @param toOffset where the first byte of its layout lies in it, in bytes
     * @param toLayout its layout, or null when the message is to lie there without gaps
     * @param position where the part begins in the packed stream, in bytes
     * @param length bytes; both layouts have as many from there on
     */
    public static void copy(
            MemorySegment from,
            long fromOffset,
            DataLayout fromLayout,
            MemorySegment to,
            long toOffset,
            DataLayout toLayout,
            long position,
            long length) {
        if (fromLayout == null) {
            unpack(from, fromOffset + position, to, toOffset, toLayout, position, length);
        } else if (toLayout == null) {
            pack(from, fromOffset, fromLayout, position, to, toOffset + position, length);
        } else if (length > 0) {
            LayoutShape fromShape = LayoutShapes.of(fromLayout);
            BlockMover mover = BlockMovers.between(from, to);
            walk(
                    mover,
                    from,
                    fromOffset,
                    fromShape,
                    position,
                    to,
                    toOffset,
                    LayoutShapes.of(toLayout),
                    position,
                    length);
            MappedFaults.throwPending(from, to);
        }
    }

    /**
     * Packs a part of a message: copies it from where its layout says to a place without gaps.
     *
     * @param from the source
     * @param fromOffset where the first byte of its layout lies in it, in bytes
     * @param fromLayout its layout, or null when the message lies there without gaps
     * @param position where the part begins in the packed stream, in bytes
     * @param to the destination
     * @param toOffset where the part goes in it, in bytes
     * @param length the length in bytes
     */
    public static void pack(
            MemorySegment from,
            long fromOffset,
            DataLayout fromLayout,
            long position,
            MemorySegment to,
            long toOffset,
            long length) {
        if (length <= 0) {
            return;
        }
        if (fromLayout == null) {
            MemoryCopy.copy(from, fromOffset + position, to, toOffset, length);
        } else {
            BlockMover mover = BlockMovers.between(from, to);
            walk(mover, from, fromOffset, LayoutShapes.of(fromLayout), position, to, toOffset, null, 0, length);
            MappedFaults.throwPending(from, to);
        }
    }

    /**
     * Unpacks a part of a message: copies it from a place without gaps to where its layout says.
     *
     * @param from the source
     * @param fromOffset where the part lies in it, in bytes
     * @param to the destination
     * @param toOffset where the first byte of its layout lies in it, in bytes
     * @param toLayout its layout, or null when the message is to lie there without gaps
     * @param position where the part begins in the packed stream, in bytes
     * @param length the length in bytes
     */
    public static void unpack(
            MemorySegment from,
            long fromOffset,
            MemorySegment to,
            long toOffset,
            DataLayout toLayout,
            long position,
            long length) {
        if (length <= 0) {
            return;
        }
        if (toLayout == null) {
            MemoryCopy.copy(from, fromOffset, to, toOffset + position, length);
        } else {
            BlockMover mover = BlockMovers.between(from, to);
            walk(mover, from, fromOffset, null, 0, to, toOffset, LayoutShapes.of(toLayout), position, length);
            MappedFaults.throwPending(from, to);
        }
    }

    /**
     * Copies from shape to shape, of which null is one block without end: the source is walked first, then the
     * destination.
     */
    private static void walk(
            BlockMover mover,
            MemorySegment from,
            long fromAt,
            LayoutShape fromShape,
            long fromPosition,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        boolean isSource = !StridedCopy.isRow(fromShape);
        if (!isSource && StridedCopy.isRow(toShape)) {
            StridedCopy.copy(mover, from, fromAt, fromShape, fromPosition, to, toAt, toShape, toPosition, length);
        } else if (!((isSource ? fromShape : toShape) instanceof Loop loop)) {
            walkSequence(isSource, mover, from, fromAt, fromShape, fromPosition, to, toAt, toShape, toPosition, length);
        } else if (isSource
                && toShape instanceof Loop other
                && fromPosition == toPosition
                && fromPosition % loop.body.sizeBytes == 0
                && length % loop.body.sizeBytes == 0
                && FieldwiseCopy.suits(loop.body)
                && loop.body.equals(other.body)) {
            FieldwiseCopy.copy(mover, from, fromAt, loop, to, toAt, other, fromPosition, length);
        } else {
            walkLoop(isSource, mover, from, fromAt, fromShape, fromPosition, to, toAt, toShape, toPosition, length);
        }
    }

    /** Walks the bodies of the source's loop, or of the destination's. */
    private static void walkLoop(
            boolean isSource,
            BlockMover mover,
            MemorySegment from,
            long fromAt,
            LayoutShape fromShape,
            long fromPosition,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        Loop loop = (Loop) (isSource ? fromShape : toShape);
        long position = isSource ? fromPosition : toPosition;
        long size = loop.body.sizeBytes;
        long in = position % size;
        long place = (isSource ? fromAt : toAt) + position / size * loop.strideBytes;
        boolean isOtherInARow = isSource ? toShape == null : fromPosition + length <= StridedCopy.blockBytes(fromShape);
        boolean isFieldwise = isOtherInARow && FieldwiseCopy.suits(loop.body);
        for (long done = 0; done < length; ) {
            long whole = isFieldwise && in == 0 ? (length - done) / size : 0;
            if (whole > 1) {
                if (isSource) {
                    FieldwiseCopy.pack(mover, from, place, loop, to, toAt + toPosition + done, whole);
                } else {
                    FieldwiseCopy.unpack(mover, from, fromAt + fromPosition + done, to, place, loop, whole);
                }
                done += whole * size;
                place += whole * loop.strideBytes;
                continue;
            }
            long n = Math.min(size - in, length - done);
            if (isSource) {
                walk(mover, from, place, loop.body, in, to, toAt, toShape, toPosition + done, n);
            } else {
                walk(mover, from, fromAt, fromShape, fromPosition + done, to, place, loop.body, in, n);
            }
            done += n;
            in = 0;
            place += loop.strideBytes;
        }
    }

    /**
     * Walks the pieces of the source, or of the destination; where they lie in memories of their own, these have movers
     * of their own.
     */
    private static void walkSequence(
            boolean isSource,
            BlockMover mover,
            MemorySegment from,
            long fromAt,
            LayoutShape fromShape,
            long fromPosition,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        Sequence pieces = (Sequence) (isSource ? fromShape : toShape);
        long position = isSource ? fromPosition : toPosition;
        int i = pieces.indexOf(position);
        long in = position - pieces.start(i);
        for (long done = 0; done < length; i++) {
            LayoutShape piece = pieces.shape(i);
            long n = Math.min(piece.sizeBytes - in, length - done);
            MemorySegment memory = pieces.memory(i, isSource ? from : to);
            if (isSource) {
                BlockMover own = memory == from ? mover : BlockMovers.between(memory, to);
                walk(own, memory, pieces.place(i, fromAt), piece, in, to, toAt, toShape, toPosition + done, n);
            } else {
                BlockMover own = memory == to ? mover : BlockMovers.between(from, memory);
                long at = pieces.place(i, toAt);
                walk(own, from, fromAt, fromShape, fromPosition + done, memory, at, piece, in, n);
            }
            if (memory != (isSource ? from : to)) {
                MappedFaults.throwPending(memory);
            }
            done += n;
            in = 0;
        }
    }
}
