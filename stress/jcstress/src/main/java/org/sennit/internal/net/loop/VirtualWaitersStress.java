package org.sennit.internal.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.jcstress.CountingContext;

/** Virtual threads that wait for the network: the first of them wakes the thread that waits in their stead. */
public final class VirtualWaitersStress {
    private VirtualWaitersStress() {}

    /** Two wait and are done; then comes another, which is the first again. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It wakes the thread that waits for virtual threads.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The count is wrong for good: that thread is never woken again.")
    @State
    public static class TwoWaiters {
        private final CountingContext context = new CountingContext();
        private final VirtualWaiters waiters = new VirtualWaiters(null, context);

        /** Waits for what is there already. */
        @Actor
        public void first() {
            waiters.await(() -> true, Long.MAX_VALUE);
        }

        /** Waits for what is there already. */
        @Actor
        public void second() {
            waiters.await(() -> true, Long.MAX_VALUE);
        }

        /** Another one waits. */
        @Arbiter
        public void outcome(I_Result r) {
            context.hasUnparked = false;
            waiters.await(() -> true, Long.MAX_VALUE);
            r.r1 = context.hasUnparked ? 1 : 0;
        }
    }
}
