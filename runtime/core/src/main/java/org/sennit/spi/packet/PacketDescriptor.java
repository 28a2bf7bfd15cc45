package org.sennit.spi.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The packet, common to all network modules: a header of 64 bytes, little endian, followed by the payload. Modules see
 * only the length; everything else is between the two devices. What the packets mean follows the Nemesis document
 * (eager, RTS, CTS, COOKIE, DONE) with DATA for the null mode.
 *
 * <pre>
 *   0        1        2                 4                          8
 *   +--------+--------+-----------------+--------------------------+
 *   |  type  | kind   |    status       |        context id        |  0
 *   +--------+--------+-----------------+--------------------------+
 *   |                    payload length in bytes                   |  8
 *   +------------------------------------+--------------------------+
 *   |      destination endpoint          |     source endpoint      | 16
 *   +------------------------------------+--------------------------+
 *   |      source rank                   |     tag                  | 24
 *   +------------------------------------+--------------------------+
 *   |      message length in bytes (of the whole message)          | 32
 *   +---------------------------------------------------------------+
 *   |      sender's operation id                                   | 40
 *   +---------------------------------------------------------------+
 *   |      receiver's operation id                                 | 48
 *   +------------------------------------+--------------------------+
 *   |      signature hash                |     number               | 56
 *   +------------------------------------+--------------------------+
 * </pre>
 *
 * <p>The number is 0 but with a module that does not keep the order of packets: there it counts those of a connection.
 *
 * <p>The destination endpoint stands in every header, {@link #NO_ENDPOINT} where there is none: a module may look at it
 * to know which endpoint to wake.
 *
 * <p>Written and read by the thread that has the header in hand; publication is the module's. {@link PacketInBuffer}
 * reads headers that lie somewhere in a buffer of arrivals.
 */
public final class PacketDescriptor {
    /** Bytes of a header. */
    public static final int HEADER_LENGTH = 64;

    /** Offset of the payload length, a long in bytes. */
    public static final int PAYLOAD_LENGTH_OFFSET = 8;

    // The other offsets that PacketInBuffer and BarePacket read at.
    static final int TYPE_OFFSET = 0;
    static final int CONTEXT_OFFSET = 4;
    static final int ENDPOINTS_OFFSET = 16;
    static final int SOURCE_OFFSET = 24;
    static final int MESSAGE_LENGTH_OFFSET = 32;
    static final int SEND_ID_OFFSET = 40;
    static final int RECEIVE_ID_OFFSET = 48;
    static final int SIGNATURE_OFFSET = 56;

    /** A whole small message: header and payload. */
    public static final byte EAGER = 1;

    /** Request to send: the envelope of a large message; status says which side moves it, the payload is a cookie. */
    public static final byte RTS = 2;

    /** Clear to send: the receive has matched; message length is what the receiver takes, the payload is a cookie. */
    public static final byte CTS = 3;

    /** Opaque bytes of a large-message mode, for the side that kind names. */
    public static final byte COOKIE = 4;

    /** A large message has been moved, or why it will not be (status), for the side that kind names. */
    public static final byte DONE = 5;

    /** To the origin of an active message: it is complete, or its data is in place; kind says which. */
    public static final byte ACK = 6;

    /**
     * To the target of an active message: kind says whether it begins, or more of its data. In no order with other
     * packets.
     */
    public static final byte ACTIVE_MESSAGE = 7;

    /** The peer ends its use of the connection. */
    public static final byte CLOSE = 8;

    /** A piece of a large message in null mode, in order. */
    public static final byte DATA = 9;

    /** The receiver gives the sender room for eager messages back; message length says how many bytes. */
    public static final byte CREDIT = 10;

    /**
     * Memory whose ownership is passed: the envelope, the payload names the memory; the sender's operation id is 0
     * unless it wants to know when the memory is taken.
     */
    public static final byte PASS = 11;

    /**
     * To the operation of a giver: passed memory has been taken (status {@link #MOVED}), or not ({@link #REFUSED},
     * {@link #NOT_MOVED} where it could not be mapped); the payload is text then that says why.
     */
    public static final byte PASSED = 12;

    /**
     * Returns passed memory to its home: the payload is its numbers there, four bytes each. With status
     * {@link #REFUSED} the endpoint to which it was given has ended without taking it. With status
     * {@link #NOT_MOVED} it returns to the process that has passed it, because it could not be opened: the payload
     * is its home and its number there.
     */
    public static final byte HOME = 13;

    /**
     * Asks or answers whether memory can be passed: to the receiver, the payload names a region to try; to the sender,
     * status {@link #MOVED} says that it could be opened.
     */
    public static final byte REACH = 14;

    /**
     * The program of the source endpoint has failed, and nothing of it follows: the payload is text that
     * says why. Behind all that the endpoint has sent over the connection; the message's length says over
     * how many others the same comes.
     */
    public static final byte FAILED = 15;

    /**
     * Between the threads that look after the job in two processes: the context id says what it is, the tag is a
     * number, the payload belongs to it. The message's length says over how many other connections the same packet
     * comes, where it marks the end of what was sent before it.
     */
    public static final byte WATCH = 16;

    /** To the origin of an active message: its data is asked for, or the answer of a call. */
    public static final byte ACTIVE_REPLY = 17;

    /** From here on (to 127) types are a module's own; devices neither send nor see them. */
    public static final byte MODULE_FIRST = 64;

    /** Status of RTS: the sender's device sends the data (null mode). */
    public static final short BY_DEVICE = 0;

    /** Status of RTS: the network module moves the data. */
    public static final short BY_MODULE = 1;

    /** Status of DONE: all is well. */
    public static final short MOVED = 0;

    /** Status of DONE: the sender's memory is lost. */
    public static final short SENDER_LOST = 1;

    /** Status of DONE: the receiver's memory is lost. */
    public static final short RECEIVER_LOST = 2;

    /** Status of DONE, to the sender: the message is not wanted, which is no failure of the sender. */
    public static final short DISCARDED = 3;

    /** Status of DONE: the other side could not move the message, for another reason. */
    public static final short NOT_MOVED = 4;

    /** Status of DONE, to the sender: the receiver has ended, or given up the call to which the message belongs. */
    public static final short REFUSED = 5;

    /** Status of DONE, to the sender: the receiver's program has failed; the cause arrives in FAILED. */
    public static final short RECEIVER_FAILED = 6;

    /** Kind of COOKIE and DONE: for the sender of the message. */
    public static final byte TO_SENDER = 0;

    /** Kind of COOKIE and DONE: for the receiver of the message. */
    public static final byte TO_RECEIVER = 1;

    /** No endpoint in particular. */
    public static final int NO_ENDPOINT = -1;

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private PacketDescriptor() {}

    /**
     * Makes a header on the heap, for packets that are rare: freed at no cost, copied by the thread that sends it.
     *
     * @return zeros
     */
    public static MemorySegment newHeader() {
        return MemorySegment.ofArray(new byte[HEADER_LENGTH]);
    }

    /**
     * Makes a header outside the heap, to be filled and sent many times.
     *
     * @return zeros, for any thread, freed by the collector
     */
    public static MemorySegment newNativeHeader() {
        return Arena.ofAuto().allocate(HEADER_LENGTH, Long.BYTES);
    }

    /**
     * Returns whether packets of a type belong to active messages, which take no part in the order of others.
     *
     * @param type a type
     * @return true for {@link #ACTIVE_MESSAGE}, {@link #ACK} and {@link #ACTIVE_REPLY}
     */
    public static boolean isActive(byte type) {
        return type == ACTIVE_MESSAGE || type == ACK || type == ACTIVE_REPLY;
    }

    /**
     * Reads the payload length.
     *
     * @param header a little-endian header at position 0
     * @return the length in bytes; a hostile peer may have sent any value
     */
    public static long payloadLength(ByteBuffer header) {
        return header.getLong(PAYLOAD_LENGTH_OFFSET);
    }

    /**
     * Reads the packet's type.
     *
     * @param header a little-endian header at position 0
     * @return one of the constants of this class, or garbage
     */
    public static byte type(ByteBuffer header) {
        return header.get(0);
    }

    /**
     * Reads the message kind.
     *
     * @param header a little-endian header at position 0
     * @return a constant of {@link Envelope}
     */
    public static byte kind(ByteBuffer header) {
        return header.get(1);
    }

    /**
     * Reads the status of a {@link #DONE} or an {@link #RTS}.
     *
     * @param header a little-endian header at position 0
     * @return one of the constants of this class, or garbage
     */
    public static short status(ByteBuffer header) {
        return header.getShort(2);
    }

    /**
     * Reads the context id.
     *
     * @param header a little-endian header at position 0
     * @return the context id
     */
    public static int contextId(ByteBuffer header) {
        return header.getInt(4);
    }

    /**
     * Reads the endpoint for which the packet is.
     *
     * @param header a little-endian header at position 0
     * @return the id of an endpoint of the receiving process
     */
    public static int destinationEndpoint(ByteBuffer header) {
        return header.getInt(16);
    }

    /**
     * Reads the endpoint that sent the packet.
     *
     * @param header a little-endian header at position 0
     * @return the id of an endpoint of the sending process
     */
    public static int sourceEndpoint(ByteBuffer header) {
        return header.getInt(20);
    }

    /**
     * Reads the sender's rank in its communicator.
     *
     * @param header a little-endian header at position 0
     * @return the rank
     */
    public static int sourceRank(ByteBuffer header) {
        return header.getInt(24);
    }

    /**
     * Reads the tag.
     *
     * @param header a little-endian header at position 0
     * @return the tag
     */
    public static int tag(ByteBuffer header) {
        return header.getInt(28);
    }

    /**
     * Reads the length of the whole message.
     *
     * @param header a little-endian header at position 0
     * @return the length in bytes
     */
    public static long messageLength(ByteBuffer header) {
        return header.getLong(32);
    }

    /**
     * Reads the sender's operation id.
     *
     * @param header a little-endian header at position 0
     * @return the id that the sending process gave its operation
     */
    public static long sendId(ByteBuffer header) {
        return header.getLong(40);
    }

    /**
     * Reads the receiver's operation id.
     *
     * @param header a little-endian header at position 0
     * @return the id that the receiving process gave its operation
     */
    public static long receiveId(ByteBuffer header) {
        return header.getLong(48);
    }

    /**
     * Reads the hash of the type signature.
     *
     * @param header a little-endian header at position 0
     * @return the hash, 0 when unknown
     */
    public static int signature(ByteBuffer header) {
        return header.getInt(56);
    }

    /**
     * Reads the number of the packet.
     *
     * @param header a little-endian header at position 0
     * @return its number among those of its connection; 0 where the module keeps their order
     */
    public static int number(ByteBuffer header) {
        return header.getInt(60);
    }

    /**
     * Numbers a packet.
     *
     * @param header 64 bytes or more
     * @param number its number among those of its connection
     */
    public static void writeNumber(MemorySegment header, int number) {
        header.set(INT, 60, number);
    }

    /**
     * Writes the first part of a header: type, envelope and payload length; the operation ids become 0.
     *
     * @param header 64 bytes or more
     * @param type one of the constants of this class
     * @param envelope the envelope of the message
     * @param destinationEndpoint the endpoint of the receiving process
     * @param sourceEndpoint the endpoint of the sending process
     * @param payloadLength the bytes that follow this header
     */
    public static void write(
            MemorySegment header,
            byte type,
            Envelope envelope,
            int destinationEndpoint,
            int sourceEndpoint,
            long payloadLength) {
        header.set(ValueLayout.JAVA_BYTE, 0, type);
        header.set(ValueLayout.JAVA_BYTE, 1, envelope.kind);
        header.set(SHORT, 2, (short) 0);
        header.set(INT, 4, envelope.contextId);
        header.set(LONG, 8, payloadLength);
        header.set(INT, 16, destinationEndpoint);
        header.set(INT, 20, sourceEndpoint);
        header.set(INT, 24, envelope.sourceRank);
        header.set(INT, 28, envelope.tag);
        header.set(LONG, 32, envelope.lengthBytes);
        header.set(LONG, 40, 0L);
        header.set(LONG, 48, 0L);
        header.set(INT, 56, envelope.signature);
        header.set(INT, 60, 0);
    }

    /**
     * Writes a header without payload that belongs to a running large transfer (CTS, DATA, COOKIE, DONE).
     *
     * @param header 64 bytes or more
     * @param type one of the constants of this class
     * @param side {@link #TO_SENDER} or {@link #TO_RECEIVER}
     * @param status 0 for success
     * @param sendId the sender's operation id
     * @param receiveId the receiver's operation id
     * @param messageLength the length of the whole transfer in bytes
     */
    public static void writeTransfer(
            MemorySegment header, byte type, byte side, short status, long sendId, long receiveId, long messageLength) {
        // No slice is filled with zeros: this is called too seldom for one to be optimised away.
        header.set(ValueLayout.JAVA_BYTE, 0, type);
        header.set(ValueLayout.JAVA_BYTE, 1, side);
        header.set(SHORT, 2, status);
        header.set(INT, 4, 0);
        header.set(LONG, PAYLOAD_LENGTH_OFFSET, 0);
        header.set(INT, 16, NO_ENDPOINT);
        header.set(INT, 20, NO_ENDPOINT);
        header.set(LONG, 24, 0);
        header.set(LONG, 32, messageLength);
        header.set(LONG, 40, sendId);
        header.set(LONG, 48, receiveId);
        header.set(LONG, 56, 0);
    }

    /**
     * Adds to a header of {@link #writeTransfer} how long its payload is.
     *
     * @param header 64 bytes or more
     * @param payloadLength the bytes that follow this header
     */
    public static void writePayloadLength(MemorySegment header, long payloadLength) {
        header.set(LONG, PAYLOAD_LENGTH_OFFSET, payloadLength);
    }

    /**
     * Adds to a header that {@link #write} made what an RTS needs.
     *
     * @param header 64 bytes or more
     * @param mover {@link #BY_DEVICE} or {@link #BY_MODULE}
     * @param sendId the id that the sending process gave its operation
     */
    public static void writeRequest(MemorySegment header, short mover, long sendId) {
        header.set(SHORT, 2, mover);
        header.set(LONG, 40, sendId);
    }

    /**
     * Returns to which side a header of {@link #writeTransfer} goes.
     *
     * @param header 64 bytes or more
     * @param destinationEndpoint the endpoint of the receiving process
     * @param sourceEndpoint the endpoint of the sending process
     */
    public static void writeEndpoints(MemorySegment header, int destinationEndpoint, int sourceEndpoint) {
        header.set(INT, 16, destinationEndpoint);
        header.set(INT, 20, sourceEndpoint);
    }

    /**
     * Reads the endpoint for which a packet is, before it is sent.
     *
     * @param header 64 bytes or more
     * @return its id in the receiving process, or {@link #NO_ENDPOINT}
     */
    public static int destinationEndpoint(MemorySegment header) {
        return header.get(INT, 16);
    }

    /**
     * Copies the envelope out of a header.
     *
     * @param header a little-endian header at position 0
     * @param envelope receives it
     */
    public static void readEnvelope(ByteBuffer header, Envelope envelope) {
        envelope.kind = kind(header);
        envelope.contextId = contextId(header);
        envelope.sourceRank = sourceRank(header);
        envelope.tag = tag(header);
        envelope.lengthBytes = messageLength(header);
        envelope.signature = signature(header);
    }
}
