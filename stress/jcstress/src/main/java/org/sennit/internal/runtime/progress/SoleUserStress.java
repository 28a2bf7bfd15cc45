package org.sennit.internal.runtime.progress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.sennit.message.SennitException;

/** Two threads in an endpoint that one at a time may use: one of them finds it. */
public final class SoleUserStress {
    private SoleUserStress() {}

    /** An endpoint with nothing but its user. */
    private static final class Subject extends SoleUser {
        Subject() {
            super(true);
        }

        @Override
        void wakeUser() {}
    }

    private static int found(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (SennitException e) {
            return 1;
        }
    }

    /**
     * A thread reads something of the endpoint's twice, another one changes it, and the change is out before its
     * call ends. One that is still in the store buffer then, while the reader enters, is visible to neither: a fence
     * in each call would be needed.
     */
    @JCStressTest
    @Outcome(id = "0, 1, 0, 0", expect = FORBIDDEN, desc = "It has changed under the reader, and neither was told.")
    @Outcome(expect = ACCEPTABLE, desc = "One was told, or the calls did not overlap.")
    @State
    public static class TwoCalls {
        private final Subject subject = new Subject();
        private final AtomicInteger data = new AtomicInteger();

        @Actor
        public void reader(IIII_Result r) {
            r.r3 = found(() -> {
                subject.enter("read");
                r.r1 = data.getPlain();
                r.r2 = data.getOpaque();
                subject.leave("read");
            });
        }

        @Actor
        public void writer(IIII_Result r) {
            r.r4 = found(() -> {
                subject.enter("write");
                data.set(1);
                subject.leave("write");
            });
        }
    }

    /** A thread goes to sleep in the endpoint while another one enters. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "One sleeps, the other goes on, and neither knows.")
    @Outcome(expect = ACCEPTABLE, desc = "One sees the other, or the endpoint had changed hands before.")
    @State
    public static class WaitAndEntry {
        private final Subject subject = new Subject();
        private volatile boolean isInside;

        @Actor
        public void waiter(III_Result r) {
            try {
                subject.enter("receive");
                isInside = true;
                subject.beginWait("receive");
                VarHandle.fullFence(); // of ParkingSpot.occupy
                r.r1 = subject.isTakenOver() ? 1 : 0;
            } catch (SennitException e) {
                r.r1 = 1;
            }
        }

        @Actor
        public void second(III_Result r) {
            boolean isAfter = isInside;
            r.r2 = found(() -> subject.enter("send"));
            r.r3 = isAfter ? 1 : 0;
        }
    }
}
