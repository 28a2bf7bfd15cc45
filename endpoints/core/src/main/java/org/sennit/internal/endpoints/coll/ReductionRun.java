package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ReductionBuilder;
import org.sennit.internal.endpoints.coll.schedule.ReductionProgram;
import org.sennit.internal.endpoints.datatype.Operands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.runtime.memory.MemoryCopy;

/**
 * Runs the programs of a schedule's reductions, block by block, so that a block's partial results stay in the cache.
 * Belongs to the thread that drives the run.
 */
final class ReductionRun {
    private final LentMemory lent;
    private final int unitBytes;
    private final Operands operands = new Operands();
    private Reduction operation;
    private ReductionType type;

    ReductionRun(LentMemory lent, int unitBytes) {
        this.lent = lent;
        this.unitBytes = unitBytes;
    }

    void use(Reduction op, ReductionType elements) {
        operation = op;
        type = elements;
    }

    void run(ReductionProgram program, long at, long bytes) {
        long block = ReductionBuilder.blockBytes(unitBytes);
        for (long done = 0; done < bytes; done += block) {
            runBlock(program, at + done, (int) Math.min(block, bytes - done));
        }
    }

    /**
     * Reduces the lines of all members of the process into that of member 0, in the order of the canonical tree over
     * them. In place: afterwards the other lines have partial results.
     */
    void combineLines(int members, long bytes) {
        for (int distance = 1; distance < members; distance *= 2) {
            for (int first = 0; first + distance < members; first += 2 * distance) {
                int left = BufferRef.of(first, BufferRef.LINE);
                int right = BufferRef.of(first + distance, BufferRef.LINE);
                operands.set(
                        lent.operand(left),
                        lent.offset(left),
                        lent.operand(right),
                        lent.offset(right),
                        lent.operand(left),
                        lent.offset(left),
                        (int) bytes / unitBytes);
                operation.apply(type, operands);
            }
        }
    }

    private void runBlock(ReductionProgram program, long at, int bytes) {
        for (int i = 0; i < program.length(); i++) {
            int left = program.left(i);
            int right = program.right(i);
            int result = program.result(i);
            long leftAt = moving(left, at) + program.leftOffset(i);
            long resultAt = moving(result, at) + program.resultOffset(i);
            if (right == BufferRef.NONE) {
                MemoryCopy.copy(lent.memory(left), leftAt, lent.memory(result), resultAt, bytes);
            } else {
                operands.set(
                        lent.operand(left),
                        leftAt,
                        lent.operand(right),
                        moving(right, at) + program.rightOffset(i),
                        lent.operand(result),
                        resultAt,
                        bytes / unitBytes);
                operation.apply(type, operands);
                operands.throwPending();
            }
        }
    }

    private long moving(int place, long at) {
        return BufferRef.kind(place) == BufferRef.SCRATCH ? lent.offset(place) : lent.offset(place) + at;
    }
}
