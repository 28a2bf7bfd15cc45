package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.endpoints.ownership.GiveCredits;
import org.sennit.internal.endpoints.ownership.GiveRequest;
import org.sennit.internal.runtime.concurrent.ParkingSpot;

/**
 * The window of gives where several threads share the endpoint: of two gifts, each of which fills a half, one
 * is marked. Were both, the answer to the first would be looked for in the second, and a one-way stream would
 * be as wide as there are threads.
 */
public final class GiveCreditsStress {
    private static final int LENGTH = 10;
    private static final int TAG = 3;

    private GiveCreditsStress() {}

    /** A window that every gift fills. */
    private static GiveCredits window() {
        return new GiveCredits(new SignalledProgress(new ParkingSpot()), "stress", 0, 1, 0, true);
    }

    /** 1: gave, and its gift is marked; 0: gave unmarked, or would have to wait. */
    private static int give(GiveCredits window) {
        return window.waitsFor(LENGTH) == null && window.add(LENGTH, TAG) != null ? 1 : 0;
    }

    /** Two give at once. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One gift is marked.")
    @Outcome(expect = FORBIDDEN, desc = "Both are marked, or none.")
    @State
    public static class TwoGivers {
        private final GiveCredits window = window();

        @Actor
        public void one(II_Result r) {
            r.r1 = give(window);
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = give(window);
        }
    }

    /** Two give at once, and both find that the gift before has been taken. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One gift is marked.")
    @Outcome(expect = FORBIDDEN, desc = "One has found the old answer when the other had marked its gift.")
    @State
    public static class TwoGiversAfterAnAnswer {
        private final GiveCredits window = window();

        /** A gift that has been taken. */
        public TwoGiversAfterAnAnswer() {
            GiveRequest mark = window.add(LENGTH, TAG);
            mark.taken(LENGTH);
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = give(window);
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = give(window);
        }
    }
}
