package org.sennit.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.ElementType;

/** A user's function of two elements of a primitive type. */
final class LambdaReducer implements Reducer {
    private final String name;
    private final Object function; // one of the three kinds

    LambdaReducer(String name, Object function) {
        this.name = name;
        this.function = function;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        ElementType type = layout.elementType();
        if (type == null || type == ElementType.BOOLEAN) {
            return null;
        }
        boolean isFor = switch (type) {
            case FLOAT, DOUBLE -> function instanceof DoubleBinaryOperator;
            case LONG -> function instanceof LongBinaryOperator;
            default -> function instanceof IntBinaryOperator;
        };
        return isFor ? ReductionType.of(type) : null;
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
        try {
            for (int i = 0; i < count; i++) {
                long at = (long) element.bytes() * i;
                one(element, left, leftOffset + at, right, rightOffset + at, result, resultOffset + at);
            }
        } catch (RuntimeException | Error e) {
            throw FunctionReducer.failed(name, type, count, e);
        }
    }

    private void one(
            ElementType type, MemorySegment left, long l, MemorySegment right, long r, MemorySegment to, long at) {
        switch (function) {
            case DoubleBinaryOperator f ->
                Elements.setReal(
                        type, to, at, f.applyAsDouble(Elements.real(type, left, l), Elements.real(type, right, r)));
            case LongBinaryOperator f ->
                Elements.setInteger(
                        type, to, at, f.applyAsLong(Elements.integer(type, left, l), Elements.integer(type, right, r)));
            case IntBinaryOperator f ->
                Elements.setInteger(type, to, at, f.applyAsInt((int) Elements.integer(type, left, l), (int)
                        Elements.integer(type, right, r)));
            default -> throw new IllegalStateException("not a function of two numbers: " + function);
        }
    }
}
