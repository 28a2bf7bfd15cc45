package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;
import org.sennit.spi.layout.LayoutShape;
import org.sennit.spi.layout.LayoutShape.Absolute;
import org.sennit.spi.layout.LayoutShape.Loop;
import org.sennit.spi.layout.LayoutShape.Pieces;
import org.sennit.spi.layout.LayoutShape.Run;

/**
 * Copies between memories whose elements do not lie side by side, in one pass and without allocation. What is copied is
 * named by its place in the packed stream, the elements in the order of the layout without the gaps, so that a copy may
 * stop and go on anywhere. Packing and unpacking are the cases with one side contiguous. Any thread that may touch both
 * memories.
 *
 * <p>The source's nest is walked down to its rows of blocks; for each row the destination's nest is walked to the rows
 * that take it; {@link StridedCopy} copies row to row. All state is in the arguments.
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
        LayoutShape fromShape = fromLayout == null ? null : fromLayout.shape();
        LayoutShape toShape = toLayout == null ? null : toLayout.shape();
        copyShapes(from, fromOffset, fromShape, position, to, toOffset, toShape, position, length);
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
     * @param length how many bytes
     */
    public static void pack(
            MemorySegment from,
            long fromOffset,
            DataLayout fromLayout,
            long position,
            MemorySegment to,
            long toOffset,
            long length) {
        copyShapes(
                from,
                fromOffset,
                fromLayout == null ? null : fromLayout.shape(),
                position,
                to,
                toOffset,
                null,
                0,
                length);
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
     * @param length how many bytes
     */
    public static void unpack(
            MemorySegment from,
            long fromOffset,
            MemorySegment to,
            long toOffset,
            DataLayout toLayout,
            long position,
            long length) {
        copyShapes(
                from, fromOffset, null, 0, to, toOffset, toLayout == null ? null : toLayout.shape(), position, length);
    }

    private static void copyShapes(
            MemorySegment from,
            long fromAt,
            LayoutShape fromShape,
            long fromPosition,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        if (length <= 0) {
            return;
        }
        if (fromShape == null && toShape == null) {
            MemoryCopy.copy(from, fromAt + fromPosition, to, toAt + toPosition, length);
            return;
        }
        BlockMover mover = BlockMovers.between(from, to);
        if (fromShape == null) {
            write(mover, from, fromAt, Long.MAX_VALUE, 0, fromPosition, to, toAt, toShape, toPosition, length);
        } else {
            read(mover, from, fromAt, fromShape, fromPosition, to, toAt, toShape, toPosition, length);
        }
    }

    /** Walks the source. */
    private static void read(
            BlockMover mover,
            MemorySegment from,
            long at,
            LayoutShape shape,
            long position,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        switch (shape) {
            case Run run -> write(mover, from, at, run.sizeBytes, 0, position, to, toAt, toShape, toPosition, length);
            case Loop loop
            when loop.body instanceof Run run ->
                write(
                        mover,
                        from,
                        at,
                        run.sizeBytes,
                        loop.strideBytes,
                        position,
                        to,
                        toAt,
                        toShape,
                        toPosition,
                        length);
            case Loop loop
            when toShape instanceof Loop other
                    && position == toPosition
                    && position % loop.body.sizeBytes == 0
                    && length % loop.body.sizeBytes == 0
                    && FieldwiseCopy.suits(loop.body)
                    && loop.body.equals(other.body) ->
                FieldwiseCopy.copy(mover, from, at, loop, to, toAt, other, position, length);
            case Loop loop -> readLoop(mover, from, at, loop, position, to, toAt, toShape, toPosition, length);
            case Pieces pieces -> readPieces(mover, from, at, pieces, position, to, toAt, toShape, toPosition, length);
            case Absolute pieces -> readAbsolute(pieces, position, to, toAt, toShape, toPosition, length);
        }
    }

    /** Walks a source whose pieces have memories, and so movers, of their own. */
    private static void readAbsolute(
            Absolute pieces,
            long position,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        int i = pieces.indexOf(position);
        long in = position - pieces.start(i);
        for (long done = 0; done < length; i++) {
            LayoutShape piece = pieces.shape(i);
            long n = Math.min(piece.sizeBytes - in, length - done);
            MemorySegment memory = pieces.memory(i);
            BlockMover mover = BlockMovers.between(memory, to);
            read(mover, memory, pieces.offset(i), piece, in, to, toAt, toShape, toPosition + done, n);
            done += n;
            in = 0;
        }
    }

    private static void readLoop(
            BlockMover mover,
            MemorySegment from,
            long at,
            Loop loop,
            long position,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        long size = loop.body.sizeBytes;
        long in = position % size;
        long place = at + position / size * loop.strideBytes;
        for (long done = 0; done < length; ) {
            long whole = in != 0 ? 0 : (length - done) / size;
            if (whole > 1 && toShape == null && FieldwiseCopy.suits(loop.body)) {
                long target = toAt + toPosition + done;
                FieldwiseCopy.pack(mover, from, place, loop.strideBytes, loop.body, to, target, whole);
                done += whole * size;
                place += whole * loop.strideBytes;
                continue;
            }
            long n = Math.min(size - in, length - done);
            read(mover, from, place, loop.body, in, to, toAt, toShape, toPosition + done, n);
            done += n;
            in = 0;
            place += loop.strideBytes;
        }
    }

    private static void readPieces(
            BlockMover mover,
            MemorySegment from,
            long at,
            Pieces pieces,
            long position,
            MemorySegment to,
            long toAt,
            LayoutShape toShape,
            long toPosition,
            long length) {
        int i = pieces.indexOf(position);
        long in = position - pieces.start(i);
        for (long done = 0; done < length; i++) {
            LayoutShape piece = pieces.shape(i);
            long n = Math.min(piece.sizeBytes - in, length - done);
            read(mover, from, at + pieces.displacement(i), piece, in, to, toAt, toShape, toPosition + done, n);
            done += n;
            in = 0;
        }
    }

    /** Walks the destination for one row of the source. */
    private static void write(
            BlockMover mover,
            MemorySegment from,
            long base,
            long block,
            long stride,
            long position,
            MemorySegment to,
            long at,
            LayoutShape shape,
            long toPosition,
            long length) {
        switch (shape) {
            case null ->
                StridedCopy.copy(
                        mover, from, base, block, stride, position, to, at, Long.MAX_VALUE, 0, toPosition, length);
            case Run run ->
                StridedCopy.copy(
                        mover, from, base, block, stride, position, to, at, run.sizeBytes, 0, toPosition, length);
            case Loop loop
            when loop.body instanceof Run run ->
                StridedCopy.copy(
                        mover,
                        from,
                        base,
                        block,
                        stride,
                        position,
                        to,
                        at,
                        run.sizeBytes,
                        loop.strideBytes,
                        toPosition,
                        length);
            case Loop loop -> writeLoop(mover, from, base, block, stride, position, to, at, loop, toPosition, length);
            case Pieces pieces ->
                writePieces(mover, from, base, block, stride, position, to, at, pieces, toPosition, length);
            case Absolute pieces -> writeAbsolute(from, base, block, stride, position, pieces, toPosition, length);
        }
    }

    /** Walks a destination whose pieces have memories, and so movers, of their own. */
    private static void writeAbsolute(
            MemorySegment from,
            long base,
            long block,
            long stride,
            long position,
            Absolute pieces,
            long toPosition,
            long length) {
        int i = pieces.indexOf(toPosition);
        long in = toPosition - pieces.start(i);
        for (long done = 0; done < length; i++) {
            LayoutShape piece = pieces.shape(i);
            long n = Math.min(piece.sizeBytes - in, length - done);
            MemorySegment memory = pieces.memory(i);
            BlockMover mover = BlockMovers.between(from, memory);
            write(mover, from, base, block, stride, position + done, memory, pieces.offset(i), piece, in, n);
            done += n;
            in = 0;
        }
    }

    private static void writeLoop(
            BlockMover mover,
            MemorySegment from,
            long base,
            long block,
            long stride,
            long position,
            MemorySegment to,
            long at,
            Loop loop,
            long toPosition,
            long length) {
        long size = loop.body.sizeBytes;
        long in = toPosition % size;
        long place = at + toPosition / size * loop.strideBytes;
        for (long done = 0; done < length; ) {
            long whole = in != 0 ? 0 : (length - done) / size;
            if (whole > 1 && position + length <= block && FieldwiseCopy.suits(loop.body)) {
                long source = base + position + done;
                FieldwiseCopy.unpack(mover, from, source, to, place, loop.strideBytes, loop.body, whole);
                done += whole * size;
                place += whole * loop.strideBytes;
                continue;
            }
            long n = Math.min(size - in, length - done);
            write(mover, from, base, block, stride, position + done, to, place, loop.body, in, n);
            done += n;
            in = 0;
            place += loop.strideBytes;
        }
    }

    private static void writePieces(
            BlockMover mover,
            MemorySegment from,
            long base,
            long block,
            long stride,
            long position,
            MemorySegment to,
            long at,
            Pieces pieces,
            long toPosition,
            long length) {
        int i = pieces.indexOf(toPosition);
        long in = toPosition - pieces.start(i);
        for (long done = 0; done < length; i++) {
            LayoutShape piece = pieces.shape(i);
            long n = Math.min(piece.sizeBytes - in, length - done);
            write(mover, from, base, block, stride, position + done, to, at + pieces.displacement(i), piece, in, n);
            done += n;
            in = 0;
        }
    }
}
