package org.sennit.internal.endpoints.am.remote;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A sent message whose events come at once: the origin is notified of each once, and the message is used again once,
 * when the last user has let go.
 */
public final class SentStateStress {
    private static final long ID = 3L << Integer.SIZE | 5;

    private SentStateStress() {}

    /** A message, and the events reported. */
    private abstract static class Shared {
        final SentState state = new SentState();
        int firstTaken; // by the first actor
        int firstLast;
        int secondTaken; // by the second actor
        int secondLast;

        static int one(boolean isSo) {
            return isSo ? 1 : 0;
        }

        void fail() {
            long before = state.failed(ID);
            if (before != SentState.NOT_UNDER_WAY) {
                secondTaken += one(!SentState.wasTaken(before));
                secondLast += one(state.release());
            }
        }
    }

    /** The network has sent a short message while its target is lost, or has completed it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The data was taken once, and the message is used again once.")
    @Outcome(expect = FORBIDDEN, desc = "An event was told twice or never, or the message is lost or used by two.")
    @State
    public static class SentAndOver extends Shared {
        private final boolean isLost = ThreadLocalRandom.current().nextBoolean();

        /** Nothing has happened yet. */
        public SentAndOver() {
            state.begin(ID, true);
        }

        @Actor
        public void network() {
            long before = state.sent();
            firstTaken = one(SentState.isFirstTaken(before));
            firstLast = one(SentState.wasLast(before));
        }

        @Actor
        public void end() {
            if (isLost) {
                fail();
            } else {
                long before = state.acknowledged(ID, true);
                secondLast = one(before != SentState.NOT_UNDER_WAY && (SentState.wasLast(before) || state.release()));
            }
        }

        /** Reports the events. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = firstTaken + secondTaken;
            r.r2 = firstLast + secondLast;
        }
    }

    /** The target asks for the data of a long message, which goes, while the message is given up. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The data was taken once, and the message is used again once.")
    @Outcome(expect = FORBIDDEN, desc = "An event was told twice or never, or the message is lost or used by two.")
    @State
    public static class AskedAndFailed extends Shared {
        /** The first packet is on its way. */
        public AskedAndFailed() {
            state.begin(ID, false);
        }

        @Actor
        public void asked() {
            if (state.asked(ID)) {
                firstTaken = one(state.taken());
                firstLast = one(state.release());
            }
        }

        @Actor
        public void failed() {
            fail();
        }

        /** The first packet has gone as well. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = firstTaken + secondTaken;
            r.r2 = firstLast + secondLast + one(SentState.wasLast(state.sent()));
        }
    }

    /** A message is complete while it is given up. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It was complete first.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was given up first.")
    @Outcome(expect = FORBIDDEN, desc = "It is both, or neither.")
    @State
    public static class CompleteAndFailed extends Shared {
        /** The first packet is on its way. */
        public CompleteAndFailed() {
            state.begin(ID, true);
        }

        @Actor
        public void complete(II_Result r) {
            r.r1 = one(state.acknowledged(ID, true) != SentState.NOT_UNDER_WAY);
        }

        @Actor
        public void failed(II_Result r) {
            r.r2 = one(state.failed(ID) != SentState.NOT_UNDER_WAY);
        }
    }

    /**
     * A fence asks for the data of a message that is over meanwhile, and whose object has the next message, from
     * elsewhere.
     */
    @JCStressTest
    @Outcome(
            id = "0",
            expect = ACCEPTABLE,
            desc = "The fence waits for no message, or was too early to see that it is over.")
    @Outcome(expect = FORBIDDEN, desc = "The fence waits for a message that is not its own.")
    @State
    public static class ThereAndUsedAgain extends Shared {
        private static final long NEXT = ID + (1L << Integer.SIZE);

        private int from; // 0: of the fence; as in the message, which is used again after it is over

        /** The first packet has gone. */
        public ThereAndUsedAgain() {
            state.begin(ID, true);
            state.sent();
            from = 1;
        }

        @Actor
        public void target() {
            if (state.acknowledged(ID, true) != SentState.NOT_UNDER_WAY) {
                from = 0;
                VarHandle.releaseFence(); // as the table has it between two uses
                state.begin(NEXT, true);
            }
        }

        @Actor
        public void fence(I_Result r) {
            boolean isOwn = from == 0;
            VarHandle.acquireFence();
            r.r1 = one(isOwn && state.isDataUnderWay(ID));
        }
    }

    /** Two users let go at once. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The one that was last is told.")
    @Outcome(expect = FORBIDDEN, desc = "The message is lost, or used by two.")
    @State
    public static class TwoLetGo extends Shared {
        /** Both users are left. */
        public TwoLetGo() {
            state.begin(ID, true);
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = one(state.release());
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = one(state.release());
        }
    }
}
