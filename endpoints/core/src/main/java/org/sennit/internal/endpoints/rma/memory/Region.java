package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.MappedFaults;

/**
 * Contiguous memory that accesses reach directly: of an array, off-heap, or mapped. Immutable; any thread.
 */
public final class Region {
    /** No limit: the alignment of off-heap memory follows from its address. */
    private static final int ANY_ALIGNMENT = 64;

    private final MemorySegment segment;
    private final Object array; // null off the heap
    private final boolean isFile; // of the program, which may be cut short
    private final int mostAlignment;

    private Region(MemorySegment segment, Object array, boolean isFile, int mostAlignment) {
        this.segment = segment;
        this.array = array;
        this.isFile = isFile;
        this.mostAlignment = mostAlignment;
    }

    /** Returns the memory of a segment of the program. */
    public static Region of(MemorySegment segment) {
        return of(segment, segment.isMapped());
    }

    /** Returns the memory of a segment of the runtime, whose files keep their length. */
    public static Region own(MemorySegment segment) {
        return of(segment, false);
    }

    private static Region of(MemorySegment segment, boolean isFile) {
        Object array = segment.heapBase().orElse(null);
        int alignment = switch (array) {
            case null -> ANY_ALIGNMENT;
            case long[] _, double[] _ -> Long.BYTES;
            case int[] _, float[] _ -> Integer.BYTES;
            case short[] _, char[] _ -> Short.BYTES;
            default -> Byte.BYTES;
        };
        return new Region(segment, array, isFile, alignment);
    }

    /** Returns the memory. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns whether it is a mapped file of the program. */
    public boolean isFile() {
        return isFile;
    }

    /**
     * Throws the error of a fault; called after accesses, before their outcome is used.
     *
     * @throws InternalError when it is a mapped file that was cut short
     */
    public void throwPending() {
        if (isFile) {
            MappedFaults.poll();
        }
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
