package org.sennit.internal.endpoints.am.endpoint;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Messages end while their endpoint asks which kinds have ended. */
public final class EndedMessagesStress {
    private static final int SENT = 1;
    private static final int RECEIVED = 2;

    private EndedMessagesStress() {}

    /** A message moves its counter and ends, while one of its kind is taken, and the counter looked at. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The look at the counter has found the message.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The next call finds the message.")
    @Outcome(expect = FORBIDDEN, desc = "The message is in neither.")
    @State
    public static class NotedAndTaken {
        private final EndedMessages ended = new EndedMessages();
        private final AtomicInteger counter = new AtomicInteger();

        /** Another message of the kind has ended before. */
        public NotedAndTaken() {
            ended.note(SENT);
        }

        @Actor
        public void message() {
            counter.incrementAndGet();
            ended.note(SENT);
        }

        @Actor
        public void poll(II_Result r) {
            ended.take();
            r.r1 = counter.get();
        }

        /** Asks again. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = ended.take();
        }
    }

    /** Messages of two kinds end at once. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "Both have been noted.")
    @Outcome(expect = FORBIDDEN, desc = "One was overwritten.")
    @State
    public static class TwoKinds {
        private final EndedMessages ended = new EndedMessages();

        @Actor
        public void sender() {
            ended.note(SENT);
        }

        @Actor
        public void receiver() {
            ended.note(RECEIVED);
        }

        /** Asks for both. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = ended.take();
        }
    }
}
