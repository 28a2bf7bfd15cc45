package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A send of the network ends while another thread asks about it. */
public final class NetworkSendStress {
    private static final Throwable LOSS = new IllegalStateException("the connection is lost");

    private NetworkSendStress() {}

    private static final class Send extends NetworkSend {
        Send() {
            begin();
        }

        @Override
        protected boolean onDataAvailable(VirtualConnection vc) {
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection vc, Throwable cause) {}
    }

    /** An action is given while the send ends. */
    @JCStressTest
    @Outcome(
            id = "1",
            expect = ACCEPTABLE,
            desc = "The thread that ended the send ran the action, or the one that gave it.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Each left it to the other: the action never runs.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Both ran it.")
    @State
    public static class ListenerAndEnd {
        private final Send send = new Send();
        private volatile int ran;

        /** Gives an action. */
        @Actor
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // runs once, or the test fails
        public void listener() {
            send.whenDone(() -> ran++);
        }

        /** The batch has gone. */
        @Actor
        public void module() {
            send.batchSent(null);
        }

        /** Reports how often the action ran. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = ran;
        }
    }

    /** A send fails while another thread looks whether it is done. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Not done yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Done, with its failure.")
    @Outcome(
            id = "2",
            expect = FORBIDDEN,
            desc = "Done, and the failure is not to be seen: it looks as if it went well.")
    @State
    public static class DoneAndFailure {
        private final Send send = new Send();

        @Actor
        public void sender(I_Result r) {
            r.r1 = !send.isDone() ? 0 : send.failure() == LOSS ? 1 : 2;
        }

        @Actor
        public void module() {
            send.fail(null, LOSS);
        }
    }
}
