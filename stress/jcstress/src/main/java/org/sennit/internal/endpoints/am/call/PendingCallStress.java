package org.sennit.internal.endpoints.am.call;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.am.endpoint.CompletionContext;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.jcstress.IdleConnection;
import org.sennit.jcstress.RealContext;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSend;

/**
 * A call to another process, whose answer comes while that process dies: it ends once, and its object is used again.
 */
public final class PendingCallStress {
    private static final WaitStrategy SLEEP_AT_ONCE = new WaitStrategy(0, 0, 0, "for the stress test");
    private static final SennitException LOST = new SennitException(ErrorClass.PROC_FAILED, "for the stress test");
    private static final ProcessDevice DEVICE =
            new ProcessDevice(RuntimeContext.system(), Options.defaults(), new JobHealth(), _ -> SLEEP_AT_ONCE, 1);
    private static final EndpointWork ORIGIN = newOrigin();
    private static final Peer TARGET = new Peer(new EndpointAddress(1, 0, 0), null, null);

    private PendingCallStress() {}

    private static EndpointWork newOrigin() {
        CompletionContext context = new CompletionContext();
        MatchQueue queue = new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null);
        ProgressEngine engine = new ProgressEngine(
                context, new JobHealth(), new WaitResources(SLEEP_AT_ONCE, new YieldPermits(0), null), queue, null);
        return new EndpointWork(new LocalEndpoint(0, queue, null, engine), context, null) {};
    }

    /** The only call of a process, which has begun, and how it has ended. */
    private abstract static class Shared implements RemoteAnswer {
        private static final int DAWDLE = 20;

        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        final RemoteCalls calls = new RemoteCalls(DEVICE.failedPeers(), _ -> ORIGIN);
        final PendingCall call = calls.pending().take();
        final long id = call.begin(ORIGIN, TARGET, this);
        private volatile boolean isWritten;
        private boolean isEarly; // a failure, while the memory is written

        /** Hands the call to the network, which is done with it on return, or fails it when the test says so. */
        void send(NetworkSend underWay) {
            call.send(id, new Network(underWay), 0, new NoHeader(), MemorySegment.NULL);
        }

        /** Writes the memory of the answer, as the network does when data arrives. */
        void write() {
            if (call.beginWrite(id)) {
                isWritten = true;
                CompletionContext.dawdle(DAWDLE);
                isWritten = false;
                call.endWrite(id);
            }
        }

        boolean isEarly() {
            return isEarly;
        }

        @Override
        public void answered(long result) {
            answers.incrementAndGet();
        }

        @Override
        public void failed(SennitException error) {
            failures.incrementAndGet();
            for (int look = 0; look < DAWDLE; look++) {
                isEarly |= isWritten;
            }
        }
    }

    /** The answer has come while the target dies. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It was answered first.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It has failed first.")
    @Outcome(expect = FORBIDDEN, desc = "It is both, or neither.")
    @State
    public static class AnsweredAndLost extends Shared {
        /** The network has sent the call. */
        public AnsweredAndLost() {
            send(null);
        }

        @Actor
        public void answer() {
            call.answered(id, 1);
        }

        @Actor
        public void death() {
            call.fail(id, LOST);
        }

        /** Reports how the call has ended. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = answers.get();
            r.r2 = failures.get();
        }
    }

    /** Data of the answer arrives while the target dies. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It has failed, when the memory was not written any more.")
    @Outcome(
            id = "1, 1",
            expect = FORBIDDEN,
            desc = "It has failed while its memory was written, which is the caller's.")
    @Outcome(expect = FORBIDDEN, desc = "No thread has reported the failure, or two have.")
    @State
    public static class WrittenAndLost extends Shared {
        /** The network has sent the call. */
        public WrittenAndLost() {
            send(null);
        }

        @Actor
        public void network() {
            write();
        }

        @Actor
        public void death() {
            call.fail(id, LOST);
        }

        /** Reports the failures, and whether one came too early. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = failures.get();
            r.r2 = isEarly() ? 1 : 0;
        }
    }

    /** The network lets go of the call's data when the answer has come already. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was answered, and is there for the next call.")
    @Outcome(expect = FORBIDDEN, desc = "It is lost.")
    @State
    public static class SentAndAnswered extends Shared {
        private final Sending sending = new Sending();

        /** The network sends the call. */
        public SentAndAnswered() {
            send(sending);
        }

        @Actor
        public void network() {
            sending.end();
        }

        @Actor
        public void answer() {
            call.answered(id, 1);
        }

        /** Reports the answers, and whether the next call has the same object. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = answers.get();
            r.r2 = calls.pending().take() == call ? 1 : 0;
        }
    }

    /** A header of no bytes. */
    private record NoHeader() implements CallHeader {
        @Override
        public int bytes() {
            return 0;
        }

        @Override
        public void write(MemorySegment to, long offset) {}
    }

    /** A send under way. */
    private static final class Sending extends NetworkSend {
        Sending() {
            begin();
        }

        void end() {
            boolean _ = batchSent(null);
        }
    }

    /** Sends the call at once, or as a test says. */
    private static final class Network extends IdleConnection {
        private final NetworkSend underWay;

        Network(NetworkSend underWay) {
            this.underWay = underWay;
        }

        @Override
        public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
            return underWay;
        }
    }
}
