package org.sennit.internal.runtime.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Objects of finished calls, which one thread gives back while another one takes. */
public final class SparePoolStress {
    private static final int MOST = 8;

    private SparePoolStress() {}

    /** Two threads take, and there is one. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "One of them has it.")
    @Outcome(expect = FORBIDDEN, desc = "Both use the same object, or it is lost.")
    @State
    public static class TwoTake {
        private final SparePool<int[]> pool = new SparePool<>(MOST, true);

        /** One is there. */
        public TwoTake() {
            pool.give(new int[1]);
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = pool.take() == null ? 0 : 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = pool.take() == null ? 0 : 1;
        }
    }

    /** Two threads give back at once. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "Both are there.")
    @Outcome(expect = FORBIDDEN, desc = "One is lost, or is there twice.")
    @State
    public static class TwoGive {
        private final SparePool<int[]> pool = new SparePool<>(MOST, true);
        private final int[] one = {1};
        private final int[] two = {2};

        /** Makes room: without the monitor a pool that grows throws. */
        public TwoGive() {
            pool.give(one);
            int[] _ = pool.take();
        }

        @Actor
        public void first() {
            pool.give(one);
        }

        @Actor
        public void second() {
            pool.give(two);
        }

        /** Adds up what is there. */
        @Arbiter
        public void outcome(I_Result r) {
            for (int[] each = pool.take(); each != null; each = pool.take()) {
                r.r1 += each[0];
            }
        }
    }

    /** One thread gives back what it has used, the other one takes it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "It was not there yet.")
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "What its last user wrote is seen.")
    @Outcome(expect = FORBIDDEN, desc = "What its last user wrote is not seen.")
    @State
    public static class GiveAndTake {
        private final SparePool<int[]> pool = new SparePool<>(MOST, true);
        private final int[] one = {1};

        @Actor
        public void user() {
            one[0] = 7;
            pool.give(one);
        }

        @Actor
        public void taker(I_Result r) {
            int[] taken = pool.take();
            r.r1 = taken == null ? 0 : taken[0];
        }
    }
}
