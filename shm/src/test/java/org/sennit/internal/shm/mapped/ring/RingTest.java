package org.sennit.internal.shm.mapped.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** A ring of 4 KiB: order, laps, fullness, the queue's right, and a peer that lies. */
@Deadline(seconds = 60)
@Core
class RingTest {
    private static final int CAPACITY = 4096;
    private static final long FIRST_LAP = RingDescriptor.lap(0, 12);
    private static final long SECOND_LAP = RingDescriptor.lap(CAPACITY, 12);
    private static final long THIRD_LAP = RingDescriptor.lap(2 * CAPACITY, 12);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final MemorySegment memory = Arena.ofAuto().allocate(RingDescriptor.CONTROL_BYTES + CAPACITY, 4096);
    private final RingWriter writer = new RingWriter(RuntimeContext.system(), memory);
    private final RingReader reader = new RingReader(memory);
    private final Recorder recorder = new Recorder();

    /** Writes down what comes. */
    private static final class Recorder implements RingReader.Handler {
        final List<Long> tags = new ArrayList<>();
        final List<byte[]> payloads = new ArrayList<>();
        final StringBuilder marks = new StringBuilder();

        @Override
        public void packets(ByteBuffer bytes) {
            ByteBuffer packet = bytes.order(ByteOrder.LITTLE_ENDIAN).slice().order(ByteOrder.LITTLE_ENDIAN);
            tags.add((long) PacketDescriptor.tag(packet));
            byte[] payload = new byte[packet.remaining() - PacketDescriptor.HEADER_LENGTH];
            packet.get(PacketDescriptor.HEADER_LENGTH, payload);
            assertEquals(payload.length, PacketDescriptor.payloadLength(packet));
            assertEquals(payload.length, PacketDescriptor.messageLength(packet));
            assertEquals(5, PacketDescriptor.destinationEndpoint(packet));
            assertEquals(6, PacketDescriptor.sourceEndpoint(packet));
            payloads.add(payload);
        }

        @Override
        public void aborted() {
            marks.append('A');
        }

        @Override
        public void closed() {
            marks.append('C');
        }
    }

    private static MemorySegment header(int tag, int bytes) {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        Envelope envelope = new Envelope().set(3, 2, tag, bytes, 77);
        PacketDescriptor.write(header, PacketDescriptor.EAGER, envelope, 5, 6, bytes);
        return header;
    }

    private static MemorySegment payload(int tag, int bytes) {
        byte[] payload = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            payload[i] = (byte) (tag * 31 + i);
        }
        return MemorySegment.ofArray(payload);
    }

    private long send(int tag, int bytes) {
        return writer.send(header(tag, bytes), payload(tag, bytes));
    }

    private void assertReceived(int tag, int bytes) {
        int at = tag; // tags count from 0
        assertEquals(tag, recorder.tags.get(at));
        assertEquals(-1, MemorySegment.ofArray(recorder.payloads.get(at)).mismatch(payload(tag, bytes)));
    }

    @Test
    void packetsOfEveryLengthComeWholeAndInOrderOverManyLaps() {
        int max = writer.maxRecordBytes() - PacketDescriptor.HEADER_LENGTH;
        List<Integer> lengths = new ArrayList<>();
        int sent = 0;
        while (sent < 5_000) {
            int bytes = sent < 200 ? sent : random.nextInt(4) == 0 ? random.nextInt(max + 1) : random.nextInt(100);
            if (send(sent, bytes) >= 0) {
                lengths.add(bytes);
                sent++;
            } else {
                assertTrue(reader.isReadable());
                assertTrue(reader.read(recorder, 1 + random.nextInt(20)) > 0);
                reader.tellHead();
            }
        }
        while (reader.read(recorder, 100) > 0) {}
        assertFalse(reader.isReadable());
        assertFalse(reader.isClaimed());
        assertEquals(sent, recorder.tags.size());
        for (int i = 0; i < sent; i++) {
            assertReceived(i, lengths.get(i));
        }
    }

    @Test
    void aShortMessageOutOfAnArrayComesAsItsPacketWould() {
        Object[] arrays = {new byte[] {1, 2, 3, 4, 5, 6, 7}, new int[] {8, 9, 10}, new long[75], new double[] {12, 13}};
        int[] bytes = {6, 8, 600, 0};
        int[] offsets = {1, 4, 0, 16};
        Recorder whole = new Recorder();
        for (int i = 0; i < arrays.length; i++) {
            MemorySegment view = switch (arrays[i]) {
                case byte[] array -> MemorySegment.ofArray(array);
                case int[] array -> MemorySegment.ofArray(array);
                case long[] array -> MemorySegment.ofArray(array);
                default -> MemorySegment.ofArray((double[]) arrays[i]);
            };
            assertTrue(writer.send(header(i, bytes[i]), view.asSlice(offsets[i], bytes[i])) >= 0);
            assertEquals(1, reader.read(whole, 10));
            long endpoints = 5 | 6L << Integer.SIZE;
            long sourceAndTag = 2 | (long) i << Integer.SIZE;
            assertTrue(writer.sendShort(3, endpoints, sourceAndTag, 77, arrays[i], offsets[i], bytes[i]) >= 0);
            assertEquals(1, reader.read(recorder, 10));
            assertArrayEquals(whole.payloads.get(i), recorder.payloads.get(i));
        }
        assertEquals(whole.tags, recorder.tags);
    }

    @Test
    void aPacketThatPassesKnownMemoryTakesOneLineAndComesAsItWasWritten() {
        Envelope envelope = new Envelope().set(3, 2, 0, 1L << 40, DataLayout.RAW);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        PacketDescriptor.write(header, PacketDescriptor.PASS, envelope, 5, 6, 24);
        int sent = 0;
        while (writer.send(header, payload(0, 24)) >= 0) {
            sent++;
        }
        assertEquals(CAPACITY / RingDescriptor.LINE_BYTES, sent);
        List<byte[]> headers = new ArrayList<>();
        assertEquals(sent, reader.read(new HeaderRecorder(headers), Integer.MAX_VALUE));
        headers.forEach(each -> assertArrayEquals(header.toArray(ValueLayout.JAVA_BYTE), each));
    }

    @Test
    void memoryPassedWithoutAPacketComesAsItsPacketWould() {
        Envelope envelope = new Envelope().set(3, 2, 4, 1L << 40, DataLayout.RAW);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        PacketDescriptor.write(header, PacketDescriptor.PASS, envelope, 5, 6, 24);
        MemorySegment name = payload(1, 24);
        assertTrue(writer.send(header, name) >= 0);
        long endpoints = 5 | 6L << Integer.SIZE;
        assertTrue(writer.sendPass(3, endpoints, 2 | 4L << Integer.SIZE, 1L << 40, name) >= 0);
        List<byte[]> packets = new ArrayList<>();
        assertEquals(2, reader.read(new PacketRecorder(packets), 10));
        assertArrayEquals(packets.get(0), packets.get(1));
        assertEquals(
                -1,
                MemorySegment.ofArray(packets.get(1))
                        .asSlice(PacketDescriptor.HEADER_LENGTH)
                        .mismatch(name));
    }

    @Test
    void aPacketWithoutPayloadTakesOneLineAndComesAsItWasWritten() {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        for (int at = 0; at < PacketDescriptor.HEADER_LENGTH; at++) {
            boolean isPayloadLength = at >= 8 && at < 16;
            header.set(ValueLayout.JAVA_BYTE, at, isPayloadLength ? 0 : (byte) (100 + at));
        }
        int sent = 0;
        while (writer.send(header, MemorySegment.NULL) >= 0) {
            sent++;
        }
        assertEquals(CAPACITY / RingDescriptor.LINE_BYTES, sent);
        List<byte[]> headers = new ArrayList<>();
        assertEquals(sent, reader.read(new HeaderRecorder(headers), Integer.MAX_VALUE));
        headers.forEach(each -> assertArrayEquals(header.toArray(ValueLayout.JAVA_BYTE), each));
    }

    @Test
    void aPacketThatPassesMemoryAndWantsAnAnswerKeepsItsId() {
        Envelope envelope = new Envelope().set(3, 2, 0, 1L << 40, DataLayout.RAW);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        PacketDescriptor.write(header, PacketDescriptor.PASS, envelope, 5, 6, 24);
        PacketDescriptor.writeRequest(header, (short) 0, 77);
        assertTrue(writer.send(header, payload(0, 24)) >= 0);
        List<byte[]> headers = new ArrayList<>();
        assertEquals(1, reader.read(new HeaderRecorder(headers), Integer.MAX_VALUE));
        assertArrayEquals(header.toArray(ValueLayout.JAVA_BYTE), headers.getFirst());
    }

    /** Keeps each packet. */
    private record PacketRecorder(List<byte[]> packets) implements RingReader.Handler {
        @Override
        public void packets(ByteBuffer bytes) {
            byte[] packet = new byte[bytes.remaining()];
            bytes.get(packet);
            packets.add(packet);
        }

        @Override
        public void aborted() {
            throw new AssertionError("nothing is aborted");
        }

        @Override
        public void closed() {
            throw new AssertionError("nothing is closed");
        }
    }

    /** Keeps the header of each packet. */
    private record HeaderRecorder(List<byte[]> headers) implements RingReader.Handler {
        @Override
        public void packets(ByteBuffer packets) {
            byte[] header = new byte[PacketDescriptor.HEADER_LENGTH];
            packets.get(header);
            headers.add(header);
        }

        @Override
        public void aborted() {
            throw new AssertionError("nothing is aborted");
        }

        @Override
        public void closed() {
            throw new AssertionError("nothing is closed");
        }
    }

    @Test
    void aFullRingTakesNothingAndForgetsNothing() {
        int sent = 0;
        while (send(sent, 8) >= 0) {
            sent++;
        }
        assertEquals(RingWriter.FULL, send(sent, 8));
        assertEquals(CAPACITY / RingDescriptor.LINE_BYTES, sent);
        writer.wantSpace();
        assertEquals(sent, reader.read(recorder, Integer.MAX_VALUE));
        assertTrue(reader.tellHead(), "somebody wanted space");
        assertFalse(reader.tellHead());
        assertTrue(send(sent, 8) >= 0);
    }

    @Test
    void whatIsKeptForTheQueueTurnsOthersAway() {
        assertTrue(send(0, 8) >= 0);
        writer.keepForQueue();
        assertEquals(RingWriter.QUEUED, send(1, 8));
        long position = writer.claimForQueue(0);
        writer.publish(position, RingDescriptor.CLOSE, 0);
        writer.openToAll();
        assertTrue(send(1, 8) >= 0);
        reader.read(recorder, 100);
        assertEquals(List.of(0L, 1L), recorder.tags);
        assertEquals("C", recorder.marks.toString());
    }

    @Test
    void memoryThatIsGoneLeavesNothingBehindAndHoldsNothingUp() {
        Arena arena = Arena.ofShared();
        MemorySegment gone = arena.allocate(200);
        arena.close();
        assertThrows(IllegalStateException.class, () -> writer.send(header(0, 200), gone));
        assertTrue(send(0, 300) >= 0);
        reader.read(recorder, 100);
        assertReceived(0, 300);
        assertEquals(1, recorder.tags.size());
    }

    @Test
    void aClaimThatIsNotPublishedYetKeepsTheReaderAwake() {
        long position = writer.claim(8);
        assertTrue(reader.isClaimed());
        assertFalse(reader.isReadable());
        assertEquals(0, reader.read(recorder, 10));
        writer.publish(position, RingDescriptor.SKIP, 8);
        assertEquals(1, reader.read(recorder, 10));
        assertFalse(reader.isClaimed());
    }

    @Test
    void aRecordIsReadWithoutAStoreToItsLines() {
        assertTrue(send(0, 800) >= 0);
        byte[] before = memory.asSlice(RingDescriptor.CONTROL_BYTES).toArray(ValueLayout.JAVA_BYTE);
        assertEquals(1, reader.read(recorder, 10));
        assertArrayEquals(before, memory.asSlice(RingDescriptor.CONTROL_BYTES).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void bytesThatLookLikeARecordOfTheNextLapAreNotReadAsOne() {
        int bytes = 600;
        MemorySegment likeRecords = MemorySegment.ofArray(new byte[bytes]);
        for (int at = 0; at < bytes; at += Long.BYTES) {
            likeRecords.set(LONG, at, RingDescriptor.word(SECOND_LAP, RingDescriptor.CLOSE, 0));
        }
        assertTrue(writer.send(header(0, bytes), likeRecords) >= 0);
        assertEquals(1, reader.read(recorder, 10));
        for (int tag = 1; tag < 2 * CAPACITY / RingDescriptor.LINE_BYTES; tag++) {
            reader.tellHead();
            assertFalse(reader.isReadable());
            assertTrue(send(tag, 8) >= 0);
            assertEquals(1, reader.read(recorder, 10));
            assertReceived(tag, 8);
        }
        assertEquals("", recorder.marks.toString());
    }

    @Test
    void bytesThatASkippedRecordLeavesAreNotReadAsARecordOneLapLater() {
        int bytes = CAPACITY / 4 - RingDescriptor.WORD_BYTES; // a record of a quarter of the ring
        byte[] likeRecords = new byte[bytes - ShortHeader.BYTES];
        for (int at = 0; at + Long.BYTES <= likeRecords.length; at += Long.BYTES) {
            MemorySegment.ofArray(likeRecords).set(LONG, at, RingDescriptor.word(THIRD_LAP, RingDescriptor.CLOSE, 0));
        }
        for (int i = 0; i < 8; i++) {
            if (i < 4) {
                assertTrue(writer.sendShort(3, 5 | 6L << Integer.SIZE, 2, 77, likeRecords, 0, likeRecords.length) >= 0);
            } else { // as of a sender whose memory has gone: nothing is written
                writer.publish(writer.claim(bytes), RingDescriptor.SKIP, bytes);
            }
            assertEquals(1, reader.read(recorder, 10));
            reader.tellHead();
        }
        for (int i = 0; i < CAPACITY / RingDescriptor.LINE_BYTES; i++) {
            assertFalse(reader.isReadable());
            writer.publish(writer.claim(0), RingDescriptor.SKIP, 0);
            assertEquals(1, reader.read(recorder, 10));
            reader.tellHead();
        }
        assertEquals("", recorder.marks.toString());
    }

    @Test
    void oneBellIsOnItsWayAtATime() {
        assertTrue(writer.takeBell());
        assertFalse(writer.takeBell());
        reader.bellHeard();
        assertTrue(writer.takeBell());
    }

    @Test
    void aPeerThatLiesMakesAnErrorAndNothingElse() {
        for (int round = 0; round < 20_000; round++) {
            MemorySegment lies = Arena.ofAuto().allocate(RingDescriptor.CONTROL_BYTES + CAPACITY, 64);
            RingReader deceived = new RingReader(lies);
            for (int i = 0; i < 10; i++) {
                long word = random.nextInt(3) == 0
                        ? random.nextLong()
                        : RingDescriptor.word(FIRST_LAP, random.nextInt(9), random.nextInt(2 * CAPACITY));
                lies.set(LONG, RingDescriptor.CONTROL_BYTES + 64L * (i == 0 ? 0 : random.nextInt(64)), word);
            }
            lies.set(LONG, RingDescriptor.TAIL, random.nextLong());
            lies.set(LONG, RingDescriptor.HEAD, random.nextLong());
            try {
                deceived.read(new Ignoring(), 1_000);
            } catch (SennitException e) {
                assertEquals(ErrorClass.NETWORK, e.errorClass());
            }
            new RingWriter(RuntimeContext.system(), lies).send(header(0, 8), payload(0, 8));
        }
    }

    /** Touches every byte that it is given. */
    private static final class Ignoring implements RingReader.Handler {
        private int sum;

        @Override
        public void packets(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                sum += bytes.get();
            }
        }

        @Override
        public void aborted() {
            sum++;
        }

        @Override
        public void closed() {
            sum++;
        }
    }

    @Test
    void manyProducersKeepTheirOrder() throws InterruptedException {
        int producers = 4;
        int each = 20_000;
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int own = p;
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                for (int i = 0; i < each; i++) {
                    int bytes = i % 97;
                    while (writer.send(header(own * each + i, bytes), payload(i, bytes)) < 0) {
                        Thread.yield();
                    }
                }
            }));
        }
        int[] next = new int[producers];
        int received = 0;
        while (received < producers * each) {
            recorder.tags.clear();
            recorder.payloads.clear();
            reader.read(recorder, 50);
            reader.tellHead();
            for (int i = 0; i < recorder.tags.size(); i++) {
                int tag = recorder.tags.get(i).intValue();
                assertEquals(next[tag / each]++, tag % each);
                MemorySegment expected = payload(tag % each, tag % each % 97);
                assertEquals(-1, MemorySegment.ofArray(recorder.payloads.get(i)).mismatch(expected));
                received++;
            }
            if (recorder.tags.isEmpty()) {
                Thread.yield();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(reader.isReadable());
    }
}
