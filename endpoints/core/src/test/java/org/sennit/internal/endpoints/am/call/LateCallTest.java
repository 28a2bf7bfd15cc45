package org.sennit.internal.endpoints.am.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * The data of a call whose memory is taken back while it arrives: the memory is not written any more, and the data is
 * lost.
 */
@Core
@Deadline(seconds = 30)
class LateCallTest {
    private static final int NUMBER = 60;
    private static final int BYTES = 4;

    /** Memory for a call, until it is taken back. */
    private static final class Receiver implements RemoteCallHandler, CallRoom.Guard {
        private final byte[] memory = new byte[BYTES];
        private boolean isTakenBack;
        private int writing;
        private int executed;
        private int lost;

        @Override
        public boolean room(RemoteCall call, CallRoom room) {
            room.set(MemorySegment.ofArray(memory), 0, this);
            return true;
        }

        @Override
        public boolean beginWrite() {
            writing += isTakenBack ? 0 : 1;
            return !isTakenBack;
        }

        @Override
        public void endWrite() {
            writing--;
        }

        @Override
        public void execute(RemoteCall call, MemorySegment data) {
            executed++;
        }

        @Override
        public void lost(RemoteCall call, RuntimeException why) {
            lost++;
        }
    }

    private final Receiver receiver = new Receiver();

    private void arriving(Consumer<PayloadSink> test) {
        Job.run(1, endpoint -> {
            ActiveProcess process = ((CommunicatorHandle) endpoint.world())
                    .context()
                    .own()
                    .process()
                    .active();
            process.calls().register(NUMBER, receiver);
            MemorySegment packet = PacketDescriptor.newHeader();
            ActivePacket.write(packet, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.CALL, 0, 0, 7);
            ActivePacket.writeLengths(packet, BYTES, BYTES);
            ActivePacket.writeCall(packet, NUMBER, 0);
            test.accept(new CallArrivals(process.calls())
                    .call(null, packet.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN)));
            assertEquals(0, receiver.writing);
        });
    }

    private void accept(PayloadSink sink, int value) {
        sink.accept(ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    @Test
    void nothingIsWrittenAfterItIsTakenBack() {
        arriving(sink -> {
            accept(sink, 1);
            receiver.isTakenBack = true;
            accept(sink, 2);
            assertNull(sink.room(2));
            accept(sink, 3);
            accept(sink, 4);
            sink.complete();
        });
        assertArrayEquals(new byte[] {1, 0, 0, 0}, receiver.memory);
        assertEquals(1, receiver.lost);
        assertEquals(0, receiver.executed);
    }

    @Test
    void eachWriteEnds() {
        arriving(sink -> {
            accept(sink, 1);
            assertNotNull(sink.room(1));
            assertEquals(1, receiver.writing);
            sink.filled(0);
            assertEquals(0, receiver.writing);
            assertNotNull(sink.room(1));
            sink.roomLost(new IllegalStateException("expected"));
        });
        assertEquals(1, receiver.lost);
    }

    @Test
    void aLostConnectionEndsTheWrite() {
        arriving(sink -> {
            assertNotNull(sink.room(1));
            sink.failed(new IllegalStateException("expected"));
        });
        assertEquals(0, receiver.lost + receiver.executed);
    }
}
