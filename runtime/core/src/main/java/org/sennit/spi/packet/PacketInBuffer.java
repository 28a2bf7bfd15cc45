package org.sennit.spi.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads the header of a packet where it lies in a buffer of arrivals; {@link PacketDescriptor} has the format. For
 * modules and devices that need a field or two before, or instead of, a copy of the header. Positions and limits are
 * left alone; any thread that may read the buffer.
 */
public final class PacketInBuffer {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** Type and kind of an eager message of the send calls, as they stand in the first word. */
    private static final int EAGER_SEND = PacketDescriptor.EAGER | Envelope.SEND << Byte.SIZE;

    private static final int ANNOUNCED_SEND = PacketDescriptor.RTS | Envelope.SEND << Byte.SIZE;

    private PacketInBuffer() {}

    /**
     * Reads the payload length.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the length in bytes; a hostile peer may have sent any value
     */
    public static long payloadLength(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.PAYLOAD_LENGTH_OFFSET);
    }

    /**
     * Returns whether a packet is a short message of the send calls.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return true when its type is {@link PacketDescriptor#EAGER} and its kind that of a send
     */
    public static boolean isEagerSend(ByteBuffer packets, int at) {
        return ((int) INT.get(packets, at + PacketDescriptor.TYPE_OFFSET) & 0xFFFF) == EAGER_SEND;
    }

    /**
     * Returns whether a packet passes memory.
     *
     * @param packets little-endian bytes
     * @param at the offset of the packet
     * @return true for type {@link PacketDescriptor#PASS} with the kind of a send
     */
    public static boolean isPass(ByteBuffer packets, int at) {
        return packets.get(at) == PacketDescriptor.PASS && packets.get(at + 1) == Envelope.SEND;
    }

    /**
     * Returns whether a packet announces a large message of the send calls.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return true when its type is {@link PacketDescriptor#RTS} and its kind that of a send
     */
    public static boolean isAnnouncedSend(ByteBuffer packets, int at) {
        return ((int) INT.get(packets, at + PacketDescriptor.TYPE_OFFSET) & 0xFFFF) == ANNOUNCED_SEND;
    }

    /**
     * Reads the status.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return what {@link PacketDescriptor#status} reads of the whole header
     */
    public static short status(ByteBuffer packets, int at) {
        return (short) ((int) INT.get(packets, at + PacketDescriptor.TYPE_OFFSET) >>> Short.SIZE);
    }

    /**
     * Reads the sender's operation id.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the id that the sending process gave its operation
     */
    public static long sendId(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.SEND_ID_OFFSET);
    }

    /**
     * Reads the context id.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the context id
     */
    public static int contextId(ByteBuffer packets, int at) {
        return (int) INT.get(packets, at + PacketDescriptor.CONTEXT_OFFSET);
    }

    /**
     * Reads both endpoints.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the destination in the lower half, the source in the upper
     */
    public static long endpoints(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.ENDPOINTS_OFFSET);
    }

    /**
     * Reads rank and tag.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the sender's rank in the lower half, the tag in the upper
     */
    public static long sourceAndTag(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.SOURCE_OFFSET);
    }

    /**
     * Reads the length of the whole message.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the length in bytes
     */
    public static long messageLength(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.MESSAGE_LENGTH_OFFSET);
    }

    /**
     * Reads signature and number.
     *
     * @param packets a buffer of any byte order
     * @param at the offset of the header
     * @return the hash of the type signature in the lower half, the number of the packet in the upper
     */
    public static long signatureAndNumber(ByteBuffer packets, int at) {
        return (long) LONG.get(packets, at + PacketDescriptor.SIGNATURE_OFFSET);
    }
}
