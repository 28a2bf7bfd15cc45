package org.sennit.spi.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Reads a packet without payload where it lies without the length of its payload, as {@link
 * org.sennit.spi.network.NetworkUpcalls#handleBare} gets it: bytes 0 to 7 of the header, then bytes 16 to 63. By the
 * thread that makes the upcall.
 */
public final class BarePacket {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private BarePacket() {}

    /**
     * Reads the first 8 bytes of the header.
     *
     * @param from the memory in which the packet lies
     * @param at where the packet begins there, in bytes
     * @return the bytes, the type lowest
     */
    public static long start(MemorySegment from, long at) {
        return from.get(LONG, at);
    }

    /**
     * Reads 8 bytes of the header.
     *
     * @param from the memory in which the packet lies
     * @param at where the packet begins there, in bytes
     * @param field where they stand in the whole header, from byte 16 on
     * @return the bytes, the first lowest
     */
    public static long word(MemorySegment from, long at, int field) {
        return from.get(LONG, at + field - Long.BYTES);
    }

    /**
     * Reads the sender's operation id.
     *
     * @param from the memory in which the packet lies
     * @param at where the packet begins there, in bytes
     * @return what {@link PacketDescriptor#sendId} reads of the whole header
     */
    public static long sendId(MemorySegment from, long at) {
        return word(from, at, PacketDescriptor.SEND_ID_OFFSET);
    }

    /**
     * Reads the receiver's operation id.
     *
     * @param from the memory in which the packet lies
     * @param at where the packet begins there, in bytes
     * @return what {@link PacketDescriptor#receiveId} reads of the whole header
     */
    public static long receiveId(MemorySegment from, long at) {
        return word(from, at, PacketDescriptor.RECEIVE_ID_OFFSET);
    }
}
