package org.sennit.internal.shm.mapped.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.SeededRandom;

/** Eager messages that are too long to be short: a receive that waits takes them where they lie. */
@Core
class LongerMessagesTest {
    private static final int CAPACITY = 256 << 10;
    private static final int MESSAGES = 2_000;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final MemorySegment memory = Arena.ofAuto().allocate(RingDescriptor.CONTROL_BYTES + CAPACITY, 4096);
    private final RingWriter writer = new RingWriter(RuntimeContext.system(), memory);
    private final RingReader reader = new RingReader(memory);
    private final Taker taker = new Taker();

    /** Takes messages where they lie, or as packets. */
    private static final class Taker implements RingReader.Handler {
        final List<byte[]> taken = new ArrayList<>();
        final ByteArrayOutputStream packets = new ByteArrayOutputStream();
        int fragments;
        boolean isWaiting;

        @Override
        public boolean shortPacket(MemorySegment memory, long at, int payloadBytes) {
            if (isWaiting) {
                assertEquals(5, (int) ShortHeader.endpoints(memory, at));
                byte[] bytes = new byte[payloadBytes];
                MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + ShortHeader.BYTES, bytes, 0, payloadBytes);
                taken.add(bytes);
            }
            return isWaiting;
        }

        @Override
        public void packets(ByteBuffer bytes) {
            fragments++;
            byte[] fragment = new byte[bytes.remaining()];
            bytes.get(bytes.position(), fragment);
            packets.writeBytes(fragment);
        }

        @Override
        public void aborted() {
            throw new AssertionError();
        }

        @Override
        public void closed() {
            throw new AssertionError();
        }
    }

    private static byte[] header(int tag, int bytes) {
        byte[] header = new byte[PacketDescriptor.HEADER_LENGTH];
        Envelope envelope = new Envelope().set(3, 2, tag, bytes, 77);
        PacketDescriptor.write(MemorySegment.ofArray(header), PacketDescriptor.EAGER, envelope, 5, 6, bytes);
        return header;
    }

    private byte[] payload(int bytes) {
        byte[] payload = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            payload[i] = (byte) random.nextInt(256);
        }
        return payload;
    }

    private boolean send(int tag, byte[] payload) {
        return writer.send(MemorySegment.ofArray(header(tag, payload.length)), MemorySegment.ofArray(payload)) >= 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1025, 4096, 8191, 16 << 10, (64 << 10) - 72})
    void isTakenWhereItLies(int bytes) {
        byte[] payload = payload(bytes);
        taker.isWaiting = true;
        assertTrue(send(7, payload));
        assertEquals(1, reader.read(taker, 10));
        assertArrayEquals(payload, taker.taken.getFirst());
        assertEquals(0, taker.fragments);
        assertFalse(reader.isReadable());
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1025, 4096, 8191, 16 << 10, (64 << 10) - 72})
    void comesAsItsPacketWhereNothingWaits(int bytes) {
        byte[] payload = payload(bytes);
        assertTrue(send(7, payload));
        assertEquals(1, reader.read(taker, 10));
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(header(7, bytes));
        packet.writeBytes(payload);
        assertArrayEquals(packet.toByteArray(), taker.packets.toByteArray());
        assertFalse(reader.isReadable());
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1032, 4096, 8192, 16 << 10})
    void comesOutOfAnArrayAsItsPacketWould(int bytes) {
        byte[] payload = payload(bytes);
        MemorySegment content = MemorySegment.ofArray(payload);
        Object[] arrays = {
            payload,
            content.toArray(ValueLayout.JAVA_INT_UNALIGNED),
            content.toArray(ValueLayout.JAVA_LONG_UNALIGNED),
            content.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED),
            content.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED)
        };
        assertTrue(bytes <= ShortHeader.mostArrayBytes(writer));
        for (Object array : arrays) {
            for (int offset = 0; offset <= 16; offset += 16) {
                int rest = bytes - offset;
                assertTrue(writer.sendShort(3, 5 | 6L << Integer.SIZE, 2 | 7L << Integer.SIZE, 77, array, offset, rest)
                        >= 0);
                assertEquals(1, reader.read(taker, 1));
                assertEquals(-1, MemorySegment.ofArray(last()).mismatch(content.asSlice(offset)));
                reader.tellHead();
            }
        }
        assertEquals(0, taker.taken.size());
    }

    @Test
    void theyKeepTheirOrderOverManyLaps() {
        List<byte[]> sent = new ArrayList<>();
        List<byte[]> received = new ArrayList<>();
        while (received.size() < MESSAGES) {
            byte[] payload = payload(random.nextInt(3) == 0 ? random.nextInt(100) : random.nextInt(20_000));
            if (sent.size() < MESSAGES && send(sent.size(), payload)) {
                sent.add(payload);
                continue;
            }
            taker.isWaiting = random.nextInt(2) == 0;
            int most = 1 + random.nextInt(8);
            for (int i = 0; i < most && reader.read(taker, 1) > 0; i++) {
                if (!taker.taken.isEmpty() || taker.packets.size() > 0) { // else the end of a lap
                    received.add(last());
                }
            }
            reader.tellHead();
        }
        for (int i = 0; i < MESSAGES; i++) {
            assertArrayEquals(sent.get(i), received.get(i));
        }
        assertFalse(reader.isClaimed());
    }

    private byte[] last() {
        if (taker.isWaiting) {
            return taker.taken.removeFirst();
        }
        byte[] packet = taker.packets.toByteArray();
        taker.packets.reset();
        byte[] payload = new byte[packet.length - PacketDescriptor.HEADER_LENGTH];
        System.arraycopy(packet, PacketDescriptor.HEADER_LENGTH, payload, 0, payload.length);
        return payload;
    }

    @Test
    void aLengthThatNoneHasMakesAnError() {
        MemorySegment large = Arena.ofAuto().allocate(RingDescriptor.CONTROL_BYTES + 4L * CAPACITY, 4096);
        RingWriter liar = new RingWriter(RuntimeContext.system(), large);
        int length = ShortHeader.BYTES + ShortHeader.MAX_PAYLOAD_BYTES + 1;
        liar.publish(liar.claim(length), RingDescriptor.SHORT, length);
        RingReader ofLarge = new RingReader(large);
        assertThrows(SennitException.class, () -> ofLarge.read(taker, 1));
    }
}
