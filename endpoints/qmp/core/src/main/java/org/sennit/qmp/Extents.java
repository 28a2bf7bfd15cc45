package org.sennit.qmp;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.Memory;

/** Bytes in buffers: a layout of one buffer, or one that names several. Immutable. */
final class Extents {
    private final Object buffer; // null where there are several
    private final DataLayout layout;

    private Extents(@Memory Object buffer, DataLayout layout) {
        this.buffer = buffer;
        this.layout = layout;
    }

    // ---- making ----

    static Extents ofAll(AllocatedMemory memory) {
        return contiguous(memory, 0, memory == null ? 0 : memory.bytes().byteSize());
    }

    static Extents contiguous(@Memory Object buffer, long offset, long bytes) {
        return strided(buffer, offset, bytes, 1, bytes);
    }

    static Extents strided(@Memory Object buffer, long offset, long blockBytes, int count, long strideBytes) {
        return of(buffer, blocks(offset, blockBytes, count, strideBytes));
    }

    static Extents list(@Memory Object buffer, long[] offset, long[] blockBytes, int[] count, long[] strideBytes) {
        checkLengths(offset == null ? -1 : offset.length, blockBytes, count, strideBytes);
        DataLayout[] sets = new DataLayout[offset.length];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = blocks(offset[i], blockBytes[i], count[i], strideBytes[i]);
        }
        return of(buffer, DataLayout.struct(new long[sets.length], sets));
    }

    /** Returns the offsets of sets that begin where their buffers do. */
    static long[] atBeginnings(Object... buffers) {
        return new long[buffers == null ? 0 : buffers.length];
    }

    /** Makes extents of sets in several buffers; a layout of one buffer where all are the same. */
    static Extents listOf(Object[] buffers, long[] offset, long[] blockBytes, int[] count, long[] strideBytes) {
        int length = buffers == null || offset == null || offset.length != buffers.length ? -1 : buffers.length;
        checkLengths(length, blockBytes, count, strideBytes);
        boolean isOne = true;
        for (Object buffer : buffers) {
            isOne &= buffer == buffers[0];
        }
        if (isOne) {
            return list(length == 0 ? new byte[0] : buffers[0], offset, blockBytes, count, strideBytes);
        }
        MemorySegment[] memories = new MemorySegment[buffers.length];
        DataLayout[] sets = new DataLayout[buffers.length];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = strided(buffers[i], offset[i], blockBytes[i], count[i], strideBytes[i]).layout;
            memories[i] = bytesOf(buffers[i]);
        }
        return new Extents(null, DataLayout.struct(memories, sets));
    }

    static Extents indexed(@Memory Object buffer, int[] lengths, int[] index, int elementBytes, int count) {
        if (lengths == null || index == null || count < 0 || count > Math.min(lengths.length, index.length)) {
            throw new RefusedCall(
                    QmpStatus.INVALID_ARG, "a length and an index for each block are needed: count=" + count);
        }
        long[] bytes = new long[count];
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            checkSize(lengths[i], elementBytes);
            bytes[i] = (long) lengths[i] * elementBytes;
            offsets[i] = (long) index[i] * elementBytes;
        }
        return of(buffer, DataLayout.byteIndexed(bytes, offsets, DataLayout.BYTE));
    }

    private static DataLayout blocks(long offset, long blockBytes, int count, long strideBytes) {
        checkSize(blockBytes, count);
        if (blockBytes == 0 || count == 0) {
            return DataLayout.BYTE.count(0);
        }
        return DataLayout.byteVector(count, blockBytes, count == 1 ? blockBytes : strideBytes, DataLayout.BYTE)
                .byteShifted(offset);
    }

    private static Extents of(@Memory Object given, DataLayout layout) {
        Object buffer = given instanceof AllocatedMemory memory ? memory.bytes() : given;
        long size = sizeOf(buffer);
        if (!layout.fits(size)) {
            throw new RefusedCall(
                    QmpStatus.MEMSIZE_TOOBIG,
                    "the bytes do not lie in the memory: layout=" + layout + " memory=" + size);
        }
        return new Extents(buffer, layout);
    }

    private static void checkSize(long blockBytes, long count) {
        if (blockBytes < 0 || count < 0) {
            throw new RefusedCall(QmpStatus.MEMSIZE_ERR, "negative size: bytes=" + blockBytes + " count=" + count);
        }
    }

    private static void checkLengths(int bases, long[] blockBytes, int[] count, long[] strideBytes) {
        if (bases < 0
                || blockBytes == null
                || count == null
                || strideBytes == null
                || blockBytes.length != bases
                || count.length != bases
                || strideBytes.length != bases) {
            throw new RefusedCall(QmpStatus.INVALID_ARG, "arrays of one length are needed: bases=" + bases);
        }
    }

    private static long sizeOf(Object memory) {
        ElementType type = memory == null ? null : ElementType.ofArray(memory);
        if (type != null) {
            return (long) Array.getLength(memory) * type.bytes();
        }
        return switch (memory) {
            case MemorySegment segment when segment.scope().isAlive() -> segment.byteSize();
            case ByteBuffer buffer -> buffer.remaining();
            case DirectBuffer buffer -> buffer.capacity();
            case null, default -> throw new RefusedCall(QmpStatus.BAD_MEMORY, "no memory, or freed: given=" + memory);
        };
    }

    private static MemorySegment bytesOf(Object memory) {
        return switch (memory) {
            case AllocatedMemory allocated -> allocated.bytes();
            case MemorySegment segment -> segment;
            case ByteBuffer buffer -> MemorySegment.ofBuffer(buffer);
            case byte[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default ->
                throw new RefusedCall(
                        QmpStatus.NOTSUPPORTED,
                        "sets of blocks in several buffers lie in arrays of numbers, ByteBuffers and segments: given="
                                + memory.getClass().getName());
        };
    }

    // ---- use ----

    long sizeBytes() {
        return layout.sizeBytes();
    }

    DataLayout layout() {
        return layout;
    }

    /** Returns the buffer; null where the bytes lie in several. */
    Object buffer() {
        return buffer;
    }

    /** Returns the same places in another buffer, where the bytes lie in one. */
    Extents in(@Memory Object other) {
        return of(other, layout);
    }
}
