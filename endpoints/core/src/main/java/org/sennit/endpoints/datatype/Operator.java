package org.sennit.endpoints.datatype;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.sennit.runtime.memory.ElementType;

/** What the predefined operations compute of two elements. Immutable. (MPI 4.1, section 6.9.2) */
enum Operator {
    SUM(Long::sum, Double::sum),
    PRODUCT((a, b) -> a * b, (a, b) -> a * b),
    MIN(Math::min, Math::min),
    MAX(Math::max, Math::max),
    BAND((a, b) -> a & b, null),
    BOR((a, b) -> a | b, null),
    BXOR((a, b) -> a ^ b, null),
    LAND((a, b) -> a != 0 && b != 0 ? 1 : 0, null),
    LOR((a, b) -> a != 0 || b != 0 ? 1 : 0, null),
    LXOR((a, b) -> a != 0 ^ b != 0 ? 1 : 0, null);

    final LongBinaryOperator integers;
    final DoubleBinaryOperator reals;

    Operator(LongBinaryOperator integers, DoubleBinaryOperator reals) {
        this.integers = integers;
        this.reals = reals;
    }

    private boolean isLogical() {
        return this == LAND || this == LOR || this == LXOR;
    }

    /** Whether it exists for a type; null is several types. */
    boolean isFor(ElementType type) {
        if (type == null) {
            return false;
        }
        return switch (type) {
            case FLOAT, DOUBLE -> reals != null;
            case BOOLEAN -> isLogical();
            default -> true;
        };
    }
}
