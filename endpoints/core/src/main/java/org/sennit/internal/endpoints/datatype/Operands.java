package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.MappedFaults;

/**
 * The operands of one reduction and where its result goes, each without gaps; offsets are in bytes. The result is the
 * left or the right operand itself, or overlaps neither. Reusable; set by one thread before others read it.
 */
public final class Operands {
    private ReductionMemory left;
    private long leftOffset;
    private ReductionMemory right;
    private long rightOffset;
    private ReductionMemory result;
    private long resultOffset;
    private int count;

    /**
     * Returns those of memory whose arrays are looked for, which allocates.
     *
     * @param count the number of units
     */
    public static Operands of(
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        ReductionMemory ofLeft = ReductionMemory.of(left);
        ReductionMemory ofRight = right == left ? ofLeft : ReductionMemory.of(right);
        ReductionMemory ofResult = result == right ? ofRight : result == left ? ofLeft : ReductionMemory.of(result);
        return new Operands().set(ofLeft, leftOffset, ofRight, rightOffset, ofResult, resultOffset, count);
    }

    /**
     * Says what they are; returns this.
     *
     * @param units their number
     */
    public Operands set(
            ReductionMemory ofLeft,
            long leftAt,
            ReductionMemory ofRight,
            long rightAt,
            ReductionMemory ofResult,
            long resultAt,
            int units) {
        left = ofLeft;
        leftOffset = leftAt;
        right = ofRight;
        rightOffset = rightAt;
        result = ofResult;
        resultOffset = resultAt;
        count = units;
        return this;
    }

    /**
     * Throws the error of a fault; called after the reduction.
     *
     * @throws InternalError when one of the memories is a mapped file that was cut short
     */
    public void throwPending() {
        MappedFaults.throwPending(left.segment(), right.segment());
        MappedFaults.throwPending(result.segment());
    }

    ReductionMemory left() {
        return left;
    }

    long leftOffset() {
        return leftOffset;
    }

    ReductionMemory right() {
        return right;
    }

    long rightOffset() {
        return rightOffset;
    }

    ReductionMemory result() {
        return result;
    }

    long resultOffset() {
        return resultOffset;
    }

    /** Returns the number of units. */
    int count() {
        return count;
    }
}
