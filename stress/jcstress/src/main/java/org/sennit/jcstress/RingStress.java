package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.shm.mapped.ring.RingDescriptor;
import org.sennit.internal.shm.mapped.ring.RingReader;
import org.sennit.internal.shm.mapped.ring.RingWriter;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The ring between two processes: a packet is seen whole or not at all, none is lost or doubled when two threads send
 * at once, a lap later the room is used again only when it has been read, and no reader sleeps over a message. The two
 * sides are two threads here; the memory is what two processes would map.
 */
public final class RingStress {
    private static final int CAPACITY = 4096;

    private RingStress() {}

    private static MemorySegment header(int tag, int bytes) {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        PacketDescriptor.write(header, PacketDescriptor.EAGER, new Envelope().set(0, 0, tag, bytes, 0), 0, 0, bytes);
        return header;
    }

    private static MemorySegment payload(int value, int bytes) {
        MemorySegment payload = MemorySegment.ofArray(new byte[bytes]);
        payload.fill((byte) value);
        return payload;
    }

    /** A ring and both of its ends. */
    private abstract static class Ring {
        private final MemorySegment memory = Arena.ofAuto().allocate(RingDescriptor.CONTROL_BYTES + CAPACITY, 128);
        final RingWriter writer = new RingWriter(RealContext.INSTANCE, memory);
        final RingReader reader = new RingReader(memory);

        /** Reads all; returns the tags in r1, and how many in r2. */
        final void readAll(II_Result r) {
            Digits digits = new Digits();
            reader.read(digits, 10);
            r.r1 = digits.tags;
            r.r2 = digits.count;
        }

        /** Reads a packet; returns its tag in r1, its last byte in r2. */
        final void readOne(II_Result r) {
            Digits digits = new Digits();
            reader.read(digits, 1);
            r.r1 = digits.tags;
            r.r2 = digits.lastBytes;
        }
    }

    /** Adds tags up as digits, and last bytes. */
    private static final class Digits implements RingReader.Handler {
        int tags;
        int lastBytes;
        int count;

        @Override
        public void packets(ByteBuffer bytes) {
            tags = tags * 10 + bytes.get(bytes.position() + 28); // a small tag, little endian
            lastBytes = lastBytes * 10 + bytes.get(bytes.limit() - 1);
            count++;
        }

        @Override
        public void aborted() {
            count = -100;
        }

        @Override
        public void closed() {
            count = -100;
        }
    }

    /** A packet in one line. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader looked before the packet was there.")
    @Outcome(id = "7, 4", expect = ACCEPTABLE, desc = "It saw header and payload.")
    @Outcome(expect = FORBIDDEN, desc = "It saw the record half written.")
    @State
    public static class ShortPublication extends Ring {
        @Actor
        public void send() {
            writer.send(header(7, 8), payload(4, 8));
        }

        @Actor
        public void look(II_Result r) {
            readOne(r);
        }
    }

    /** A packet of many lines. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader looked before the packet was there.")
    @Outcome(id = "7, 4", expect = ACCEPTABLE, desc = "It saw header and payload.")
    @Outcome(expect = FORBIDDEN, desc = "It saw the record half written.")
    @State
    public static class LongPublication extends Ring {
        @Actor
        public void send() {
            writer.send(header(7, 600), payload(4, 600));
        }

        @Actor
        public void look(II_Result r) {
            readOne(r);
        }
    }

    /** Two threads of one process send before the peer reads. */
    @JCStressTest
    @Outcome(
            id = {"12, 2", "21, 2"},
            expect = ACCEPTABLE,
            desc = "Both packets are there, in either order.")
    @Outcome(expect = FORBIDDEN, desc = "A packet was lost or doubled.")
    @State
    public static class TwoProducers extends Ring {
        @Actor
        public void first() {
            writer.send(header(1, 8), payload(1, 8));
        }

        /** Sends the other. */
        @Actor
        public void second() {
            writer.send(header(2, 8), payload(2, 8));
        }

        @Arbiter
        public void drain(II_Result r) {
            readAll(r);
        }
    }

    /** One keeps the ring for the queue while another sends: what was claimed before comes before. */
    @JCStressTest
    @Outcome(
            id = {"12, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "The packet came before the queue's, or was turned away.")
    @Outcome(expect = FORBIDDEN, desc = "A packet was lost, doubled, or came into the queue's right.")
    @State
    public static class QueueKeepsOthersAway extends Ring {
        /** Sends by itself. */
        @Actor
        public void sender() {
            writer.send(header(1, 8), payload(1, 8));
        }

        @Actor
        public void queue() {
            writer.keepForQueue();
            long position = writer.claimForQueue(PacketDescriptor.HEADER_LENGTH);
            writer.put(position, 0, header(2, 0), 0, PacketDescriptor.HEADER_LENGTH);
            writer.publish(position, RingDescriptor.PIECE, PacketDescriptor.HEADER_LENGTH);
        }

        @Arbiter
        public void drain(II_Result r) {
            readAll(r);
        }
    }

    /** A full ring: the producer sends again as soon as the reader has published its position. */
    @JCStressTest
    @Outcome(
            id = {"0, 64", "1, 65"},
            expect = ACCEPTABLE,
            desc = "There was no room yet, or the packet came behind all others.")
    @Outcome(expect = FORBIDDEN, desc = "A packet was overwritten, or a stale record was read again.")
    @State
    public static class NextLap extends Ring {
        private static final int LINES = CAPACITY / RingDescriptor.LINE_BYTES;
        private final Digits digits = new Digits();
        private int sent;

        /** Fills it. */
        public NextLap() {
            for (int i = 0; i < LINES; i++) {
                writer.send(header(1, 8), payload(1, 8));
            }
        }

        /** Sends once more. */
        @Actor
        public void send() {
            sent = writer.send(header(1, 8), payload(1, 8)) >= 0 ? 1 : 0;
        }

        @Actor
        public void read() {
            reader.read(digits, LINES / 2);
            reader.tellHead();
        }

        /** Receives the rest. */
        @Arbiter
        public void drain(II_Result r) {
            reader.read(digits, 2 * LINES);
            r.r1 = sent;
            r.r2 = digits.count;
        }
    }

    /** A producer that wants space looks once more; the reader that makes it looks for the wish. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The producer found the room, or is rung for it.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The producer sleeps and no bell rings.")
    @State
    public static class WishForSpace extends Ring {
        /** Fills it, up to what the reader must say; and lets the reader read before the race begins. */
        public WishForSpace() {
            while (writer.send(header(1, 8), payload(1, 8)) >= 0) {
                Thread.onSpinWait();
            }
            reader.read(new Digits(), Integer.MAX_VALUE);
        }

        @Actor
        public void producer(II_Result r) {
            writer.wantSpace();
            r.r1 = writer.send(header(1, 8), payload(1, 8)) >= 0 ? 1 : 0;
        }

        /** Publishes it. */
        @Actor
        public void reader(II_Result r) {
            r.r2 = reader.tellHead() ? 1 : 0;
        }
    }
}
