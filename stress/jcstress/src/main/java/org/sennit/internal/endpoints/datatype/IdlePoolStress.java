package org.sennit.internal.endpoints.datatype;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Objects that are used by one thread at a time and then by another. */
public final class IdlePoolStress {
    private IdlePoolStress() {}

    /** Two threads take, and there is one. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The second got it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The first got it.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Both use the same object.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The object is lost.")
    @State
    public static class TwoTake {
        private final IdlePool<int[]> pool = new IdlePool<>(() -> null);

        public TwoTake() {
            pool.putBack(new int[1]);
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = pool.take() != null ? 1 : 0;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = pool.take() != null ? 1 : 0;
        }
    }

    /** One thread puts back what it has used, the other takes it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "It was not there yet.")
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "What the last user wrote is seen.")
    @Outcome(expect = FORBIDDEN, desc = "What the last user wrote is not seen.")
    @State
    public static class PutBackAndTake {
        private final IdlePool<int[]> pool = new IdlePool<>(() -> null);
        private final int[] one = {1};

        @Actor
        public void user() {
            one[0] = 7;
            pool.putBack(one);
        }

        @Actor
        public void taker(I_Result r) {
            int[] taken = pool.take();
            r.r1 = taken == null ? 0 : taken[0];
        }
    }
}
