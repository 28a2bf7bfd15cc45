package org.sennit.internal.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The header of a packet without payload, without the length of the payload, which is 0: an acknowledgement,
 * or the request for data. With the record's word it has the one cache line of a record, where the whole
 * header would take a second one.
 *
 * <pre>
 *    0  bytes 0 to 7 of the header
 *    8  bytes 16 to 63
 * </pre>
 *
 * In the order in which the header lies. Stateless.
 */
final class BareHeader {
    static final int BYTES = PacketDescriptor.HEADER_LENGTH - Long.BYTES;

    private static final int PAYLOAD_LENGTH = 8;
    private static final int REST = 16;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private BareHeader() {}

    /** Returns whether a packet has nothing but its header. */
    static boolean fits(MemorySegment header, long payloadBytes) {
        return payloadBytes == 0
                && header.byteSize() == PacketDescriptor.HEADER_LENGTH
                && header.get(LONG, PAYLOAD_LENGTH) == 0;
    }

    static void write(MemorySegment header, MemorySegment ring, long address) {
        MemorySegment memory = OwnMemory.of(ring);
        memory.set(LONG, address, header.get(LONG, 0));
        for (int at = REST; at < PacketDescriptor.HEADER_LENGTH; at += Long.BYTES) {
            memory.set(LONG, address + at - Long.BYTES, header.get(LONG, at));
        }
    }

    /** Makes the whole header again. */
    static void read(MemorySegment ring, long address, MemorySegment packet) {
        MemorySegment memory = OwnMemory.of(ring);
        packet.set(LONG, 0, memory.get(LONG, address));
        packet.set(LONG, PAYLOAD_LENGTH, 0);
        for (int at = REST; at < PacketDescriptor.HEADER_LENGTH; at += Long.BYTES) {
            packet.set(LONG, at, memory.get(LONG, address + at - Long.BYTES));
        }
    }
}
