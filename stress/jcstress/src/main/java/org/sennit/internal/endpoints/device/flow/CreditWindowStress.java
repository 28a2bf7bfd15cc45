package org.sennit.internal.endpoints.device.flow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Credit for eager messages is taken by senders and given back by upcalls; no byte of it is lost or made. */
public final class CreditWindowStress {
    private static final long CHARGE = CreditWindow.chargeOf(100);

    private CreditWindowStress() {}

    private static boolean isFree(CreditWindow window, long messages) {
        long bytes = messages * CHARGE - CreditWindow.chargeOf(0);
        return window.hasRoom(bytes) && !window.hasRoom(bytes + 1);
    }

    /** A sender takes while credit for an earlier message comes. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One message is out.")
    @Outcome(expect = FORBIDDEN, desc = "Credit was lost or made.")
    @State
    public static class TakeAndGive {
        private final CreditWindow window = new CreditWindow(4 * CHARGE);

        /** One message is out. */
        public TakeAndGive() {
            window.take(100);
        }

        @Actor
        public void sender(ZZ_Result r) {
            r.r1 = window.take(100);
        }

        @Actor
        public void upcall() {
            window.give(CHARGE);
        }

        /** Reports whether three are free. */
        @Arbiter
        public void outcome(ZZ_Result r) {
            r.r2 = isFree(window, 3);
        }
    }

    /** There is no room for a message; credit comes meanwhile. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The credit came first: the message is out.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Refused: what was taken was given back.")
    @Outcome(expect = FORBIDDEN, desc = "Credit was lost or made.")
    @State
    public static class RefusedAndGiven {
        private final CreditWindow window = new CreditWindow(CHARGE);

        /** One message is out, which is all. */
        public RefusedAndGiven() {
            window.take(100);
        }

        /** Tries to take. */
        @Actor
        public void sender(ZZ_Result r) {
            r.r1 = window.take(100);
        }

        @Actor
        public void upcall() {
            window.give(CHARGE);
        }

        /** Reports whether one is free, or none if it was taken. */
        @Arbiter
        public void outcome(ZZ_Result r) {
            r.r2 = r.r1 ? !window.hasRoom(0) : isFree(window, 1);
        }
    }

    /** Two threads send to two endpoints for the first time, over tables that grow. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Each has found the window that is there afterwards.")
    @Outcome(expect = FORBIDDEN, desc = "A window was replaced: what was taken from it is forgotten.")
    @State
    public static class TableGrows {
        private final Credits credits = new Credits(4 * CHARGE);
        private CreditWindow one;
        private CreditWindow other;

        /** Sends to a near endpoint. */
        @Actor
        public void first() {
            one = credits.of(1).of(0);
        }

        /** Sends to a far one. */
        @Actor
        public void second() {
            other = credits.of(1).of(9);
        }

        /** Reports whether they are still there. */
        @Arbiter
        public void outcome(ZZ_Result r) {
            r.r1 = credits.of(1).of(0) == one;
            r.r2 = credits.of(1).of(9) == other;
        }
    }
}
