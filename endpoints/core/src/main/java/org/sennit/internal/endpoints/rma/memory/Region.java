package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;

/**
 * Contiguous memory that accesses reach directly: of an array, off-heap, or mapped. Immutable; any thread.
 */
public final class Region {
    /** No limit: the alignment of off-heap memory follows from its address. */
    private static final int ANY_ALIGNMENT = 64;

    private final MemorySegment segment;
    private final Object array; // null off the heap
    private final int mostAlignment;

    private Region(MemorySegment segment, Object array, int mostAlignment) {
        this.segment = segment;
        this.array = array;
        this.mostAlignment = mostAlignment;
    }

    /** Returns the memory of a segment. */
    public static Region of(MemorySegment segment) {
        Object array = segment.heapBase().orElse(null);
        int alignment = switch (array) {
            case null -> ANY_ALIGNMENT;
            case long[] _, double[] _ -> Long.BYTES;
            case int[] _, float[] _ -> Integer.BYTES;
            case short[] _, char[] _ -> Short.BYTES;
            default -> Byte.BYTES;
        };
        return new Region(segment, array, alignment);
    }

    /** Returns the memory. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the array behind the memory; null off the heap. */
    public Object array() {
        return array;
    }

    /** Returns the offset of the memory in its array, or its address. */
    public long address() {
        return segment.address();
    }

    /** Returns its size. */
    public long sizeBytes() {
        return segment.byteSize();
    }

    /** Returns whether an atomic access of this length, a power of two, is possible at an offset. */
    public boolean isAligned(long offset, int bytes) {
        return bytes <= mostAlignment && (segment.address() + offset & bytes - 1) == 0;
    }
}
