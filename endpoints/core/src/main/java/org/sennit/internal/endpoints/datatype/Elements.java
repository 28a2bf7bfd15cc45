package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.ElementType;

/** Single elements in memory, at any alignment: integers as long, numbers with a point as double. Any thread. */
final class Elements {
    private Elements() {}

    static boolean isReal(ElementType type) {
        return type == ElementType.FLOAT || type == ElementType.DOUBLE;
    }

    static long integer(ElementType type, MemorySegment memory, long offset) {
        return switch (type) {
            case BYTE, BOOLEAN -> memory.get(ValueLayout.JAVA_BYTE, offset);
            case CHAR -> memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
            case SHORT -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset);
            case INT -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        };
    }

    static double real(ElementType type, MemorySegment memory, long offset) {
        return type == ElementType.FLOAT
                ? memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset)
                : memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset);
    }

    /** Compares two numbers; NaN is above all and equal to itself, −0 below +0. */
    static int compare(ElementType type, MemorySegment a, long aOffset, MemorySegment b, long bOffset) {
        return isReal(type)
                ? Double.compare(real(type, a, aOffset), real(type, b, bOffset))
                : Long.compare(integer(type, a, aOffset), integer(type, b, bOffset));
    }
}
