package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ReductionBuilder;
import org.sennit.internal.endpoints.coll.schedule.ReductionProgram;

/**
 * Writes all prefixes of the ranks 0 to n − 1, each in the association of the canonical tree over its ranks, with about
 * log2 n operations a rank: a binary counter whose digits are the complete subtrees so far. An operand is read before
 * the prefix of its rank is written, so both may lie in one place.
 */
final class PrefixProgram {
    private final ReductionBuilder program;
    private final int scratch; // the digits' blocks come first

    /** The location of a rank's operand, or of its prefix. */
    interface Locations {
        int place(int rank);

        long offset(int rank);
    }

    private PrefixProgram(int unitBytes, int size) {
        this.program = new ReductionBuilder(unitBytes);
        this.scratch = 32 - Integer.numberOfLeadingZeros(size);
    }

    static ReductionProgram of(int unitBytes, int size, boolean isExclusive, Locations operands, Locations results) {
        return new PrefixProgram(unitBytes, size).write(size, isExclusive, operands, results);
    }

    private ReductionProgram write(int size, boolean isExclusive, Locations operands, Locations results) {
        long carry = program.scratchBlock(scratch);
        for (int rank = 0; rank < size; rank++) {
            program.copy(operands.place(rank), operands.offset(rank), BufferRef.SCRATCH, carry);
            if (isExclusive && rank > 0) {
                fold(rank, results.place(rank), results.offset(rank));
            }
            int digit = 0;
            for (; (rank >> digit & 1) == 1; digit++) {
                program.combine(
                        BufferRef.SCRATCH,
                        program.scratchBlock(digit),
                        BufferRef.SCRATCH,
                        carry,
                        BufferRef.SCRATCH,
                        carry);
            }
            program.copy(BufferRef.SCRATCH, carry, BufferRef.SCRATCH, program.scratchBlock(digit));
            if (!isExclusive) {
                fold(rank + 1, results.place(rank), results.offset(rank));
            }
        }
        return program.build();
    }

    /**
     * Returns the prefix of the given number of ranks, from its binary digits: the smallest subtree is on the right.
     */
    private void fold(int ranks, int place, long offset) {
        int digit = Integer.numberOfTrailingZeros(ranks);
        long from = program.scratchBlock(digit);
        int rest = ranks & ranks - 1;
        if (rest == 0) {
            program.copy(BufferRef.SCRATCH, from, place, offset);
            return;
        }
        long partial = program.scratchBlock(scratch + 1);
        while (rest != 0) {
            int left = Integer.numberOfTrailingZeros(rest);
            rest &= rest - 1;
            boolean isLast = rest == 0;
            program.combine(
                    BufferRef.SCRATCH,
                    program.scratchBlock(left),
                    BufferRef.SCRATCH,
                    from,
                    isLast ? place : BufferRef.SCRATCH,
                    isLast ? offset : partial);
            from = partial;
        }
    }
}
