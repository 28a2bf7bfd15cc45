package org.sennit.internal.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Bytes from outside, random and as mutations of what would be right, cut anywhere: the only exception is the one that
 * closes the connection, and what is allocated stays below a cap whatever lengths the bytes claim. A failing case is
 * its seed, which jqwik prints.
 */
class WireFuzzTest {
    private static final int FEW = 3_000;
    private static final int MILLION = 1_000_000;

    /**
     * The reader's own buffers, an exception with its text, and a view for each piece; a claimed length is a MiB and
     * more.
     */
    private static final long MOST_BYTES = 256 * 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Property(tries = FEW, shrinking = ShrinkingMode.OFF)
    void framesOfAnyBytes(@ForAll long seed) {
        readFrames(seed);
    }

    @Property(tries = MILLION, shrinking = ShrinkingMode.OFF)
    @Tag("stress")
    void framesOfAMillionInputs(@ForAll long seed) {
        readFrames(seed);
    }

    @Property(tries = FEW, shrinking = ShrinkingMode.OFF)
    void packetsOfAnyBytes(@ForAll long seed) {
        readPackets(seed);
    }

    @Property(tries = MILLION, shrinking = ShrinkingMode.OFF)
    @Tag("stress")
    void packetsOfAMillionInputs(@ForAll long seed) {
        readPackets(seed);
    }

    @Property(tries = FEW, shrinking = ShrinkingMode.OFF)
    void cardsOfAnyText(@ForAll long seed) {
        readCards(seed);
    }

    @Property(tries = MILLION, shrinking = ShrinkingMode.OFF)
    @Tag("stress")
    void cardsOfAMillionTexts(@ForAll long seed) {
        readCards(seed);
    }

    // ---- frames and handshakes ----

    private static void readFrames(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] stream = mutated(random, random.nextInt(4) == 0 ? noise(random) : validFrames(random));
        assertBounded(seed, pieces -> {
            FrameReader reader = new FrameReader(new HandshakeSink());
            feed(pieces, stream, reader::read);
        });
    }

    /** Reads the bodies as both sides of a handshake do. */
    private static final class HandshakeSink implements FrameSink {
        @Override
        public void begin(byte kind, int flags, int length, long sequence, long acknowledgement) {
            assertTrue(length >= 0 && length <= FrameDescriptor.MAX_DATA_LENGTH);
        }

        @Override
        public void data(ByteBuffer bytes) {
            assertTrue(bytes.hasRemaining());
        }

        @Override
        public void control(byte kind, ByteBuffer body) {
            HandshakeDescriptor.readHello(body);
            HandshakeDescriptor.readAccept(body);
            if (HandshakeDescriptor.isChallenge(body)) {
                HandshakeDescriptor.challengeProcess(body);
                HandshakeDescriptor.challengeIncarnation(body);
            }
        }

        @Override
        public boolean isReading() {
            return true;
        }
    }

    private static byte[] validFrames(SplittableRandom random) {
        ByteBuffer stream = ByteBuffer.allocate(8192);
        byte[] job = new byte[random.nextInt(40)];
        byte[] hello = HandshakeDescriptor.hello(
                new HandshakeDescriptor.Hello(
                        random.nextInt(), 1, random.nextInt(), 1, 0, 1, -1, new String(job, StandardCharsets.US_ASCII)),
                new byte[HandshakeDescriptor.NONCE_LENGTH]);
        put(stream, FrameDescriptor.HELLO, hello, 0);
        put(
                stream,
                FrameDescriptor.CHALLENGE,
                HandshakeDescriptor.challenge(1, 2, new byte[HandshakeDescriptor.NONCE_LENGTH]),
                0);
        put(stream, FrameDescriptor.PROOF, new byte[HandshakeDescriptor.PROOF_LENGTH], 0);
        put(
                stream,
                FrameDescriptor.ACCEPT,
                HandshakeDescriptor.accept(new HandshakeDescriptor.Accept(random.nextInt(), 1, -1)),
                0);
        for (int i = 1; i <= 5; i++) {
            put(stream, FrameDescriptor.DATA, new byte[random.nextInt(200)], i);
        }
        put(stream, FrameDescriptor.ACK, new byte[0], 0);
        put(stream, FrameDescriptor.GONE, HandshakeDescriptor.gone(random.nextInt()), 0);
        put(stream, FrameDescriptor.CLOSE, new byte[0], 6);
        byte[] bytes = new byte[stream.position()];
        stream.get(0, bytes);
        return bytes;
    }

    private static void put(ByteBuffer stream, byte kind, byte[] body, long sequence) {
        FrameDescriptor.write(
                MemorySegment.ofBuffer(stream.duplicate().clear()),
                stream.position(),
                kind,
                0,
                body.length,
                sequence,
                0);
        stream.position(stream.position() + FrameDescriptor.HEADER_LENGTH).put(body);
    }

    // ---- packets ----

    private static void readPackets(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] stream = mutated(random, random.nextInt(4) == 0 ? noise(random) : validPackets(random));
        assertBounded(seed, pieces -> {
            PacketAssembler assembler =
                    new PacketAssembler((vc, header) -> pieces.nextBoolean() ? null : new Ignored());
            feed(pieces, stream, bytes -> assembler.handle(null, bytes));
            assembler.reset(new SennitException(ErrorClass.NETWORK, "the end"));
        });
    }

    private static byte[] validPackets(SplittableRandom random) {
        int count = 1 + random.nextInt(10);
        ByteBuffer stream = ByteBuffer.allocate(count * (PacketDescriptor.HEADER_LENGTH + 64));
        for (int i = 0; i < count; i++) {
            int length = random.nextInt(64);
            stream.put(
                    stream.position(),
                    TestPackets.header(0, i, length).asByteBuffer(),
                    0,
                    PacketDescriptor.HEADER_LENGTH);
            stream.position(stream.position() + PacketDescriptor.HEADER_LENGTH + length);
        }
        return Arrays.copyOf(stream.array(), stream.position());
    }

    private static final class Ignored implements PayloadSink {
        @Override
        public void accept(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public void complete() {
            // not of interest
        }

        @Override
        public void failed(Throwable cause) {
            // not of interest
        }
    }

    // ---- cards ----

    private static void readCards(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] valid = "tcp:1:0123456789abcdef|u:/tmp/sennit-net-j1/0-0123ab|l:127.0.0.1:4711|ns:fd00::2:65535"
                .getBytes(StandardCharsets.US_ASCII);
        String text = new String(mutated(random, valid), StandardCharsets.ISO_8859_1);
        assertBounded(seed, pieces -> {
            TcpAddress address = TcpAddress.of(new BusinessCard(text));
            assertTrue(!address.sockets().isEmpty());
        });
    }

    // ---- how ----

    private interface Reader {
        void read(ByteBuffer bytes);
    }

    /** In pieces of any size. */
    private static void feed(SplittableRandom random, byte[] stream, Reader reader) {
        int at = 0;
        while (at < stream.length) {
            int length = 1 + random.nextInt(random.nextBoolean() ? 8 : stream.length);
            int end = Math.min(stream.length, at + length);
            reader.read(ByteBuffer.wrap(stream, at, end - at).order(ByteOrder.LITTLE_ENDIAN));
            at = end;
        }
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(2000)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Some bytes changed, some gone, some twice. */
    private static byte[] mutated(SplittableRandom random, byte[] valid) {
        byte[] bytes = valid;
        for (int i = random.nextInt(6); i > 0 && bytes.length > 1; i--) {
            int at = random.nextInt(bytes.length);
            bytes = switch (random.nextInt(5)) {
                case 0 -> cut(bytes, at);
                case 1 -> doubled(bytes, at);
                case 2 -> with(bytes, at, (byte) 0xff);
                case 3 -> with(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(8))));
                default -> with(bytes, at, (byte) random.nextInt());
            };
        }
        return bytes;
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        byte[] result = bytes.clone();
        result[at] = value;
        return result;
    }

    private static byte[] cut(byte[] bytes, int at) {
        return ByteBuffer.allocate(bytes.length - 1)
                .put(bytes, 0, at)
                .put(bytes, at + 1, bytes.length - at - 1)
                .array();
    }

    private static byte[] doubled(byte[] bytes, int at) {
        return ByteBuffer.allocate(bytes.length + 1)
                .put(bytes, 0, at)
                .put(bytes[at])
                .put(bytes, at, bytes.length - at)
                .array();
    }

    /** Reads again what has allocated more: the first reading may have loaded classes, which allocates as well. */
    private static void assertBounded(long seed, Consumer<SplittableRandom> read) {
        long bytes = allocatedBytes(seed, read);
        long again = bytes < MOST_BYTES ? bytes : allocatedBytes(seed, read);
        assertTrue(again < MOST_BYTES, () -> "seed " + seed + " makes the reader allocate " + again + " bytes");
    }

    private static long allocatedBytes(long seed, Consumer<SplittableRandom> read) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            read.accept(new SplittableRandom(seed));
        } catch (SennitException expected) {
            // closes the connection
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
