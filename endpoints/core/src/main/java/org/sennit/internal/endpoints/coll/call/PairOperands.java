package org.sennit.internal.endpoints.coll.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.datatype.OffHeapOperands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.ElementType;

/**
 * The two operands of a reduction of {@link PairCalls}: that of the other member is received here. Belongs to the
 * thread that drives the endpoint. Allocates only when it prepares the first reduction of a type.
 */
final class PairOperands {
    private final int mostBytes;
    private final MemorySegment memory; // the operand of rank 0, and that of rank 1
    private final long base;
    private final OffHeapOperands loops;
    private final Object[] single = new Object[ElementType.values().length]; // by type, made on first use

    /**
     * Makes it.
     *
     * @param mostBytes the longest operand
     */
    PairOperands(int mostBytes) {
        this.mostBytes = mostBytes;
        this.memory = Arena.ofAuto().allocate(2L * mostBytes, Long.BYTES);
        this.base = OwnMemory.base(memory);
        this.loops = new OffHeapOperands(memory);
    }

    /** Makes what a reduction needs, so that {@link #combine} cannot fail. */
    void prepare(Reduction operation, ElementType type, int bytes) {
        if (bytes > type.bytes()) {
            loops.prepare(operation, type, bytes, 2);
        } else if (single[type.ordinal()] == null) {
            single[type.ordinal()] = SingleElement.newArray(type);
        }
    }

    /** Returns the memory into which the operand of a member is received, an array or a segment. */
    Object room(ElementType type, int of, int bytes) {
        return bytes > type.bytes() ? memory : single[type.ordinal()];
    }

    /** Returns where in {@link #room} it begins, in bytes. */
    int at(ElementType type, int of, int bytes) {
        return bytes > type.bytes() ? of * mostBytes : 0;
    }

    /**
     * Combines the operand that has been received with the caller's, in the order of the ranks.
     *
     * @param own the caller's operand
     * @param rank of the caller
     * @param result where the result goes; may be the caller's operand
     */
    void combine(Reduction operation, ElementType type, Object own, int rank, Object result, int bytes) {
        if (bytes > type.bytes()) {
            ArrayCopy.copyFrom(own, 0, OwnMemory.of(memory), base + (long) rank * mostBytes, bytes);
            loops.reduce(operation, type, 0, mostBytes, 2, result, bytes / type.bytes());
            return;
        }
        long mine = SingleElement.bits(own);
        long theirs = SingleElement.bits(single[type.ordinal()]);
        SingleElement.set(
                result, rank == 0 ? operation.combine(type, mine, theirs) : operation.combine(type, theirs, mine));
    }
}
