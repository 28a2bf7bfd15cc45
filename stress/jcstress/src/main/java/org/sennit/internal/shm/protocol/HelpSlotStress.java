package org.sennit.internal.shm.protocol;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Receivers ask an endpoint for help with a message; it stands in one slot. */
public final class HelpSlotStress {
    private HelpSlotStress() {}

    /** Two receivers ask at once. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first asks, the second does without help.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second asks, the first does without help.")
    @Outcome(expect = FORBIDDEN, desc = "Both think that they ask, or neither.")
    @State
    public static class TwoAsk {
        private final HelpSlot slot = new HelpSlot();

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = slot.ask(new ActiveTransfer());
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = slot.ask(new ActiveTransfer());
        }
    }

    /** Receiver and helper take the question back at once; then the receiver asks for the next message. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The next question stands in the slot.")
    @Outcome(expect = FORBIDDEN, desc = "The helper has taken the next question back, or it could not be asked.")
    @State
    public static class WithdrawnTwice {
        private final HelpSlot slot = new HelpSlot();
        private final ActiveTransfer message = new ActiveTransfer();
        private final ActiveTransfer next = new ActiveTransfer();

        /** Starts with a question. */
        public WithdrawnTwice() {
            slot.ask(message);
        }

        /** Takes back and asks again. */
        @Actor
        public void receiver(ZZ_Result r) {
            slot.withdraw(message);
            r.r1 = slot.ask(next);
        }

        /** Takes its offer back after it has helped. */
        @Actor
        public void helper() {
            slot.withdraw(message);
        }

        /** Reports what the slot holds. */
        @Arbiter
        public void outcome(ZZ_Result r) {
            r.r2 = slot.wanted() == next;
        }
    }

    /** A receiver asks for help with what it has just made. */
    @JCStressTest
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Not asked yet.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Asked, and the transfer is whole.")
    @Outcome(expect = FORBIDDEN, desc = "Asked, and the transfer is not to be seen as it was made.")
    @State
    public static class AskAndHelp {
        private final HelpSlot slot = new HelpSlot();
        private final ActiveTransfer behind = new ActiveTransfer();

        /** Makes one, and asks. */
        @Actor
        public void receiver() {
            ActiveTransfer transfer = new ActiveTransfer();
            transfer.next = behind;
            slot.ask(transfer);
        }

        @Actor
        public void helper(ZZ_Result r) {
            ActiveTransfer wanted = slot.wanted();
            r.r1 = wanted != null;
            r.r2 = wanted == null || wanted.next == behind;
        }
    }
}
