package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.sennit.message.ElementType;

/** Heap segments as parts of arrays. Any thread. */
public final class MemorySegments {
    private MemorySegments() {}

    /** Returns a fresh array of a type, bytes for booleans, as a segment. */
    public static MemorySegment ofHeap(ElementType type, int elements) {
        return switch (type) {
            case BYTE, BOOLEAN -> MemorySegment.ofArray(new byte[elements]);
            case CHAR -> MemorySegment.ofArray(new char[elements]);
            case SHORT -> MemorySegment.ofArray(new short[elements]);
            case INT -> MemorySegment.ofArray(new int[elements]);
            case LONG -> MemorySegment.ofArray(new long[elements]);
            case FLOAT -> MemorySegment.ofArray(new float[elements]);
            case DOUBLE -> MemorySegment.ofArray(new double[elements]);
        };
    }

    /**
     * Returns where in its array of the element type a part of a memory begins; −1 when there is no such array, or the
     * part begins inside an element.
     */
    static int index(ReductionMemory memory, long offset, long bytes, ElementType type) {
        if (memory.array() == null || !isOf(type, memory.array())) {
            return -1;
        }
        MemorySegment segment = memory.segment();
        Objects.checkFromIndexSize(offset, bytes, segment.byteSize());
        long at = segment.address() + offset;
        return (at & type.bytes() - 1) == 0 ? (int) (at / type.bytes()) : -1;
    }

    private static boolean isOf(ElementType type, Object array) {
        return switch (type) {
            case BYTE, BOOLEAN -> array instanceof byte[];
            case CHAR -> array instanceof char[];
            case SHORT -> array instanceof short[];
            case INT -> array instanceof int[];
            case LONG -> array instanceof long[];
            case FLOAT -> array instanceof float[];
            case DOUBLE -> array instanceof double[];
        };
    }
}
