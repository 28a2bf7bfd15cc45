package org.sennit.internal.shm.mapped;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.jcstress.RealContext;

/** The hold of a connection: one thread works at a time, and nothing that is wanted stays undone. */
public final class HoldStress {
    private HoldStress() {}

    /** Two threads want something done. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "One worked at a time.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Both worked at once.")
    @State
    public static class TwoServe {
        private final Hold hold = new Hold(RealContext.INSTANCE, this::work);
        private volatile boolean isBusy;
        private volatile boolean isBroken;

        private int work(int limit, boolean isWanted) {
            isBroken |= isBusy;
            isBusy = true;
            isBusy = false;
            return 1;
        }

        /** Wants and serves. */
        @Actor
        public void first() {
            hold.want();
            hold.serve(8);
        }

        /** Wants and serves. */
        @Actor
        public void second() {
            hold.want();
            hold.serve(8);
        }

        /** Reports whether both worked at once. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = isBroken ? 1 : 0;
        }
    }

    /** Two threads run something with the hold. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = FORBIDDEN, desc = "Both at once.")
    @State
    public static class TwoRun {
        private final Hold hold = new Hold(RealContext.INSTANCE, (limit, isWanted) -> 0);
        private int count;

        @Actor
        public void first() {
            hold.run(() -> count++);
        }

        @Actor
        public void second() {
            hold.run(() -> count++);
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = count;
        }
    }

    /** Something is wanted while another thread serves and lets go. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It was done, by the holder that looked again or by who wanted it.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Each left it to the other: it stays undone.")
    @State
    public static class WantAndLetGo {
        private final Hold hold = new Hold(RealContext.INSTANCE, this::work);
        private volatile boolean isThere;
        private volatile boolean isDone;

        private int work(int limit, boolean isWanted) {
            if (!isThere) {
                return 0;
            }
            isDone = true;
            return 1;
        }

        /** Serves, as each poll does. */
        @Actor
        public void holder() {
            hold.serve(8);
        }

        /** Wants something done. */
        @Actor
        public void other() {
            isThere = true;
            hold.want();
            hold.serve(8);
        }

        /** Reports whether it was done. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = isDone ? 1 : 0;
        }
    }
}
