package org.sennit.internal.endpoints.datatype;

import org.sennit.message.ElementType;

/**
 * One operation over one type of elements: selects the loop by the memory of the operands. Any number of threads at
 * once; in steady state nothing is allocated.
 */
final class ElementReduction {
    /** Up to here the choice of a loop costs more than it gains: see {@code sennit bench operations}. */
    private static final int FEW = 8;

    private final ElementType type;
    private final ElementLoops loops;

    private final IdlePool<MixedMemory> idle;

    ElementReduction(LoopOperator operator, ElementType type) {
        this.type = type;
        this.loops = LoopWriter.write(operator, type);
        this.idle = new IdlePool<>(() -> new MixedMemory(type));
    }

    ElementLoops loops() {
        return loops;
    }

    void apply(Operands operands) {
        ReductionMemory left = operands.left();
        ReductionMemory right = operands.right();
        ReductionMemory result = operands.result();
        long leftOffset = operands.leftOffset();
        long rightOffset = operands.rightOffset();
        long resultOffset = operands.resultOffset();
        int count = operands.count();
        if (count <= FEW) {
            loops.segments(
                    left.segment(), leftOffset, right.segment(), rightOffset, result.segment(), resultOffset, count);
            return;
        }
        long bytes = (long) count * type.bytes();
        int s = MemorySegments.index(result, resultOffset, bytes, type);
        if (s >= 0
                && MemorySegments.index(left, leftOffset, bytes, type) == s
                && MemorySegments.index(right, rightOffset, bytes, type) == s) {
            loops.arrays(left.array(), s, right.array(), s, result.array(), s, count);
            return;
        }
        MixedMemory memory = idle.take();
        try {
            memory.reduce(loops, operands);
        } finally {
            idle.putBack(memory);
        }
    }
}
