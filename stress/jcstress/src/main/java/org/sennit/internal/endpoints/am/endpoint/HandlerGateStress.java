package org.sennit.internal.endpoints.am.endpoint;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.jcstress.RealContext;

/** The gate of header handlers: one at a time, each with a place in the queue of its own. */
public final class HandlerGateStress {
    private HandlerGateStress() {}

    /** Two threads enter again and again, so that the spare place goes from one to the other. */
    @JCStressTest
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "Every handler was alone.")
    @Outcome(expect = FORBIDDEN, desc = "Two handlers ran at once.")
    @State
    public static class OneAtATime {
        private final HandlerGate gate = new HandlerGate(RealContext.INSTANCE);
        private int count;

        @Actor
        public void first() {
            countThreeTimes();
        }

        @Actor
        public void second() {
            countThreeTimes();
        }

        /** Reads the sum. */
        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void countThreeTimes() {
            for (int i = 0; i < 3; i++) {
                McsLock.Node node = gate.enter();
                count++;
                gate.leave(node);
            }
        }
    }
}
