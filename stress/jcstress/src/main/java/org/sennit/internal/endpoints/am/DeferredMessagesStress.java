package org.sennit.internal.endpoints.am;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Messages within a process begin and end while a fence asks for them. */
public final class DeferredMessagesStress {
    private DeferredMessagesStress() {}

    /** Two threads send a message each, which ends at once. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Both have been counted, and have ended.")
    @Outcome(expect = FORBIDDEN, desc = "A beginning or an end was not counted.")
    @State
    public static class TwoBegin {
        private final DeferredMessages deferred = new DeferredMessages();

        @Actor
        public void first() {
            deferred.end(deferred.begin());
        }

        @Actor
        public void second() {
            deferred.end(deferred.begin());
        }

        /** Reports how many are under way. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = (int) deferred.count();
        }
    }

    /** Two messages end at once. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Both have ended.")
    @Outcome(expect = FORBIDDEN, desc = "An end was not counted.")
    @State
    public static class TwoEnd {
        private final DeferredMessages deferred = new DeferredMessages();
        private final int one = deferred.begin();
        private final int other = deferred.begin();

        @Actor
        public void first() {
            deferred.end(one);
        }

        @Actor
        public void second() {
            deferred.end(other);
        }

        /** Reports how many are under way. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = (int) deferred.count();
        }
    }

    /** A message ends while a fence closes its generation. */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 1", "0, 1, 1"},
            expect = ACCEPTABLE,
            desc = "The fence was too early, and ends later.")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "The fence has ended, and sees the data.")
    @Outcome(expect = FORBIDDEN, desc = "The fence has ended without the data, or never ends.")
    @State
    public static class EndAndFence {
        private final DeferredMessages deferred = new DeferredMessages();
        private final int message = deferred.begin();
        private final int fence = deferred.current();
        private int data;

        @Actor
        public void message() {
            data = 1;
            deferred.end(message);
        }

        @Actor
        public void fence(III_Result r) {
            r.r1 = deferred.hasEnded(fence) ? 1 : 0;
            r.r2 = data;
        }

        /** Asks again. */
        @Arbiter
        public void outcome(III_Result r) {
            r.r3 = deferred.hasEnded(fence) ? 1 : 0;
        }
    }
}
