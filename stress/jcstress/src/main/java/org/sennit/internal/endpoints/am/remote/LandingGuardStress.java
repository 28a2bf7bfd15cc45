package org.sennit.internal.endpoints.am.remote;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Data of a long message is written while its origin's failure is heard of: the target is notified once, and then
 * nothing is written.
 */
public final class LandingGuardStress {
    private LandingGuardStress() {}

    /** A fragment is copied while the message is given up. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The target was told once, after the last byte.")
    @Outcome(expect = FORBIDDEN, desc = "The target was told twice or never, or its memory was written afterwards.")
    @State
    public static class WrittenAndGivenUp {
        private final LandingGuard guard = new LandingGuard();
        private int memory; // 1 when the fragment is there
        private int toldByWriter;
        private int toldByOther;
        private int seenByOther = -1; // of the memory, when it notified the target

        /** The message waits for data. */
        public WrittenAndGivenUp() {
            guard.open();
        }

        @Actor
        public void write() {
            if (guard.beginWrite()) {
                memory = 1;
                toldByWriter = guard.endWrite() ? 1 : 0;
            }
        }

        @Actor
        public void giveUp() {
            if (guard.close()) {
                toldByOther = 1;
                seenByOther = memory;
            }
        }

        /** Reports which thread notified the target, and whether the memory changed after that. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = toldByWriter + toldByOther;
            r.r2 = toldByOther == 1 && seenByOther != memory ? 1 : 0;
        }
    }
}
