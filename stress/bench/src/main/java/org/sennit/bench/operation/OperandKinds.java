package org.sennit.bench.operation;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.datatype.MemorySegments;
import org.sennit.message.ElementType;

/** What left operand, right operand and result of a reduction lie in. */
enum OperandKinds {
    ARRAYS("arrays"),
    ARRAYS_APART("arrays, other index"),
    INTO_OFF_HEAP("arrays to off-heap"),
    MIXED("off-heap, array to array"),
    FROM_OFF_HEAP("off-heap to array"),
    MIXED_APART("array, off-heap to off-heap"),
    OFF_HEAP("off-heap"),
    BYTES("byte arrays");

    /** Unlike remainders of 4 KiB, so that a load never looks like the store before it to the processor. */
    private static final int[] STARTS = {0, 1344, 2688};

    private static final int ROOM = 16384;

    private final String words;

    OperandKinds(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Returns a memory of this kind: place 0 is the left operand, 1 the right one, 2 the result. */
    MemorySegment memory(ElementType type, int place) {
        boolean isArray = switch (this) {
            case ARRAYS, ARRAYS_APART, BYTES -> true;
            case INTO_OFF_HEAP -> place < 2;
            case MIXED -> place > 0;
            case FROM_OFF_HEAP -> place == 2;
            case MIXED_APART -> place == 0;
            case OFF_HEAP -> false;
        };
        if (!isArray) {
            return Arena.ofAuto().allocate(ROOM, 4096).asSlice(STARTS[place]);
        }
        ElementType element = this == BYTES ? ElementType.BYTE : type;
        return MemorySegments.ofHeap(element, ROOM / element.bytes());
    }

    /** Returns where the operand begins in its memory, in bytes. */
    long offset(int place) {
        return this == ARRAYS_APART ? 64L * place : 0;
    }
}
