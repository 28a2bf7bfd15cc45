package org.sennit.contract.netmod;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Packets of the contract tests: a header of the usual length with the payload's length where a module's assembler
 * looks for it, a number and a stream, and a payload that follows from the number. Stateless; any thread.
 */
public final class TestPackets {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int NUMBER_OFFSET = 16;
    private static final int STREAM_OFFSET = 24;
    /** After how many bytes a payload repeats itself. */
    static final int PERIOD = 251;

    private TestPackets() {}

    /**
     * Makes a header on the heap.
     *
     * @param stream which of the sender's streams
     * @param number the packet's number in it
     * @param payloadLength bytes that follow
     */
    public static MemorySegment header(long stream, long number, long payloadLength) {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        header.set(LONG, PacketDescriptor.PAYLOAD_LENGTH_OFFSET, payloadLength);
        header.set(LONG, NUMBER_OFFSET, number);
        header.set(LONG, STREAM_OFFSET, stream);
        return header;
    }

    /**
     * Makes the payload of a packet.
     *
     * @param arena where
     * @param length bytes
     */
    public static MemorySegment payload(Arena arena, long number, long length) {
        MemorySegment payload = arena.allocate(length);
        fill(payload, number);
        return payload;
    }

    /** Fills memory with the payload of a packet. */
    public static void fill(MemorySegment payload, long number) {
        long length = payload.byteSize();
        long first = Math.min(PERIOD, length);
        for (long i = 0; i < first; i++) {
            payload.set(ValueLayout.JAVA_BYTE, i, byteAt(number, i));
        }
        for (long done = first; done < length; ) { // doubles what is there: it is periodic
            long step = Math.min(done - done % PERIOD, length - done);
            MemorySegment.copy(payload, 0, payload, done, step);
            done += step;
        }
    }

    /**
     * Returns the bytes of a payload.
     *
     * @param offset where in the payload
     */
    public static byte byteAt(long number, long offset) {
        return (byte) ((number * 31 + offset % PERIOD) * 7 + 3);
    }

    static long number(ByteBuffer header) {
        return header.getLong(NUMBER_OFFSET);
    }

    static long stream(ByteBuffer header) {
        return header.getLong(STREAM_OFFSET);
    }
}
