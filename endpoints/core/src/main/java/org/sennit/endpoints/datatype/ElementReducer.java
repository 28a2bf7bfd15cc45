package org.sennit.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.ElementType;

/** A predefined operation, element by element. */
final class ElementReducer implements Reducer {
    private final Operator operator;

    ElementReducer(Operator operator) {
        this.operator = operator;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        ElementType type = layout.elementType();
        return operator.isFor(type) ? ReductionType.of(type) : null;
    }

    @Override
    public void apply(
            ReductionType type,
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        ElementType element = type.elementType();
        switch (element) {
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    double a = left.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, leftOffset + 8L * i);
                    double b = right.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, rightOffset + 8L * i);
                    result.set(
                            ValueLayout.JAVA_DOUBLE_UNALIGNED,
                            resultOffset + 8L * i,
                            operator.reals.applyAsDouble(a, b));
                }
            }
            case FLOAT -> {
                for (int i = 0; i < count; i++) {
                    float a = left.get(ValueLayout.JAVA_FLOAT_UNALIGNED, leftOffset + 4L * i);
                    float b = right.get(ValueLayout.JAVA_FLOAT_UNALIGNED, rightOffset + 4L * i);
                    result.set(ValueLayout.JAVA_FLOAT_UNALIGNED, resultOffset + 4L * i, (float)
                            operator.reals.applyAsDouble(a, b));
                }
            }
            default -> {
                int bytes = element.bytes();
                for (int i = 0; i < count; i++) {
                    long a = Elements.integer(element, left, leftOffset + (long) bytes * i);
                    long b = Elements.integer(element, right, rightOffset + (long) bytes * i);
                    Elements.setInteger(
                            element, result, resultOffset + (long) bytes * i, operator.integers.applyAsLong(a, b));
                }
            }
        }
    }
}
