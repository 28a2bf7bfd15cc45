package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** A request that is seen complete is seen with its whole outcome, and its memory has been let go. */
public final class RequestStress {
    private RequestStress() {}

    /** One thread completes, the owner tests. */
    @JCStressTest
    @Outcome(id = "0, 0, 0, 0", expect = ACCEPTABLE, desc = "The owner asked too early.")
    @Outcome(id = "3, 5, 8, 1", expect = ACCEPTABLE, desc = "Complete, with source, tag and length, memory let go.")
    @Outcome(expect = FORBIDDEN, desc = "Complete, but a part of the outcome is missing.")
    @State
    public static class Outcomes {
        private final StressedRequest request = new StressedRequest(new SignalledProgress(new ParkingSpot()));

        @Actor
        public void completer() {
            request.complete(3, 5, 8);
        }

        @Actor
        public void owner(IIII_Result r) {
            Status status = new Status();
            if (awaitOutcome(request, status)) {
                r.r1 = status.source();
                r.r2 = status.tag();
                r.r3 = (int) status.countBytes();
                r.r4 = request.releases;
            }
        }
    }

    /** One thread fails the request, the owner tests. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The owner asked too early.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The owner got the error.")
    @Outcome(expect = FORBIDDEN, desc = "The request was complete without its error.")
    @State
    public static class Failure {
        private static final SennitException TRUNCATED =
                new SennitException(ErrorClass.TRUNCATE, "for the stress test");

        private final StressedRequest request = new StressedRequest(new SignalledProgress(new ParkingSpot()));

        @Actor
        public void completer() {
            request.fail(3, 5, TRUNCATED);
        }

        @Actor
        public void owner(II_Result r) {
            try {
                r.r1 = awaitOutcome(request, null) ? 1 : 0;
            } catch (SennitException e) {
                r.r1 = 1;
                r.r2 = e == TRUNCATED ? 1 : 2;
            }
        }
    }

    /**
     * One thread completes, the owner takes the outcome, starts the request again and leaves an action with it. The
     * second operation never completes, so the action must not run.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The owner asked too early.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Started again; its action waits for its own completion.")
    @Outcome(expect = FORBIDDEN, desc = "The completer of the first operation has run the action of the second.")
    @State
    public static class Restart {
        private final StressedRequest request = new StressedRequest(new SignalledProgress(new ParkingSpot()));
        private volatile int runs;

        /** Completes the first operation. */
        @Actor
        public void completer() {
            request.complete(3, 5, 8);
        }

        /** Starts the second one. */
        @Actor
        public void owner(II_Result r) {
            if (awaitOutcome(request, null)) {
                request.start();
                request.whenComplete(() -> runs++);
                r.r1 = 1;
            }
        }

        /** Looks whether the action has run. */
        @Arbiter
        public void arbiter(II_Result r) {
            r.r2 = runs;
        }
    }

    /** One thread completes, the owner leaves an action. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The action has run once, in one thread or the other.")
    @Outcome(expect = FORBIDDEN, desc = "The action was forgotten, or has run twice.")
    @State
    public static class ActionRunsOnce {
        private final StressedRequest request = new StressedRequest(new SignalledProgress(new ParkingSpot()));
        private final AtomicInteger runs = new AtomicInteger();

        @Actor
        public void completer() {
            request.complete(3, 5, 8);
        }

        /** Leaves an action. */
        @Actor
        public void owner() {
            request.whenComplete(runs::incrementAndGet);
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** One of two threads that share the endpoint completes, as the one that drains; the other leaves an action. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The action has run once, in one thread or the other.")
    @Outcome(expect = FORBIDDEN, desc = "The action was forgotten, or has run twice.")
    @State
    public static class ActionAndOwnThread {
        private final StressedRequest request = new StressedRequest(SignalledProgress.ofSharedEndpoint());
        private final AtomicInteger runs = new AtomicInteger();

        /** Completes. */
        @Actor
        public void completer() {
            request.completeOwn(3, 5, 8);
        }

        /** Leaves an action. */
        @Actor
        public void other() {
            request.whenComplete(runs::incrementAndGet);
        }

        /** Counts. */
        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** One thread completes, the owner leaves two actions. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each has run once, in one thread or the other.")
    @Outcome(expect = FORBIDDEN, desc = "An action was forgotten, or has run twice.")
    @State
    public static class TwoActions {
        private final StressedRequest request = new StressedRequest(new SignalledProgress(new ParkingSpot()));
        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger second = new AtomicInteger();

        @Actor
        public void completer() {
            request.complete(3, 5, 8);
        }

        /** Leaves two actions. */
        @Actor
        public void owner() {
            request.whenComplete(first::incrementAndGet);
            request.whenComplete(second::incrementAndGet);
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = first.get();
            r.r2 = second.get();
        }
    }

    private static boolean awaitOutcome(StressedRequest request, Status status) {
        for (int i = 0; i < 100; i++) {
            if (request.test(status)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
