package org.sennit.internal.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.DataLayout;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A packet header without what follows from the rest: an eager message has no operation ids, and its payload is the
 * whole message; passed memory without an answer has no operation ids and the signature of bytes. With it 24 bytes of
 * payload share the one cache line of a record.
 *
 * <pre>
 *    0  type, kind, status, context id      (bytes 0 to 7 of the header)
 *    8  destination and source endpoint     (16 to 23)
 *   16  source rank, tag                    (24 to 31)
 *   24  signature, reserved                 (56 to 63); of passed memory the message length (32 to 39)
 *   32  payload
 * </pre>
 *
 * The header is read and written word by word in the order of the machine, so that nothing is turned round. Stateless.
 */
public final class ShortHeader {
    static final int BYTES = 32;

    /**
     * Up to here the packet of an eager message is shortened, if a record has room for it. A receive that waits gets
     * its payload straight from the ring. Between two JVMs, near, us one way, so and through a buffer of the inbox: 2
     * KiB .22 and .28, 4 KiB .32 and .41, 8 KiB .42 and .56, 16 KiB .75 and .98.
     */
    static final int MAX_PAYLOAD_BYTES = 64 << 10;

    /** Up to here what no receive waits for is handed up as one packet, header and payload. */
    static final int MAX_SHORT_BYTES = 1024;

    /**
     * Up to here a message may be sent out of an array without a view of it. One way between two JVMs, us, so and with
     * a view: 4 KiB .30 and .33 near, 16 KiB .73 and .80; streams of 4 KiB 11.6 and 6.9 GB/s far, level near.
     */
    private static final int MAX_ARRAY_BYTES = 16 << 10;

    private static final int FIRST = 0;
    private static final int PAYLOAD_LENGTH = 8;
    private static final int ENDPOINTS = 16;
    private static final int RANK_AND_TAG = 24;
    private static final int MESSAGE_LENGTH = 32;
    private static final int SEND_ID = 40;
    private static final int RECEIVE_ID = 48;
    private static final int SIGNATURE = 56;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** The first two bytes of an eager message. */
    private static final int EAGER_SEND = PacketDescriptor.EAGER | Envelope.SEND << Byte.SIZE;

    /** The first two bytes of a packet that passes memory. */
    private static final int PASS_SEND = PacketDescriptor.PASS | Envelope.SEND << Byte.SIZE;

    /** Length of the payload that names memory which the receiving process has had before. */
    static final int PASS_BYTES = 24;

    /** The last word of a header without a number whose message is of bytes. */
    private static final long OF_BYTES = littleEndian(DataLayout.RAW);

    private ShortHeader() {}

    /**
     * Returns how long a message is at most that {@link RingWriter#sendShort} sends.
     *
     * @param ring to which it goes
     * @return bytes
     */
    public static int mostArrayBytes(RingWriter ring) {
        return Math.min(MAX_ARRAY_BYTES, ring.maxRecordBytes() - BYTES);
    }

    /** Returns whether a header can be restored from its short form. */
    static boolean fits(MemorySegment header, long payloadBytes) {
        return payloadBytes <= MAX_PAYLOAD_BYTES
                && header.byteSize() == PacketDescriptor.HEADER_LENGTH
                && (header.get(ValueLayout.JAVA_BYTE, 0) == PacketDescriptor.EAGER
                        ? header.get(LONG, MESSAGE_LENGTH) == header.get(LONG, PAYLOAD_LENGTH)
                        : isPass(header) && header.get(LONG, SIGNATURE) == OF_BYTES)
                && header.get(LONG, SEND_ID) == 0
                && header.get(LONG, RECEIVE_ID) == 0;
    }

    private static boolean isPass(MemorySegment header) {
        return header.get(ValueLayout.JAVA_BYTE, 0) == PacketDescriptor.PASS;
    }

    private static long littleEndian(long value) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    }

    static void write(MemorySegment header, MemorySegment ring, long address) {
        MemorySegment memory = OwnMemory.of(ring);
        memory.set(LONG, address, header.get(LONG, FIRST));
        memory.set(LONG, address + 8, header.get(LONG, ENDPOINTS));
        memory.set(LONG, address + 16, header.get(LONG, RANK_AND_TAG));
        memory.set(LONG, address + 24, header.get(LONG, isPass(header) ? MESSAGE_LENGTH : SIGNATURE));
    }

    /** Writes the short header of an eager message. */
    static void write(
            MemorySegment ring, long address, int contextId, long endpoints, long sourceAndTag, int signature) {
        MemorySegment memory = OwnMemory.of(ring);
        memory.set(LONG, address, littleEndian(EAGER_SEND | (long) contextId << Integer.SIZE));
        memory.set(LONG, address + 8, littleEndian(endpoints));
        memory.set(LONG, address + 16, littleEndian(sourceAndTag));
        memory.set(LONG, address + 24, littleEndian(Integer.toUnsignedLong(signature)));
    }

    /** Writes the short header of a packet that passes memory. */
    static void writePass(
            MemorySegment ring, long address, int contextId, long endpoints, long sourceAndTag, long lengthBytes) {
        MemorySegment memory = OwnMemory.of(ring);
        memory.set(LONG, address, littleEndian(PASS_SEND | (long) contextId << Integer.SIZE));
        memory.set(LONG, address + 8, littleEndian(endpoints));
        memory.set(LONG, address + 16, littleEndian(sourceAndTag));
        memory.set(LONG, address + 24, littleEndian(lengthBytes));
    }

    /**
     * Returns the endpoints of a packet.
     *
     * @param memory as for {@link RingReader.Handler#shortPacket}
     * @param at the offset of the packet
     * @return as {@link org.sennit.spi.packet.PacketInBuffer#endpoints} joins them
     */
    public static long endpoints(MemorySegment memory, long at) {
        return littleEndian(memory.get(LONG, at + 8));
    }

    /**
     * Puts an eager message into a sink.
     *
     * @param sink the device's
     * @param memory as for {@link RingReader.Handler#shortPacket}
     * @param at the offset of the packet
     * @param payloadBytes the length of its payload
     * @return false when it is another packet, or the sink does not take it
     */
    public static boolean addTo(ShortMessageSink sink, MemorySegment memory, long at, int payloadBytes) {
        long first = littleEndian(memory.get(LONG, at));
        return (first & 0xFFFF) == EAGER_SEND
                && sink.add(
                        (int) (first >>> Integer.SIZE),
                        littleEndian(memory.get(LONG, at + 16)),
                        (int) littleEndian(memory.get(LONG, at + 24)),
                        memory,
                        at + BYTES,
                        payloadBytes);
    }

    /**
     * Hands up an eager message, or passed memory, without making its packet.
     *
     * @param upcalls the device
     * @param memory as for {@link RingReader.Handler#shortPacket}
     * @param at the offset of the packet
     * @param envelope to fill; its length is that of the payload
     * @return false when it is another packet, or the device wants that
     */
    public static boolean handUp(
            NetworkUpcalls upcalls, VirtualConnection vc, MemorySegment memory, long at, Envelope envelope) {
        long first = littleEndian(memory.get(LONG, at));
        boolean isMessage = (first & 0xFFFF) == EAGER_SEND;
        if (!isMessage && ((first & 0xFFFF) != PASS_SEND || envelope.lengthBytes != PASS_BYTES)) {
            return false;
        }
        long sourceAndTag = littleEndian(memory.get(LONG, at + 16));
        long last = littleEndian(memory.get(LONG, at + 24));
        envelope.set(
                (int) (first >>> Integer.SIZE),
                (int) sourceAndTag,
                (int) (sourceAndTag >>> Integer.SIZE),
                isMessage ? envelope.lengthBytes : last,
                isMessage ? (int) last : DataLayout.RAW);
        long endpoints = littleEndian(memory.get(LONG, at + 8));
        return isMessage
                ? upcalls.handleShort(vc, envelope, endpoints, memory, at + BYTES)
                : upcalls.handlePass(vc, envelope, endpoints, memory, at + BYTES);
    }

    /**
     * Makes the whole packet again: the header, and the payload behind it.
     *
     * @param payloadBytes at most {@link #MAX_SHORT_BYTES}
     */
    static void read(MemorySegment ring, long address, int payloadBytes, MemorySegment packet) {
        readHeader(ring, address, payloadBytes, packet);
        copyPayload(OwnMemory.of(ring), address + BYTES, payloadBytes, packet);
    }

    /** Makes the whole header again. */
    static void readHeader(MemorySegment ring, long address, int payloadBytes, MemorySegment packet) {
        MemorySegment memory = OwnMemory.of(ring);
        packet.set(LONG, FIRST, memory.get(LONG, address));
        packet.set(LONG, ENDPOINTS, memory.get(LONG, address + 8));
        packet.set(LONG, RANK_AND_TAG, memory.get(LONG, address + 16));
        long last = memory.get(LONG, address + 24);
        long length = littleEndian(payloadBytes);
        boolean isPass = isPass(packet);
        packet.set(LONG, PAYLOAD_LENGTH, length);
        packet.set(LONG, MESSAGE_LENGTH, isPass ? last : length);
        packet.set(LONG, SIGNATURE, isPass ? OF_BYTES : last);
        packet.set(LONG, SEND_ID, 0);
        packet.set(LONG, RECEIVE_ID, 0);
    }

    private static void copyPayload(MemorySegment memory, long from, int payloadBytes, MemorySegment packet) {
        int i = 0;
        for (; i + Long.BYTES <= payloadBytes; i += Long.BYTES) {
            packet.set(LONG, PacketDescriptor.HEADER_LENGTH + i, memory.get(LONG, from + i));
        }
        for (; i < payloadBytes; i++) {
            packet.set(
                    ValueLayout.JAVA_BYTE,
                    PacketDescriptor.HEADER_LENGTH + i,
                    memory.get(ValueLayout.JAVA_BYTE, from + i));
        }
    }

    static ByteBuffer newPacket() {
        return ByteBuffer.allocateDirect(PacketDescriptor.HEADER_LENGTH + MAX_SHORT_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
