package org.sennit.internal.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
@Core
class FrameReaderTest {
    /** Writes down control frames and collects data. */
    private static final class Recorder implements FrameSink {
        final List<String> log = new ArrayList<>();
        final List<String> begun = new ArrayList<>();
        final StringBuilder data = new StringBuilder();

        @Override
        public void begin(byte kind, int flags, int length, long sequence, long acknowledgement) {
            begun.add(kind + "+" + flags + "#" + sequence + "/" + acknowledgement);
        }

        @Override
        public void data(ByteBuffer bytes) {
            assertTrue(bytes.hasRemaining());
            while (bytes.hasRemaining()) {
                data.append((char) bytes.get());
            }
        }

        @Override
        public void control(byte kind, ByteBuffer body) {
            log.add(kind + ":" + body.remaining() + "@" + data.length());
        }

        @Override
        public boolean isReading() {
            return true;
        }
    }

    private static byte[] frame(byte kind, int length, long sequence) {
        byte[] frame = new byte[FrameDescriptor.HEADER_LENGTH + Math.max(length, 0)];
        FrameDescriptor.write(
                MemorySegment.ofArray(frame), 0, kind, FrameDescriptor.ACK_WANTED, length, sequence, sequence + 9);
        for (int i = FrameDescriptor.HEADER_LENGTH; i < frame.length; i++) {
            frame[i] = (byte) ('a' + (i + sequence) % 26);
        }
        return frame;
    }

    private static ByteBuffer stream(byte[]... frames) {
        int length = 0;
        for (byte[] frame : frames) {
            length += frame.length;
        }
        ByteBuffer stream = ByteBuffer.allocate(length);
        for (byte[] frame : frames) {
            stream.put(frame);
        }
        return stream.flip();
    }

    private static String read(ByteBuffer stream, int... cuts) {
        Recorder recorder = new Recorder();
        FrameReader reader = new FrameReader(recorder);
        int from = 0;
        for (int cut : cuts) {
            reader.read(stream.slice(from, cut - from));
            from = cut;
        }
        reader.read(stream.slice(from, stream.limit() - from));
        return recorder.log + " " + recorder.begun + " " + recorder.data;
    }

    @Test
    void findsTheSameFramesWhereverTheStreamIsCut() {
        ByteBuffer stream = stream(
                frame(FrameDescriptor.HELLO, 70, 0),
                frame(FrameDescriptor.DATA, 5, 1),
                frame(FrameDescriptor.ABORT, 0, 2),
                frame(FrameDescriptor.DATA, 300, 3),
                frame(FrameDescriptor.GONE, 4, 0),
                frame(FrameDescriptor.CLOSE, 0, 4));
        String whole = read(stream);
        assertTrue(whole.startsWith("[1:70@0, 7:0@5, 10:4@305, 8:0@305] [1+1#0/9, 6+1#1/10, 7+1#2/11,"), whole);
        int[] everywhere = new int[stream.limit()];
        for (int cut = 0; cut < stream.limit(); cut++) {
            everywhere[cut] = cut;
            assertEquals(whole, read(stream, cut), "cut at " + cut);
        }
        assertEquals(whole, read(stream, everywhere));
    }

    @Test
    void refusesALengthAboveTheCapOfItsKind() {
        refuses(frame(FrameDescriptor.DATA, -1, 1));
        refusesLength(FrameDescriptor.DATA, FrameDescriptor.MAX_DATA_LENGTH + 1);
        refusesLength(FrameDescriptor.DATA, Integer.MAX_VALUE);
        refusesLength(FrameDescriptor.DATA, 0);
        refusesLength(FrameDescriptor.HELLO, FrameDescriptor.MAX_HANDSHAKE_LENGTH + 1);
        refusesLength(FrameDescriptor.CLOSE, 1);
    }

    private static void refusesLength(byte kind, int length) {
        byte[] header = new byte[FrameDescriptor.HEADER_LENGTH];
        FrameDescriptor.write(MemorySegment.ofArray(header), 0, kind, 0, length, 1, 0);
        refuses(header);
    }

    private static void refuses(byte[] bytes) {
        assertThrows(SennitException.class, () -> read(ByteBuffer.wrap(bytes)));
    }

    @Test
    void refusesAnUnknownKindAnotherVersionAndReservedBits() {
        refuses(frame((byte) 0, 0, 0));
        refuses(frame((byte) 77, 0, 0));
        byte[] version = frame(FrameDescriptor.CLOSE, 0, 0);
        version[5]++;
        refuses(version);
        byte[] reserved = frame(FrameDescriptor.CLOSE, 0, 0);
        reserved[7] = 1;
        refuses(reserved);
    }

    @Test
    void throwsNothingButItsOwnExceptionOnRandomBytes() {
        long seed = Long.getLong("sennit.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 8 && random.nextBoolean()) { // a plausible start
                bytes[4] = (byte) random.nextInt(10);
                bytes[5] = FrameDescriptor.VERSION;
                bytes[1] = bytes[2] = bytes[3] = bytes[6] = bytes[7] = 0;
            }
            try {
                read(ByteBuffer.wrap(bytes));
            } catch (SennitException expected) {
                // what a bad stream deserves
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " round=" + i, e);
            }
        }
    }
}
