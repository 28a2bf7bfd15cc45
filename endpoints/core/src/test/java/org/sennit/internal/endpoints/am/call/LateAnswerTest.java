package org.sennit.internal.endpoints.am.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * The data of an answer whose call fails while it arrives: the memory is not written when the caller has been notified.
 */
@Core
@Deadline(seconds = 30)
class LateAnswerTest {
    private static final int BYTES = 1000;
    private static final SennitException LOST = new SennitException(ErrorClass.PROC_FAILED, "lost");

    /** A call that waits for an answer into a memory. */
    private static final class Waiting implements RemoteAnswer {
        private final MemorySegment memory = MemorySegment.ofArray(new byte[BYTES]);
        private final PendingCall call;
        private final long id;
        private final PayloadSink sink;
        private SennitException failure;

        Waiting(CommContext comm) {
            ActiveProcess process = comm.own().process().active();
            call = process.calls().pending().take();
            id = call.begin(process.endpoint(comm.endpoint()), comm.peers().peer(0), this);
            MemorySegment packet = PacketDescriptor.newHeader();
            ActivePacket.write(packet, PacketDescriptor.ACTIVE_REPLY, ActivePacket.ANSWER, 0, 0, id);
            ActivePacket.writeLengths(packet, BYTES, 0);
            sink = new CallArrivals(process.calls())
                    .answer(null, packet.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN), false);
        }

        @Override
        public MemorySegment room(long bytes) {
            return memory;
        }

        @Override
        public void answered(long result) {
            throw new AssertionError("answered after a failure");
        }

        @Override
        public void failed(SennitException error) {
            failure = error;
        }
    }

    private static void run(Consumer<Waiting> test) {
        Job.run(1, endpoint -> test.accept(new Waiting(((CommunicatorHandle) endpoint.world()).context())));
    }

    @Test
    void nothingIsWrittenAfterTheFailure() {
        run(waiting -> {
            waiting.sink.accept(ByteBuffer.wrap(new byte[] {1, 1}));
            waiting.call.fail(waiting.id, LOST);
            assertSame(LOST, waiting.failure);
            assertNull(waiting.sink.room(BYTES));
            waiting.sink.accept(ByteBuffer.wrap(new byte[BYTES - 2]));
            waiting.sink.complete();
            assertEquals(1, waiting.memory.get(ValueLayout.JAVA_BYTE, 1));
        });
    }

    @Test
    void aFailureIsToldWhenTheNetworkWritesNoMore() {
        run(waiting -> {
            assertNotNull(waiting.sink.room(BYTES));
            waiting.call.fail(waiting.id, LOST);
            assertNull(waiting.failure);
            waiting.sink.filled(0);
            assertSame(LOST, waiting.failure);
            assertNull(waiting.sink.room(BYTES));
        });
    }

    @Test
    void aConnectionThatEndsWhileItWritesTellsTheFirstFailure() {
        run(waiting -> {
            assertNotNull(waiting.sink.room(BYTES));
            waiting.call.fail(waiting.id, LOST);
            waiting.sink.failed(new IllegalStateException("closed"));
            assertSame(LOST, waiting.failure);
        });
    }

    @Test
    void anAnswerWhoseMemoryIsLostIsFollowedByAnother() {
        run(waiting -> {
            assertNotNull(waiting.sink.room(BYTES));
            waiting.sink.filled(1);
            waiting.sink.failed(new SenderLostException());
            assertNull(waiting.failure);
            waiting.call.fail(waiting.id, LOST);
            assertSame(LOST, waiting.failure);
        });
    }
}
