package org.sennit.spi.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 120)
class PacketAssemblerTest {
    private static final int HEADER = PacketDescriptor.HEADER_LENGTH;

    /** Writes down packets as "header byte 16, length, checksum". */
    private static final class Recorder implements PacketHandler {
        final List<String> log = new ArrayList<>();

        @Override
        public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
            byte id = header.get(16);
            if (id == 99) {
                log.add("dropped");
                return null;
            }
            return new PayloadSink() {
                private final CRC32 checksum = new CRC32();
                private long length;

                @Override
                public void accept(ByteBuffer bytes) {
                    length += bytes.remaining();
                    checksum.update(bytes);
                }

                @Override
                public void complete() {
                    log.add(id + " " + length + " " + checksum.getValue());
                }

                @Override
                public void failed(Throwable cause) {
                    log.add(id + " failed after " + length + ": " + cause.getMessage());
                }
            };
        }
    }

    private static ByteBuffer stream(int... lengths) {
        int total = 0;
        for (int length : lengths) {
            total += HEADER + length;
        }
        ByteBuffer stream = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < lengths.length; i++) {
            int start = stream.position();
            stream.putLong(start + PacketDescriptor.PAYLOAD_LENGTH_OFFSET, lengths[i]);
            stream.put(start + 16, (byte) i);
            stream.position(start + HEADER);
            for (int b = 0; b < lengths[i]; b++) {
                stream.put((byte) (b * 7 + i));
            }
        }
        return stream.flip();
    }

    private static List<String> cut(ByteBuffer stream, int... positions) {
        Recorder recorder = new Recorder();
        PacketAssembler assembler = new PacketAssembler(recorder);
        int from = 0;
        for (int to : positions) {
            assembler.handle(null, stream.slice(from, to - from));
            from = to;
        }
        assembler.handle(null, stream.slice(from, stream.limit() - from));
        assertTrue(assembler.isBetweenPackets());
        return recorder.log;
    }

    @Test
    void makesTheSameUpcallsWhereverTheStreamIsCut() {
        ByteBuffer stream = stream(0, 10, 70_000);
        List<String> whole = cut(stream);
        assertEquals(3, whole.size());
        for (int position = 0; position <= stream.limit(); position++) {
            assertEquals(whole, cut(stream, position), "cut at " + position);
        }
    }

    @Test
    void makesTheSameUpcallsForSingleBytes() {
        ByteBuffer stream = stream(0, 10, 70_000);
        int[] everywhere = new int[stream.limit()];
        for (int i = 0; i < everywhere.length; i++) {
            everywhere[i] = i;
        }
        assertEquals(cut(stream), cut(stream, everywhere));
    }

    @Test
    void keepsNothingOfTheBufferAfterReturn() {
        ByteBuffer stream = stream(5, 0, 3, 1000);
        List<String> whole = cut(stream);
        Recorder recorder = new Recorder();
        PacketAssembler assembler = new PacketAssembler(recorder);
        ByteBuffer shared = ByteBuffer.allocateDirect(37);
        for (int from = 0; from < stream.limit(); from += 37) {
            int length = Math.min(37, stream.limit() - from);
            shared.clear().put(stream.slice(from, length)).flip();
            assembler.handle(null, shared);
            assertFalse(shared.hasRemaining());
            for (int i = 0; i < length; i++) {
                shared.put(i, (byte) 0x55);
            }
        }
        assertEquals(whole, recorder.log);
    }

    @Test
    void dropsThePayloadOfAPacketThatIsNotWanted() {
        ByteBuffer stream = stream(3, 500, 4);
        stream.put(HEADER + 3 + 16, (byte) 99);
        List<String> log = cut(stream, 100, 200, 400);
        assertEquals(3, log.size());
        assertEquals("dropped", log.get(1));
        assertTrue(log.get(2).startsWith("2 4 "));
    }

    @Test
    void failsTheActiveReceiveAndStartsAfreshOnReset() {
        Recorder recorder = new Recorder();
        PacketAssembler assembler = new PacketAssembler(recorder);
        ByteBuffer stream = stream(100);
        assembler.handle(null, stream.slice(0, HEADER + 40));
        assertFalse(assembler.isBetweenPackets());
        assembler.reset(new IllegalStateException("cut"));
        assembler.handle(null, stream.slice(0, 20)); // part of a header, then another reset
        assembler.reset(new IllegalStateException("cut again"));
        assembler.handle(null, stream);
        assertEquals("0 failed after 40: cut", recorder.log.get(0));
        assertEquals(2, recorder.log.size());
    }

    @Test
    void refusesANegativeLength() {
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(PacketDescriptor.PAYLOAD_LENGTH_OFFSET, -1);
        PacketAssembler assembler = new PacketAssembler(new Recorder());
        assertThrows(SennitException.class, () -> assembler.handle(null, header));
    }

    @Test
    void staysInStepWhenASinkThrows() {
        List<String> log = new ArrayList<>();
        PacketAssembler assembler = new PacketAssembler((vc, header) -> new PayloadSink() {
            @Override
            public void accept(ByteBuffer bytes) {
                if (log.isEmpty()) {
                    log.add("thrown");
                    throw new IllegalStateException("a sink of this test");
                }
            }

            @Override
            public void complete() {
                log.add("complete");
            }

            @Override
            public void failed(Throwable cause) {
                log.add("failed");
            }
        });
        ByteBuffer stream = stream(10, 10);
        ByteBuffer first = stream.slice(0, HEADER + 4);
        assertThrows(IllegalStateException.class, () -> assembler.handle(null, first));
        assembler.handle(null, stream.slice(HEADER + 4, stream.limit() - HEADER - 4));
        assertEquals(List.of("thrown", "complete"), log);
    }

    @Test
    void allocatesNothingForAPacket() {
        PayloadSink sink = new PayloadSink() {
            @Override
            public void accept(ByteBuffer bytes) {}

            @Override
            public void complete() {}

            @Override
            public void failed(Throwable cause) {}
        };
        PacketAssembler assembler = new PacketAssembler((vc, header) -> sink);
        ByteBuffer stream = ByteBuffer.allocateDirect(200).order(ByteOrder.LITTLE_ENDIAN);
        stream.putLong(PacketDescriptor.PAYLOAD_LENGTH_OFFSET, 200 - HEADER);
        AllocatedBytes.assertNoneInSteadyState(50, 1000, () -> {
            assembler.handle(null, stream.position(0).limit(30));
            assembler.handle(null, stream.limit(150));
            assembler.handle(null, stream.limit(200));
        });
    }

    /** Takes packets whose number is even on the short way. */
    private static final class ShortWay implements PacketHandler {
        final Recorder others = new Recorder();
        final List<String> log = new ArrayList<>();
        private RuntimeException failure;

        @Override
        public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
            log.add("header " + header.get(16));
            return others.onHeader(vc, header);
        }

        @Override
        public boolean onPacket(VirtualConnection vc, ByteBuffer fragment, int at, int payloadLength) {
            if (failure != null) {
                throw failure;
            }
            byte id = fragment.get(at + 16);
            if (id % 2 != 0) {
                return false;
            }
            log.add("whole " + id + " " + payloadLength);
            return true;
        }
    }

    @Test
    void aPacketThatLiesInOneFragmentIsOfferedWholeAndOthersByTheirHeaders() {
        ShortWay handler = new ShortWay();
        PacketAssembler assembler = new PacketAssembler(handler);
        ByteBuffer stream = stream(0, 10, 300, 5, 100);
        int cut = 3 * HEADER + 10 + 200; // in the payload of packet 2
        assembler.handle(null, stream.slice(0, cut));
        assembler.handle(null, stream.slice(cut, stream.limit() - cut));
        assertEquals(List.of("whole 0 0", "header 1", "header 2", "header 3", "whole 4 100"), handler.log);
        assertTrue(assembler.isBetweenPackets());
    }

    @Test
    void aHandlerThatThrowsOnAWholePacketLeavesTheStreamInStep() {
        ShortWay handler = new ShortWay();
        PacketAssembler assembler = new PacketAssembler(handler);
        ByteBuffer stream = stream(40, 0, 7);
        handler.failure = new IllegalStateException("no");
        assertThrows(IllegalStateException.class, () -> assembler.handle(null, stream));
        assertEquals(HEADER + 40, stream.position());
        handler.failure = null;
        assembler.handle(null, stream);
        assertEquals(List.of("header 1", "whole 2 7"), handler.log);
    }
}
