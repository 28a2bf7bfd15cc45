package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A packet between the two modules over the underlying connection: of a type of its own, with a number
 * and a short text. Immutable.
 *
 * @param type one of the constants
 * @param number which offer it is about
 * @param text the offer, or a reason
 */
record ControlPacket(byte type, long number, String text) {
    /** The second asks the first to make memory. */
    static final byte REQUEST = PacketDescriptor.MODULE_FIRST;

    /** The first has made memory: its lengths and file. */
    static final byte OFFER = PacketDescriptor.MODULE_FIRST + 1;

    /** The second has mapped it. */
    static final byte MAPPED = PacketDescriptor.MODULE_FIRST + 2;

    /** There will be no memory: everything goes through the underlying connection, from both sides. */
    static final byte CANNOT = PacketDescriptor.MODULE_FIRST + 3;

    /** The number of CANNOT where the sender leaves the job, and could share memory as well as before. */
    static final long LEAVING = 1;

    /**
     * Look at the ring; with a number, let the endpoint before that number look about: memory has changed that it waits
     * for.
     */
    static final byte BELL = PacketDescriptor.MODULE_FIRST + 4;

    /** The one of a ring. */
    static final ControlPacket RING_BELL = new ControlPacket(BELL, 0, "");

    /** The sender's side of the connection has broken. */
    static final byte BROKEN = PacketDescriptor.MODULE_FIRST + 5;

    /** The longest text, in bytes; longer ones are cut, or refused when they arrive. */
    static final int MAX_TEXT_BYTES = 8192;

    static boolean isControl(ByteBuffer header) {
        return PacketDescriptor.type(header) >= PacketDescriptor.MODULE_FIRST;
    }

    MemorySegment payload() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        MemorySegment payload = MemorySegment.ofArray(bytes);
        return bytes.length <= MAX_TEXT_BYTES ? payload : payload.asSlice(0, MAX_TEXT_BYTES);
    }

    MemorySegment header() {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        long length = payload().byteSize();
        PacketDescriptor.writeTransfer(header, type, (byte) 0, (short) 0, number, 0, length);
        PacketDescriptor.writePayloadLength(header, length);
        return header;
    }
}
