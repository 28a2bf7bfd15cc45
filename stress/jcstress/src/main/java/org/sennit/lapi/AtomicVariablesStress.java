package org.sennit.lapi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two threads modify the variables of a task at once: a variable for each operation. */
public final class AtomicVariablesStress {
    private static final String RIGHT = "2, 3, 3, 1";

    private AtomicVariablesStress() {}

    /** Variables of 8 bytes. */
    @JCStressTest
    @Outcome(id = RIGHT, expect = ACCEPTABLE, desc = "Both sums, both bits, and each value but the last was returned.")
    @Outcome(expect = FORBIDDEN, desc = "One has overwritten the other.")
    @State
    public static class Longs {
        private final MemorySegment memory = MemorySegment.ofArray(new long[4]);
        private int swapped1;
        private int swapped2;
        private int replaced1;
        private int replaced2;

        @Actor
        public void first() {
            modify(RmwOperation.FETCH_AND_ADD, 0, 1, 0);
            modify(RmwOperation.FETCH_AND_OR, 1, 1, 0);
            swapped1 = modify(RmwOperation.SWAP, 2, 1, 0);
            replaced1 = modify(RmwOperation.COMPARE_AND_SWAP, 3, 0, 1);
        }

        @Actor
        public void second() {
            modify(RmwOperation.FETCH_AND_ADD, 0, 1, 0);
            modify(RmwOperation.FETCH_AND_OR, 1, 2, 0);
            swapped2 = modify(RmwOperation.SWAP, 2, 2, 0);
            replaced2 = modify(RmwOperation.COMPARE_AND_SWAP, 3, 0, 2);
        }

        private int modify(RmwOperation operation, int variable, long first, long second) {
            return (int) AtomicVariables.modifyLong(operation, memory, (long) variable * Long.BYTES, first, second);
        }

        /** Reports the variables; of the swaps the sum of all values, of the last the number that found 0. */
        @Arbiter
        public void outcome(IIII_Result r) {
            r.r1 = modify(RmwOperation.FETCH_AND_ADD, 0, 0, 0);
            r.r2 = modify(RmwOperation.FETCH_AND_OR, 1, 0, 0);
            r.r3 = modify(RmwOperation.SWAP, 2, 0, 0) + swapped1 + swapped2;
            r.r4 = (replaced1 == 0 ? 1 : 0) + (replaced2 == 0 ? 1 : 0);
        }
    }

    /** Variables of 4 bytes. */
    @JCStressTest
    @Outcome(id = RIGHT, expect = ACCEPTABLE, desc = "Both sums, both bits, and each value but the last was returned.")
    @Outcome(expect = FORBIDDEN, desc = "One has overwritten the other.")
    @State
    public static class Ints {
        private final MemorySegment memory = MemorySegment.ofArray(new int[4]);
        private int swapped1;
        private int swapped2;
        private int replaced1;
        private int replaced2;

        @Actor
        public void first() {
            modify(RmwOperation.FETCH_AND_ADD, 0, 1, 0);
            modify(RmwOperation.FETCH_AND_OR, 1, 1, 0);
            swapped1 = modify(RmwOperation.SWAP, 2, 1, 0);
            replaced1 = modify(RmwOperation.COMPARE_AND_SWAP, 3, 0, 1);
        }

        @Actor
        public void second() {
            modify(RmwOperation.FETCH_AND_ADD, 0, 1, 0);
            modify(RmwOperation.FETCH_AND_OR, 1, 2, 0);
            swapped2 = modify(RmwOperation.SWAP, 2, 2, 0);
            replaced2 = modify(RmwOperation.COMPARE_AND_SWAP, 3, 0, 2);
        }

        private int modify(RmwOperation operation, int variable, int first, int second) {
            return (int) AtomicVariables.modifyInt(operation, memory, (long) variable * Integer.BYTES, first, second);
        }

        /** Reports the variables; of the swaps the sum of all values, of the last the number that found 0. */
        @Arbiter
        public void outcome(IIII_Result r) {
            r.r1 = modify(RmwOperation.FETCH_AND_ADD, 0, 0, 0);
            r.r2 = modify(RmwOperation.FETCH_AND_OR, 1, 0, 0);
            r.r3 = modify(RmwOperation.SWAP, 2, 0, 0) + swapped1 + swapped2;
            r.r4 = (replaced1 == 0 ? 1 : 0) + (replaced2 == 0 ? 1 : 0);
        }
    }
}
