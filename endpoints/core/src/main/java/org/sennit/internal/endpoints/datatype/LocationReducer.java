package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import org.sennit.PairType;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** The smallest or largest value and the lowest index at which it is. */
final class LocationReducer implements Reducer {
    private final boolean isMinimum;

    LocationReducer(boolean isMinimum) {
        this.isMinimum = isMinimum;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        PairType pair = PairType.in(layout);
        return pair == null ? null : ReductionType.of(pair);
    }

    @Override
    public void apply(ReductionType type, Operands operands) {
        MemorySegment left = operands.left().segment();
        MemorySegment right = operands.right().segment();
        MemorySegment result = operands.result().segment();
        PairType pair = type.pairType();
        int bytes = type.unitBytes();
        for (int i = 0; i < operands.count(); i++) {
            long l = operands.leftOffset() + (long) bytes * i;
            long r = operands.rightOffset() + (long) bytes * i;
            long to = operands.resultOffset() + (long) bytes * i;
            if (isLeft(pair, left, l, right, r)) {
                if (left != result || l != to) {
                    MemoryCopy.copy(left, l, result, to, bytes);
                }
            } else if (right != result || r != to) {
                MemoryCopy.copy(right, r, result, to, bytes);
            }
        }
    }

    private boolean isLeft(PairType pair, MemorySegment left, long l, MemorySegment right, long r) {
        ElementType value = pair.value();
        int order = isMinimum ? minimumOrder(value, left, l, right, r) : -Elements.compare(value, left, l, right, r);
        if (order == 0) {
            int after = value.bytes();
            order = Elements.compare(pair.index(), left, l + after, right, r + after);
        }
        return order <= 0;
    }

    /** Compares two values: negative when the left one is smaller; NaN is smaller than all, as in {@link Math#min}. */
    private static int minimumOrder(ElementType value, MemorySegment left, long l, MemorySegment right, long r) {
        int order = Elements.compare(value, left, l, right, r);
        if (order == 0 || !Elements.isReal(value)) {
            return order;
        }
        boolean isNaN = Double.isNaN(Elements.real(value, order < 0 ? right : left, order < 0 ? r : l));
        return isNaN ? -order : order;
    }
}
