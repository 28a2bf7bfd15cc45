package org.sennit.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.ElementType;

/**
 * The operations of the reductions, element by element, left operand first. (MPI 4.1, section 6.9.2)
 *
 * <p>All integer types share the loops over {@code long}, and float those over {@code double}: a sum, difference or
 * product of two floats that is rounded to double and then to float is rounded right, because a double has more than
 * twice the digits.
 */
public enum Operation {
    /** Sum; integers wrap around. */
    SUM(Long::sum, Double::sum),
    /** Product; integers wrap around. */
    PRODUCT((a, b) -> a * b, (a, b) -> a * b),
    /** Smallest; NaN wins, and −0 is below +0. */
    MIN(Math::min, Math::min),
    /** Largest; NaN wins, and +0 is above −0. */
    MAX(Math::max, Math::max),
    /** Bitwise and, of integers. */
    BAND((a, b) -> a & b, null),
    /** Bitwise or, of integers. */
    BOR((a, b) -> a | b, null),
    /** Bitwise exclusive or, of integers. */
    BXOR((a, b) -> a ^ b, null),
    /** Logical and, of integers and booleans: 0 is false, the result is 0 or 1. */
    LAND((a, b) -> a != 0 && b != 0 ? 1 : 0, null),
    /** Logical or, of integers and booleans. */
    LOR((a, b) -> a != 0 || b != 0 ? 1 : 0, null),
    /** Logical exclusive or, of integers and booleans. */
    LXOR((a, b) -> a != 0 ^ b != 0 ? 1 : 0, null);

    private final LongBinaryOperator integers;
    private final DoubleBinaryOperator reals;

    Operation(LongBinaryOperator integers, DoubleBinaryOperator reals) {
        this.integers = integers;
        this.reals = reals;
    }

    /**
     * Whether the operation exists for a type.
     *
     * @param type the element type
     * @throws SennitException OP when it does not; final
     */
    public void check(ElementType type) {
        if (type == null) {
            throw new SennitException(
                    ErrorClass.OP, "a reduction needs elements of one type: operation=" + this + " type=mixed");
        }
        boolean isReal = type == ElementType.FLOAT || type == ElementType.DOUBLE;
        boolean isLogical = this == LAND || this == LOR || this == LXOR;
        if (isReal && reals == null || type == ElementType.BOOLEAN && !isLogical) {
            throw new SennitException(ErrorClass.OP, "no such reduction: operation=" + this + " type=" + type);
        }
    }

    /**
     * Computes {@code result[i] = left[i] op right[i]}. The result may be the left or the right operand itself.
     *
     * @param type the element type
     * @param left the left operand
     * @param leftOffset where it begins, in bytes
     * @param right the right operand
     * @param rightOffset where it begins, in bytes
     * @param result the result
     * @param resultOffset where it begins, in bytes
     * @param count the number of elements
     */
    public void apply(
            ElementType type,
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        switch (type) {
            case DOUBLE -> {
                if (this == SUM) {
                    sumDoubles(left, leftOffset, right, rightOffset, result, resultOffset, count);
                    return;
                }
                for (int i = 0; i < count; i++) {
                    double a = left.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, leftOffset + 8L * i);
                    double b = right.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, rightOffset + 8L * i);
                    result.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, resultOffset + 8L * i, reals.applyAsDouble(a, b));
                }
            }
            case FLOAT -> {
                for (int i = 0; i < count; i++) {
                    float a = left.get(ValueLayout.JAVA_FLOAT_UNALIGNED, leftOffset + 4L * i);
                    float b = right.get(ValueLayout.JAVA_FLOAT_UNALIGNED, rightOffset + 4L * i);
                    result.set(
                            ValueLayout.JAVA_FLOAT_UNALIGNED, resultOffset + 4L * i, (float) reals.applyAsDouble(a, b));
                }
            }
            default -> {
                int bytes = type.bytes();
                for (int i = 0; i < count; i++) {
                    long a = integer(type, left, leftOffset + (long) bytes * i);
                    long b = integer(type, right, rightOffset + (long) bytes * i);
                    setInteger(type, result, resultOffset + (long) bytes * i, integers.applyAsLong(a, b));
                }
            }
        }
    }

    /** The usual case, without a call through the operator, so that it becomes vector code. */
    private static void sumDoubles(
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        for (int i = 0; i < count; i++) {
            double a = left.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, leftOffset + 8L * i);
            double b = right.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, rightOffset + 8L * i);
            result.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, resultOffset + 8L * i, a + b);
        }
    }

    private static long integer(ElementType type, MemorySegment memory, long offset) {
        return switch (type) {
            case BYTE, BOOLEAN -> memory.get(ValueLayout.JAVA_BYTE, offset);
            case CHAR -> memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
            case SHORT -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset);
            case INT -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        };
    }

    private static void setInteger(ElementType type, MemorySegment memory, long offset, long value) {
        switch (type) {
            case BYTE, BOOLEAN -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
            case CHAR -> memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, offset, (char) value);
            case SHORT -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) value);
            case INT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) value);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
        }
    }
}
