package org.sennit.internal.endpoints.device.rendezvous;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.spi.progress.ProgressHook;

/**
 * A large message ends once, when no thread is inside the network module for it any more, whichever side ends it; and a
 * step that the module wants is run, whichever thread has just run the one before.
 */
public final class LargeOperationStress {
    private LargeOperationStress() {}

    /** A thread calls into the module while another ends the operation. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It had ended: no call.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The call came first; the end waited for it.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "The request was completed while a thread was inside.")
    @Outcome(expect = FORBIDDEN, desc = "The request was completed twice, or never.")
    @State
    public static class EnterAndEnd {
        private final StressedOperation operation = new StressedOperation();
        private final long id;

        /** Under way. */
        public EnterAndEnd() {
            operation.begin(1);
            id = operation.id();
            operation.leave();
        }

        /** Calls into the module. */
        @Actor
        public void caller(II_Result r) {
            if (operation.enter(id)) {
                r.r1 = 1 + operation.finished;
                operation.leave();
            }
        }

        @Actor
        public void ender() {
            operation.end(null, false);
        }

        /** Reports how often the request was completed. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = operation.finished;
        }
    }

    /** The only thread inside leaves while another ends the operation. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of the two completed the request.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Each left it to the other: never completed.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Both completed it.")
    @State
    public static class LeaveAndEnd {
        private final StressedOperation operation = new StressedOperation();

        /** Under way, entered. */
        public LeaveAndEnd() {
            operation.begin(1);
        }

        @Actor
        public void caller() {
            operation.leave();
        }

        @Actor
        public void ender() {
            operation.end(null, false);
        }

        /** Reports how often the request was completed. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = operation.finished;
        }
    }

    /** Two threads end it. */
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first ended it.")
    @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second ended it.")
    @Outcome(expect = FORBIDDEN, desc = "Both ended it, or neither.")
    @State
    public static class TwoEnds {
        private final StressedOperation operation = new StressedOperation();

        /** Under way. */
        public TwoEnds() {
            operation.begin(1);
            operation.leave();
        }

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = operation.end(null, false);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = operation.end(null, false);
        }

        /** Reports how often the request was completed. */
        @Arbiter
        public void outcome(ZZI_Result r) {
            r.r3 = operation.finished;
        }
    }

    /** A late packet of the last message comes while the operation is used for the next one. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The packet finds nothing.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The packet came while its message was under way.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "The packet was taken for one of the next message.")
    @Outcome(expect = FORBIDDEN, desc = "The late packet ended the next message, or kept the last one from ending.")
    @State
    public static class LateEnter {
        private final StressedOperation operation = new StressedOperation();
        private final long id;

        /** The first message is under way. */
        public LateEnter() {
            operation.begin(1);
            id = operation.id();
            operation.leave();
        }

        /** Has a packet of the first message. */
        @Actor
        public void upcall(II_Result r) {
            if (operation.enter(id)) {
                r.r1 = operation.message;
                operation.leave();
            }
        }

        /** Ends the first message, and begins the second. */
        @Actor
        public void owner() {
            operation.end(null, false);
            while (!operation.isIdle()) {
                Thread.onSpinWait();
            }
            operation.begin(2);
            operation.leave();
        }

        /** Reports how often a request was completed. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = operation.finished;
        }
    }

    /** The module wants another step while the endpoint runs the last call of the one before. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The next step was run.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The next step is forgotten: the message never arrives.")
    @Outcome(expect = FORBIDDEN, desc = "The next step was run after it was over.")
    @State
    public static class DriveAndAdvance {
        private final DrivenProgress progress = new DrivenProgress();
        private final StressedOperation operation = new StressedOperation(progress);
        private final CallStep next = new CallStep(0);

        /** A step is known to the endpoint, and will be over in the next poll. */
        public DriveAndAdvance() {
            operation.begin(1);
            operation.leave();
            operation.drive(new CallStep(1));
            progress.poll();
        }

        @Actor
        public void endpoint() {
            progress.poll();
        }

        /** Wants the next step. */
        @Actor
        public void module() {
            operation.drive(next);
        }

        @Arbiter
        public void outcome(I_Result r) {
            progress.poll();
            progress.poll();
            r.r1 = next.ended;
        }
    }

    /** A step that is over after some calls. By one thread at a time. */
    private static final class CallStep implements ProgressHook {
        int ended;
        private int left;

        CallStep(int calls) {
            left = calls;
        }

        @Override
        public int advance() {
            if (left-- > 0) {
                return 0;
            }
            ended++;
            return OVER;
        }

        @Override
        public boolean hasWork() {
            return true;
        }
    }
}
