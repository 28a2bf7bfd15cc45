package org.sennit.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.memory.ElementType;

/**
 * One operation over one type of elements: chooses the loop by what the operands lie in. Any number of threads at once; in
 * steady state nothing is allocated.
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

    void apply(
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        if (count <= FEW) {
            loops.segments(left, leftOffset, right, rightOffset, result, resultOffset, count);
            return;
        }
        long bytes = (long) count * type.bytes();
        Object leftArray = loops.arrayOf(left);
        Object rightArray = loops.arrayOf(right);
        Object resultArray = loops.arrayOf(result);
        int s = MemorySegments.index(resultArray, result, resultOffset, bytes, type);
        if (s >= 0
                && MemorySegments.index(leftArray, left, leftOffset, bytes, type) == s
                && MemorySegments.index(rightArray, right, rightOffset, bytes, type) == s) {
            loops.arrays(leftArray, s, rightArray, s, resultArray, s, count);
            return;
        }
        MixedMemory memory = idle.take();
        try {
            memory.reduce(loops, left, leftOffset, right, rightOffset, result, resultOffset, count);
        } finally {
            idle.putBack(memory);
        }
    }
}
