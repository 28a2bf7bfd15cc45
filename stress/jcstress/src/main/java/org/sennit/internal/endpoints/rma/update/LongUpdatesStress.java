package org.sennit.internal.endpoints.rma.update;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIIIII_Result;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.sennit.internal.endpoints.datatype.Reduction;

/** Two members update a long of a window at once by different instructions: of an array, then of other memory. */
public final class LongUpdatesStress {
    private LongUpdatesStress() {}

    /**
     * The two kinds of memory; the second one is on the heap too, where it costs less to make and is accessed alike.
     */
    private abstract static class Memory {
        final long[] array = new long[1];
        final long[] behind = new long[1];
        final MemorySegment words = MemorySegment.ofArray(behind);
    }

    /** One adds 1, the other replaces 0 by 10 and gets what was there. */
    @JCStressTest
    @Outcome(
            id = "(0, 11|1, 1), (0, 11|1, 1)",
            expect = ACCEPTABLE,
            desc = "The sum has found what was swapped in, or the swap has found the sum.")
    @Outcome(expect = FORBIDDEN, desc = "The sum or the swap is lost.")
    @State
    public static class SumAndSwap extends Memory {
        @Actor
        public void adder() {
            LongUpdates.update(array, 0, Reduction.SUM, 1);
            LongUpdates.update(words, 0, Reduction.SUM, 1);
        }

        /** What each swap has found. */
        @Actor
        public void swapper(IIII_Result r) {
            r.r1 = (int) LongUpdates.swap(array, 0, 0, 10);
            r.r3 = (int) LongUpdates.swap(words, 0, 0, 10);
        }

        /** Reports what is there in the end. */
        @Arbiter
        public void outcome(IIII_Result r) {
            r.r2 = (int) array[0];
            r.r4 = (int) behind[0];
        }
    }

    /** One adds 2, the other toggles bit 0 and gets what was there. */
    @JCStressTest
    @Outcome(
            id = "(0|2), 3, (0|2), 3",
            expect = ACCEPTABLE,
            desc = "Both are there in the end, and the toggle has found the sum or not.")
    @Outcome(expect = FORBIDDEN, desc = "The sum or the toggle is lost.")
    @State
    public static class SumAndToggle extends Memory {
        @Actor
        public void adder() {
            LongUpdates.update(array, 0, Reduction.SUM, 2);
            LongUpdates.update(words, 0, Reduction.SUM, 2);
        }

        /** What each toggle has found. */
        @Actor
        public void toggler(IIII_Result r) {
            r.r1 = (int) LongUpdates.update(array, 0, Reduction.BXOR, 1);
            r.r3 = (int) LongUpdates.update(words, 0, Reduction.BXOR, 1);
        }

        /** What is there in the end. */
        @Arbiter
        public void outcome(IIII_Result r) {
            r.r2 = (int) array[0];
            r.r4 = (int) behind[0];
        }
    }

    /** One replaces by 4, the other sets bit 0, each returns what was there. */
    @JCStressTest
    @Outcome(
            id = "(0, 4, 5|1, 0, 4), (0, 4, 5|1, 0, 4)",
            expect = ACCEPTABLE,
            desc = "The one that came second has found what the first one had left.")
    @Outcome(expect = FORBIDDEN, desc = "An update is lost.")
    @State
    public static class ReplaceAndCombine extends Memory {
        @Actor
        public void replacing(IIIIII_Result r) {
            r.r1 = (int) LongUpdates.update(array, 0, Reduction.REPLACE, 4);
            r.r4 = (int) LongUpdates.update(words, 0, Reduction.REPLACE, 4);
        }

        /** Sets the bit. */
        @Actor
        public void combining(IIIIII_Result r) {
            r.r2 = (int) LongUpdates.update(array, 0, Reduction.BOR, 1);
            r.r5 = (int) LongUpdates.update(words, 0, Reduction.BOR, 1);
        }

        /** Reports what is there in the end. */
        @Arbiter
        public void outcome(IIIIII_Result r) {
            r.r3 = (int) array[0];
            r.r6 = (int) behind[0];
        }
    }
}
