package org.sennit.internal.endpoints.device.rendezvous;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.jcstress.IdleConnection;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;

/** The receiver of a large message is notified when its sender fails it. */
public final class SendOperationStress {
    private SendOperationStress() {}

    /** The send fails while the receiver's answer arrives. */
    @JCStressTest
    @Outcome(
            id = "0, 1",
            expect = ACCEPTABLE,
            desc = "The failure saw the receiver, and the answer the failure: told twice.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The answer saw the failure: the receiver is refused.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The failure saw the receiver and told it.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Neither saw the other: the receiver waits for ever.")
    @State
    public static class FailureAndAnswer {
        private final ToldReceiver receiver = new ToldReceiver();
        private final SendOperation send = new SendOperation(null, new TransferTable(new FailedPeers(false)), 0);

        /** Under way. */
        public FailureAndAnswer() {
            send.begin(receiver, new NoTransfer(), null);
        }

        @Actor
        public void failing() {
            send.tellFailure(new IllegalStateException());
        }

        @Actor
        public void answer(II_Result r) {
            r.r1 = send.clearToSend(7, 0, null) ? 1 : 0;
        }

        /** Reports whether the failure has notified the receiver. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = receiver.reported;
        }
    }

    /** Counts packets. */
    private static final class ToldReceiver extends IdleConnection {
        private int reported; // by the failing actor only

        @Override
        public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
            reported++;
            return null;
        }
    }

    /** Moves nothing. */
    private static final class NoTransfer implements LargeMessageTransfer {
        @Override
        public void initiate(LargeMessageOperation operation) {}

        @Override
        public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {}

        @Override
        public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {}

        @Override
        public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {}

        @Override
        public void doneSend(LargeMessageOperation operation) {}

        @Override
        public void doneReceive(LargeMessageOperation operation) {}

        @Override
        public void abandoned(LargeMessageOperation operation) {}
    }
}
