package org.sennit.internal.endpoints.coll.call;

import java.lang.reflect.Array;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.ElementType;

/**
 * The operands of the other member in reductions of {@link PairCalls}: they are received here and combined with the
 * caller's. Belongs to the thread that drives the endpoint. Allocates only when it prepares the first reduction of a
 * type, and of a longer operand.
 */
final class PairOperands {
    private final Object[] arrays = new Object[ElementType.values().length]; // by type, made on first use

    /** Makes what a reduction needs, so that {@link #combine} cannot fail. */
    void prepare(Reduction operation, ElementType type, int bytes) {
        int count = bytes / type.bytes();
        Object known = arrays[type.ordinal()];
        if (known == null || Array.getLength(known) < count) {
            int room = Integer.highestOneBit(2 * count - 1); // the next power of two: operands may grow slowly
            arrays[type.ordinal()] = PlainArrays.newArray(type, room);
        }
        if (count > 1) {
            operation.prepareArrays(type);
        }
    }

    /** Returns the array into which the operand of the other member is received, from its beginning. */
    Object room(ElementType type) {
        return arrays[type.ordinal()];
    }

    /**
     * Combines the operand that has been received with the caller's, in the order of the ranks.
     *
     * @param own the caller's operand
     * @param rank of the caller
     * @param result where the result goes; may be the caller's operand
     * @param bytes the length of an operand
     */
    void combine(Reduction operation, ElementType type, Object own, int rank, Object result, int bytes) {
        Object theirs = room(type);
        Object left = rank == 0 ? own : theirs;
        Object right = rank == 0 ? theirs : own;
        int count = bytes / type.bytes();
        if (count > 1) {
            operation.combineArrays(type, left, right, result, count);
        } else {
            SingleElement.set(result, operation.combine(type, SingleElement.bits(left), SingleElement.bits(right)));
        }
    }
}
