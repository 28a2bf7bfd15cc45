package org.sennit.internal.endpoints.am.call;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.jcstress.IdleConnection;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A call from another process is answered once, and goes back to its pool once: when its handler has returned and the
 * network has the answer, or has lost its connection to the origin.
 */
public final class ReceivedCallStress {
    private ReceivedCallStress() {}

    /** A call without data, whose handler runs. */
    private abstract static class Shared {
        final SparePool<ReceivedCall> pool = new SparePool<>(2, true);
        final Origin origin = new Origin();
        final ReceivedCall call;

        Shared() {
            MemorySegment packet = PacketDescriptor.newHeader();
            ActivePacket.write(packet, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.CALL, 0, 1, 3);
            ActivePacket.writeLengths(packet, 0, 0);
            ByteBuffer bytes = packet.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
            call = new ReceivedCall(pool).begin(origin, bytes, 0, 0);
        }

        /** Returns how many times the call is in the pool. */
        int spare() {
            int found = 0;
            while (pool.take() != null) {
                found++;
            }
            return found;
        }
    }

    /** Two threads answer: the handler's, and one that closes what the call is for. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them has answered.")
    @Outcome(expect = FORBIDDEN, desc = "Both have answered, or neither.")
    @State
    public static class AnsweredTwice extends Shared {
        @Actor
        public void handler() {
            call.answer(1);
        }

        @Actor
        public void closing() {
            call.failed(null);
        }

        /** Reports the answers that the origin gets. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = origin.answers.get();
        }
    }

    /** Another thread answers while the handler returns. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The call is answered, and is in its pool.")
    @Outcome(expect = FORBIDDEN, desc = "The call is lost, or is in its pool twice.")
    @State
    public static class AnsweredAndReturned extends Shared {
        @Actor
        public void answer() {
            call.answer(1);
        }

        @Actor
        public void handler() {
            call.executed();
        }

        /** Reports the answers, and how many times the call is there for others. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = origin.answers.get();
            r.r2 = spare();
        }
    }

    /** The origin dies while a long answer is sent and the handler returns. */
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The network has been told, and the call is in its pool.")
    @Outcome(expect = FORBIDDEN, desc = "The call is lost, or is in its pool twice.")
    @State
    public static class OriginDiesAndReturned extends Shared {
        /** The network sends the answer. */
        public OriginDiesAndReturned() {
            origin.isSlow = true;
            call.answer(1, MemorySegment.ofArray(new byte[RemoteCall.COPIED_BYTES + 1]), -1);
            origin.isSlow = false;
        }

        @Actor
        public void network() {
            origin.sending.fail();
        }

        @Actor
        public void handler() {
            call.executed();
        }

        /** Reports the answers, one of which was lost, and how many times the call is there for others. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = origin.answers.get();
            r.r2 = spare();
        }
    }

    /** Counts answers; sends each at once, or when the test says so. */
    private static final class Origin extends IdleConnection {
        final AtomicInteger answers = new AtomicInteger();
        boolean isSlow; // before the actors
        Sending sending; // the last slow one

        @Override
        public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
            answers.incrementAndGet();
            if (!isSlow) {
                return null;
            }
            sending = new Sending(this);
            return sending;
        }
    }

    /** A send under way. */
    private static final class Sending extends NetworkSend {
        private static final Throwable CLOSED = new IllegalStateException("closed");

        private final Origin origin;

        Sending(Origin origin) {
            this.origin = origin;
            begin();
        }

        void fail() {
            fail(origin, CLOSED);
        }
    }
}
