package org.sennit.net.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The frame, tcp's own unit: a header of 32 bytes, little endian, followed by {@code length} bytes. Packets know nothing
 * of frames: a packet may span frames and a frame may hold many packets.
 *
 * <pre>
 *   0                 4        5        6                 8
 *   +-----------------+--------+--------+-----------------+
 *   | length in bytes |  kind  | version| reserved (0)    |  0
 *   +-----------------+--------+--------+-----------------+
 *   | sequence: DATA and ABORT frames of this socket,     |  8
 *   | counted from 1; 0 in every other kind               |
 *   +-----------------------------------------------------+
 *   | acknowledgement: highest sequence received in order | 16
 *   | (reserved, 0 until there is a resend layer)         |
 *   +--------------------------+--------------------------+
 *   | credit in bytes          | reserved (0)             | 24
 *   | (reserved, 0 until there |                          |
 *   | is a credit window)      |                          |
 *   +--------------------------+--------------------------+
 * </pre>
 *
 * <p>Fields are written once by the sender and read by the peer; TCP is the publication. The cap of a kind is checked
 * before anything is allocated or skipped.
 */
public final class FrameDescriptor {
    /** Bytes of a header. */
    public static final int HEADER_LENGTH = 32;

    /** The version of this layout. */
    public static final byte VERSION = 1;

    /** The most bytes of a DATA frame. */
    public static final int MAX_DATA_LENGTH = 1 << 20;

    /** The most bytes of a handshake frame. */
    public static final int MAX_HANDSHAKE_LENGTH = 512;

    /** The first frame of the side that connects. */
    public static final byte HELLO = 1;

    /** The answer of the side that accepts, with its proof. */
    public static final byte CHALLENGE = 2;

    /** The proof of the side that connects. */
    public static final byte PROOF = 3;

    /** The connection is ready. */
    public static final byte ACCEPT = 4;

    /** The accepting side connects by itself, or is connected already: this socket is not needed. */
    public static final byte YIELD = 5;

    /** Bytes of packets. */
    public static final byte DATA = 6;

    /** The message whose first part has been sent will not be finished. */
    public static final byte ABORT = 7;

    /** The sender sends nothing more on this socket. */
    public static final byte CLOSE = 8;

    private static final int LENGTH = 0;
    private static final int KIND = 4;
    private static final int VERSION_OFFSET = 5;
    private static final int RESERVED_SHORT = 6;
    private static final int SEQUENCE = 8;
    private static final int ACKNOWLEDGEMENT = 16;
    private static final int CREDIT = 24;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FrameDescriptor() {}

    /**
     * Writes a header.
     *
     * @param memory where to
     * @param offsetBytes where it starts
     * @param kind one of the constants of this class
     * @param lengthBytes how many bytes follow it
     * @param sequence the number of a DATA or ABORT frame; 0 otherwise
     */
    public static void write(MemorySegment memory, long offsetBytes, byte kind, int lengthBytes, long sequence) {
        memory.set(INT, offsetBytes + LENGTH, lengthBytes);
        // kind, version and the reserved short in one store
        memory.set(INT, offsetBytes + KIND, (kind & 0xff) | (VERSION << 8));
        memory.set(LONG, offsetBytes + SEQUENCE, sequence);
        memory.set(LONG, offsetBytes + ACKNOWLEDGEMENT, 0L);
        memory.set(LONG, offsetBytes + CREDIT, 0L);
    }

    /**
     * Reads the length.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return the bytes that follow the header; a hostile peer may have sent any value
     */
    public static int length(ByteBuffer buffer, int offsetBytes) {
        return buffer.getInt(offsetBytes + LENGTH);
    }

    /**
     * Reads the kind.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return one of the constants of this class, or garbage
     */
    public static byte kind(ByteBuffer buffer, int offsetBytes) {
        return buffer.get(offsetBytes + KIND);
    }

    /**
     * Reads the sequence number.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return the number
     */
    public static long sequence(ByteBuffer buffer, int offsetBytes) {
        return buffer.getLong(offsetBytes + SEQUENCE);
    }

    /**
     * Whether a header can be believed: known version, kind and a length within the kind's cap.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return null when it can; else one line that says what is wrong
     */
    public static String problem(ByteBuffer buffer, int offsetBytes) {
        byte version = buffer.get(offsetBytes + VERSION_OFFSET);
        if (version != VERSION) {
            return "frame version=" + version + ", expected " + VERSION;
        }
        int length = length(buffer, offsetBytes);
        byte kind = kind(buffer, offsetBytes);
        int cap = cap(kind);
        if (cap < 0) {
            return "frame kind=" + kind;
        }
        if (length < 0 || length > cap) {
            return "frame kind=" + kind + " length=" + length + ", at most " + cap;
        }
        if (buffer.getShort(offsetBytes + RESERVED_SHORT) != 0) {
            return "frame with reserved bits";
        }
        return null;
    }

    private static int cap(byte kind) {
        return switch (kind) {
            case HELLO, CHALLENGE, PROOF, ACCEPT -> MAX_HANDSHAKE_LENGTH;
            case DATA -> MAX_DATA_LENGTH;
            case YIELD, ABORT, CLOSE -> 0;
            default -> -1;
        };
    }
}
