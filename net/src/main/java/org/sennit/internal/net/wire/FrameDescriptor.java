package org.sennit.internal.net.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.spi.network.NetworkSend;

/**
 * The frame, tcp's own unit: a header of 24 bytes, little endian, followed by {@code length} bytes. Packets know
 * nothing of frames: a packet may span frames and a frame may hold many packets.
 *
 * <pre>
 *   0                 4        5        6                 8
 *   +-----------------+--------+--------+-----------------+
 *   | length in bytes |  kind  | version| flags           |  0
 *   +-----------------+--------+--------+-----------------+
 *   | sequence: DATA, ABORT and CLOSE frames of this      |  8
 *   | session, counted from 1; ACK: the last of them; 0   |
 *   | in every other kind                                 |
 *   +-----------------------------------------------------+
 *   | acknowledgement: highest sequence received in order | 16
 *   | in this session; 0 in a handshake                   |
 *   +-----------------------------------------------------+
 * </pre>
 *
 * <p>A session outlives its sockets: sequence and acknowledgement go on with the next one.
 *
 * <p>Fields are written once by the sender and read by the peer; TCP is the publication. The cap of a kind is checked
 * before anything is allocated or skipped.
 */
public final class FrameDescriptor {
    /** Bytes of a header. */
    public static final int HEADER_LENGTH = 24;

    /** The version of this layout. */
    public static final byte VERSION = 2;

    /** The most bytes of a staging buffer, and of a payload that a frame carries without a copy. */
    public static final int PIECE_LENGTH = 1 << 20;

    /** The most bytes of a DATA frame: a piece and the header of its packet. */
    public static final int MAX_DATA_LENGTH = PIECE_LENGTH + NetworkSend.MAX_PACKET_HEADER_BYTES;

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

    /** The sender sends nothing more in this session. */
    public static final byte CLOSE = 8;

    /**
     * Nothing but an acknowledgement; also the sign that the sender lives. Its sequence is that of the last numbered
     * frame before it, so that a frame that was lost is missed though no other follows.
     */
    public static final byte ACK = 9;

    /** The session is over on the sender's side; body: the generation of the next one, 4 bytes. */
    public static final byte GONE = 10;

    /** The accepting side turns the other one away; body: a {@link RefusalReason} and a detail, 8 bytes. */
    public static final byte REFUSED = 11;

    /** Flag of a numbered frame and of ACK: the sender asks for an early acknowledgement of everything up to it. */
    public static final int ACK_WANTED = 1;

    /** Flag of CLOSE: the sender ends for good; its address will have no listener. */
    public static final int LEAVING = 2;

    /** Flag of CLOSE: the sender rests and will listen again. */
    public static final int RESTING = 4;

    private static final int ALL_FLAGS = ACK_WANTED | LEAVING | RESTING;

    private static final int LENGTH = 0;
    private static final int KIND = 4;
    private static final int VERSION_OFFSET = 5;
    private static final int FLAGS = 6;
    private static final int SEQUENCE = 8;
    private static final int ACKNOWLEDGEMENT = 16;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FrameDescriptor() {}

    /**
     * Writes a header.
     *
     * @param memory where to
     * @param offsetBytes where it starts
     * @param kind one of the constants of this class
     * @param flags flags of this class
     * @param lengthBytes the number of bytes that follow it
     * @param sequence the number of a DATA, ABORT or CLOSE frame; 0 otherwise
     * @param acknowledgement the number of the last frame that was received in order
     */
    public static void write(
            MemorySegment memory,
            long offsetBytes,
            byte kind,
            int flags,
            int lengthBytes,
            long sequence,
            long acknowledgement) {
        memory.set(INT, offsetBytes + LENGTH, lengthBytes);
        // kind, version and flags in one store
        memory.set(INT, offsetBytes + KIND, (kind & 0xff) | (VERSION << 8) | (flags << 16));
        memory.set(LONG, offsetBytes + SEQUENCE, sequence);
        memory.set(LONG, offsetBytes + ACKNOWLEDGEMENT, acknowledgement);
    }

    /**
     * Reads the length of a frame of one's own.
     *
     * @param memory where it is
     * @param offsetBytes where its header starts
     * @return the bytes that follow the header
     */
    public static int length(MemorySegment memory, long offsetBytes) {
        return memory.get(INT, offsetBytes + LENGTH);
    }

    /**
     * Reads the sequence number of a frame of one's own.
     *
     * @param memory where it is
     * @param offsetBytes where its header starts
     */
    public static long sequence(MemorySegment memory, long offsetBytes) {
        return memory.get(LONG, offsetBytes + SEQUENCE);
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
     */
    public static long sequence(ByteBuffer buffer, int offsetBytes) {
        return buffer.getLong(offsetBytes + SEQUENCE);
    }

    /**
     * Reads the acknowledgement.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return the number of the last frame that the peer has received in order
     */
    public static long acknowledgement(ByteBuffer buffer, int offsetBytes) {
        return buffer.getLong(offsetBytes + ACKNOWLEDGEMENT);
    }

    /**
     * Reads the flags.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return flags of this class
     */
    public static int flags(ByteBuffer buffer, int offsetBytes) {
        return buffer.getShort(offsetBytes + FLAGS) & 0xffff;
    }

    /**
     * Returns whether a header can be believed: known version, kind and a length within the kind's cap.
     *
     * @param buffer little endian
     * @param offsetBytes where the header starts
     * @return null when it can; else one line with the reason
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
        if (kind == DATA && length == 0) {
            return "frame without data";
        }
        if ((flags(buffer, offsetBytes) & ~ALL_FLAGS) != 0) {
            return "frame with unknown flags";
        }
        return null;
    }

    private static int cap(byte kind) {
        return switch (kind) {
            case HELLO, CHALLENGE, PROOF, ACCEPT -> MAX_HANDSHAKE_LENGTH;
            case DATA -> MAX_DATA_LENGTH;
            case GONE -> 4;
            case REFUSED -> HandshakeDescriptor.REFUSED_LENGTH;
            case YIELD, ABORT, CLOSE, ACK -> 0;
            default -> -1;
        };
    }
}
