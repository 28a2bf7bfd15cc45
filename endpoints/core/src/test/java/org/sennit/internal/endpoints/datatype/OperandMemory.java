package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.message.ElementType;

/**
 * The kinds of memory that an operand of a reduction may lie in, with room before and behind that must stay as it is.
 */
enum OperandMemory {
    ARRAY(16),
    ARRAY_FURTHER(64),
    ARRAY_MISALIGNED(17),
    BYTES(16),
    OFF_HEAP(16),
    OFF_HEAP_MISALIGNED(19),
    READ_ONLY_ARRAY(16),
    READ_ONLY_OFF_HEAP(16);

    private static final int ROOM = 128;
    private static final byte UNTOUCHED = 0x55;

    private final int offset;

    OperandMemory(int offset) {
        this.offset = offset;
    }

    int offset() {
        return offset;
    }

    boolean isReadOnly() {
        return this == READ_ONLY_ARRAY || this == READ_ONLY_OFF_HEAP;
    }

    /** A fresh memory with the data at the offset. */
    MemorySegment with(byte[] data, ElementType type) {
        long bytes = data.length + ROOM;
        MemorySegment memory = switch (this) {
            case OFF_HEAP, OFF_HEAP_MISALIGNED, READ_ONLY_OFF_HEAP ->
                Arena.ofAuto().allocate(bytes, 8);
            case BYTES -> MemorySegment.ofArray(new byte[(int) bytes]);
            default -> array(type, (int) bytes / type.bytes());
        };
        memory.fill(UNTOUCHED);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, memory, offset, data.length);
        return isReadOnly() ? memory.asReadOnly() : memory;
    }

    private static MemorySegment array(ElementType type, int elements) {
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

    /** The data at the offset. */
    byte[] data(MemorySegment memory, int bytes) {
        return memory.asSlice(offset, bytes).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }

    /** Whether the room around the data is as it was. */
    boolean isUntouchedAround(MemorySegment memory, int bytes) {
        for (long i = 0; i < memory.byteSize(); i++) {
            boolean isData = i >= offset && i < offset + bytes;
            if (!isData && memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, i) != UNTOUCHED) {
                return false;
            }
        }
        return true;
    }
}
