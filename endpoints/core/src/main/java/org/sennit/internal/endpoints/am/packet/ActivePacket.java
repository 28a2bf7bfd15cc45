package org.sennit.internal.endpoints.am.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.active.VectorKind;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The packets of active messages, within the 64 bytes of {@link PacketDescriptor}: little endian.
 *
 * <pre>
 *   type           kind      status   context  rank    tag      message length  send id  receive id       signature
 *   ACTIVE_MESSAGE FIRST     handler  context  source  counter  data bytes      origin's header | pieces  vector kind
 *   ACTIVE_MESSAGE CALL      number                             data bytes      origin's header bytes
 *   ACTIVE_MESSAGE DATA                                         offset                   target's
 *   ACTIVE_MESSAGE WITHDRAWN                                                             target's
 *   ACK            COMPLETE, DATA_THERE                                         origin's
 *   ACTIVE_REPLY   READY                                        bytes wanted    origin's target's
 *   ACTIVE_REPLY   ANSWER, FAILED                               result          origin's
 * </pre>
 *
 * <p>The payload of FIRST is the user's header, the lengths of the pieces (one for blocks, none for a single piece),
 * and all data or none; that of CALL the header and the data; that of ANSWER its data, and of FAILED a text. No packet
 * relies on the order of arrival; what comes for an id that is not known any more is dropped, or withdrawn.
 */
public final class ActivePacket {
    /** Kinds of ACTIVE_MESSAGE. */
    public static final byte FIRST = 0;

    public static final byte CALL = 1;
    public static final byte DATA = 2;

    /** The rest of the data will not come. */
    public static final byte WITHDRAWN = 3;

    /** Kinds of ACK: the message is complete, completion handler included; its data is in place. */
    public static final byte COMPLETE = 0;

    public static final byte DATA_THERE = 1;

    /** Kinds of ACTIVE_REPLY. */
    public static final byte READY = 0;

    public static final byte ANSWER = 1;
    public static final byte FAILED = 2;

    /** Where words begin that {@link BarePacket#word} reads. */
    public static final int ENDPOINTS = 16;

    public static final int RANK_AND_COUNTER = 24;
    public static final int LENGTH = 32;
    public static final int SEND_ID = 40;
    public static final int HEADER_AND_PIECES = 48;
    public static final int KIND = 56;

    private static final VectorKind[] KINDS = VectorKind.values();

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle SHORT_IN = MethodHandles.byteBufferViewVarHandle(
                    short[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle INT_IN = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle LONG_IN = MethodHandles.byteBufferViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private ActivePacket() {}

    /** Writes what all packets have; the rest, the lengths among it, is zero. */
    public static void write(MemorySegment to, byte type, byte kind, int destination, int source, long sendId) {
        to.set(ValueLayout.JAVA_BYTE, 0, type);
        to.set(ValueLayout.JAVA_BYTE, 1, kind);
        to.set(SHORT, 2, (short) 0);
        to.set(INT, 4, 0);
        to.set(LONG, 8, 0);
        to.set(INT, 16, destination);
        to.set(INT, 20, source);
        to.set(LONG, 24, 0);
        to.set(LONG, 32, 0);
        to.set(LONG, 40, sendId);
        to.set(LONG, 48, 0);
        to.set(LONG, 56, 0);
    }

    /**
     * Writes the length of what follows the packet's header, and the length, offset or result that the kind of packet
     * has.
     */
    public static void writeLengths(MemorySegment to, long payload, long length) {
        to.set(LONG, 8, payload);
        to.set(LONG, 32, length);
    }

    public static void writeOrigin(MemorySegment to, int context, int rank) {
        to.set(INT, 4, context);
        to.set(INT, 24, rank);
    }

    public static void writeFirst(
            MemorySegment to, int handler, int counter, int headerBytes, int pieces, VectorKind kind) {
        to.set(SHORT, 2, (short) handler);
        to.set(INT, 28, counter);
        to.set(INT, 48, headerBytes);
        to.set(INT, 52, pieces);
        to.set(INT, 56, kind.ordinal());
    }

    public static void writeCall(MemorySegment to, int number, int headerBytes) {
        to.set(SHORT, 2, (short) number);
        to.set(INT, 48, headerBytes);
    }

    public static void writeReceiveId(MemorySegment to, long receiveId) {
        to.set(LONG, 48, receiveId);
    }

    public static void writeLength(MemorySegment to, long at, long length) {
        to.set(LONG, at, length);
    }

    public static long readLength(MemorySegment from, long at) {
        return from.get(LONG, at);
    }

    public static byte kind(ByteBuffer packet, int at) {
        return packet.get(at + 1);
    }

    public static int handler(ByteBuffer packet, int at) {
        return (short) SHORT_IN.get(packet, at + 2) & 0xFFFF;
    }

    public static int context(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 4);
    }

    public static int destination(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 16);
    }

    public static int sourceEndpoint(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 20);
    }

    public static int sourceRank(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 24);
    }

    public static int counter(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 28);
    }

    public static long length(ByteBuffer packet, int at) {
        return (long) LONG_IN.get(packet, at + 32);
    }

    public static long sendId(ByteBuffer packet, int at) {
        return (long) LONG_IN.get(packet, at + 40);
    }

    public static long receiveId(ByteBuffer packet, int at) {
        return (long) LONG_IN.get(packet, at + 48);
    }

    public static int headerBytes(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 48);
    }

    public static int pieces(ByteBuffer packet, int at) {
        return (int) INT_IN.get(packet, at + 52);
    }

    /** Returns the kind of the origin vector; null when the packet cannot be right. */
    public static VectorKind vectorKind(ByteBuffer packet, int at) {
        int ordinal = (int) INT_IN.get(packet, at + 56);
        return ordinal >= 0 && ordinal < KINDS.length ? KINDS[ordinal] : null;
    }

    /** Returns how many lengths of pieces follow the user's header. */
    public static int lengths(VectorKind kind, int pieces) {
        return switch (kind) {
            case STRIDED -> Math.min(1, pieces);
            case IOVECTOR -> pieces;
            case GENERIC -> pieces == 1 ? 0 : pieces;
        };
    }

    /** Returns the error of a packet that is refused: it cannot be right. */
    public static SennitException bad(VirtualConnection vc, String why) {
        return new SennitException(ErrorClass.NETWORK, "bad active message: process=" + vc.process() + " " + why);
    }
}
