package org.sennit.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.runtime.memory.OwnMemory;
import org.sennit.runtime.message.PacketDescriptor;

/**
 * A packet header without what follows from the rest: an eager message has no operation ids, and its payload is the whole
 * message. With it 24 bytes of payload share the one cache line of a record.
 *
 * <pre>
 *    0  type, kind, status, context id      (bytes 0 to 7 of the header)
 *    8  destination and source endpoint     (16 to 23)
 *   16  source rank, tag                    (24 to 31)
 *   24  signature, reserved                 (56 to 63)
 *   32  payload
 * </pre>
 *
 * Read and written word by word in the order of the machine, so that nothing is turned round. Stateless.
 */
final class ShortHeader {
    static final int BYTES = 32;

    /** Up to here a packet is shortened; longer ones gain nothing and would be copied once more. */
    static final int MAX_PAYLOAD_BYTES = 88;

    private static final int FIRST = 0;
    private static final int PAYLOAD_LENGTH = 8;
    private static final int ENDPOINTS = 16;
    private static final int RANK_AND_TAG = 24;
    private static final int MESSAGE_LENGTH = 32;
    private static final int SEND_ID = 40;
    private static final int RECEIVE_ID = 48;
    private static final int SIGNATURE = 56;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private ShortHeader() {}

    /** Whether a header can be told from its short form. */
    static boolean fits(MemorySegment header, long payloadBytes) {
        return payloadBytes <= MAX_PAYLOAD_BYTES
                && header.byteSize() == PacketDescriptor.HEADER_LENGTH
                && header.get(ValueLayout.JAVA_BYTE, 0) == PacketDescriptor.EAGER
                && header.get(LONG, SEND_ID) == 0
                && header.get(LONG, RECEIVE_ID) == 0
                && header.get(LONG, MESSAGE_LENGTH) == header.get(LONG, PAYLOAD_LENGTH);
    }

    static void write(MemorySegment header, MemorySegment ring, long address) {
        MemorySegment memory = OwnMemory.of(ring);
        memory.set(LONG, address, header.get(LONG, FIRST));
        memory.set(LONG, address + 8, header.get(LONG, ENDPOINTS));
        memory.set(LONG, address + 16, header.get(LONG, RANK_AND_TAG));
        memory.set(LONG, address + 24, header.get(LONG, SIGNATURE));
    }

    /** Makes the whole packet again: the header and {@code payloadBytes} behind it. */
    static void read(MemorySegment ring, long address, int payloadBytes, MemorySegment packet) {
        MemorySegment memory = OwnMemory.of(ring);
        packet.set(LONG, FIRST, memory.get(LONG, address));
        packet.set(LONG, ENDPOINTS, memory.get(LONG, address + 8));
        packet.set(LONG, RANK_AND_TAG, memory.get(LONG, address + 16));
        packet.set(LONG, SIGNATURE, memory.get(LONG, address + 24));
        long length = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? payloadBytes
                : Long.reverseBytes(payloadBytes); // a header is little endian
        packet.set(LONG, PAYLOAD_LENGTH, length);
        packet.set(LONG, MESSAGE_LENGTH, length);
        packet.set(LONG, SEND_ID, 0);
        packet.set(LONG, RECEIVE_ID, 0);
        long from = address + BYTES;
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
        return ByteBuffer.allocateDirect(PacketDescriptor.HEADER_LENGTH + MAX_PAYLOAD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
