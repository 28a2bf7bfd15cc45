package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.sennit.PairType;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;

/**
 * The header of a call to the process of a window's member, little endian.
 *
 * <pre>
 *   0         4         8         16     17        18     19          20        24      32      40      48      56      64
 *   +---------+---------+---------+------+---------+------+-----------+---------+-------+-------+-------+-------+-------+
 *   | context | origin  | number  | kind | element | pair | operation | records | first | end   | at    | bytes | value |
 *   +---------+---------+---------+------+---------+------+-----------+---------+-------+-------+-------+-------+-------+
 * </pre>
 *
 * The accesses of an origin to a target are numbered, and executed in that order. {@code first} and {@code end} are the
 * bytes of the part that the whole access spans, of which this call has {@code bytes}: those from {@code at} on, or,
 * with records, the {@link TargetRuns} that stand before its data; both count from {@code first}. {@code value} is the
 * expected value of a compare-and-swap, the kind of a lock ({@link PartLocks}), 1 for an update that returns the
 * previous values, or the length of a batch's answer. The answer is a number, and the data that was read: 0, an error
 * as {@link #failed} encodes it, or the outcome of a lock request.
 */
public record WindowCall(
        int context,
        int origin,
        long number,
        byte kind,
        ElementType element,
        PairType pair,
        Reduction operation,
        int records,
        long first,
        long end,
        long at,
        long bytes,
        long value) {
    /** The data is stored. */
    public static final byte PUT = 0;

    /** The answer brings the data. */
    public static final byte GET = 1;

    /** Each element is combined with an operand. */
    public static final byte UPDATE = 2;

    /** An element is replaced if it has the expected value. */
    public static final byte SWAP = 3;

    /** Takes a number whose access could not be sent. */
    public static final byte NOTHING = 4;

    /** Several accesses, {@code records} of them, each with a header of its own. */
    public static final byte BATCH = 5;

    /** Asks for the lock of the part. */
    public static final byte LOCK = 6;
    /** Gives the lock back. */
    public static final byte UNLOCK = 7;

    /** The program of a holder ends. */
    public static final byte HOLDER_ENDED = 8;

    /** The size of a header. */
    public static final int BYTES = 64;

    private static final int MOST_ERRORS = 1 << 10; // classes
    private static final byte NONE = -1;
    private static final ElementType[] ELEMENTS = ElementType.values();
    private static final PairType[] PAIRS = PairType.values();
    private static final ErrorClass[] ERRORS = ErrorClass.values();

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** A number in a header or in the data of a batch. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Makes a call on a lock. */
    public static WindowCall ofLock(byte kind, int context, int origin, int lockKind) {
        return new WindowCall(context, origin, 0, kind, null, null, null, 0, 0, 0, 0, 0, lockKind);
    }

    /** Returns the answer that a call has failed. */
    public static long failed(ErrorClass errorClass) {
        return -1 - errorClass.ordinal();
    }

    /** Returns the answer that an access of a batch has failed. */
    static long failed(ErrorClass errorClass, int entry) {
        return failed(errorClass) - (long) entry * MOST_ERRORS;
    }

    /** Returns the error class of such an answer. */
    public static ErrorClass errorOf(long answer) {
        return ERRORS[(int) ((-1 - answer) % MOST_ERRORS)];
    }

    /** Returns the access of a batch that such an answer concerns. */
    public static int entryOf(long answer) {
        return (int) ((-1 - answer) / MOST_ERRORS);
    }

    /** Returns the bytes of an access of a batch: its header, and its operands up to a multiple of 8. */
    public static long entryBytes(long operandBytes) {
        return BYTES + (operandBytes + Long.BYTES - 1 & -Long.BYTES);
    }

    /** Returns the bytes of a batch's answer for an access that reads this number. */
    public static long resultBytes(long length) {
        return Long.BYTES + (length + Long.BYTES - 1 & -Long.BYTES);
    }

    /** Returns how many numbers of accesses the call takes. */
    int numbers() {
        return kind == BATCH ? records : 1;
    }

    /** Returns the header as bytes. */
    public MemorySegment write() {
        MemorySegment to = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
        write(to, 0);
        return to;
    }

    /** Writes the header. */
    public void write(MemorySegment memory, long offset) {
        MemorySegment to = memory.asSlice(offset, BYTES);
        to.set(INT, 0, context);
        to.set(INT, 4, origin);
        to.set(LONG, 8, number);
        to.set(ValueLayout.JAVA_BYTE, 16, kind);
        to.set(ValueLayout.JAVA_BYTE, 17, element == null ? NONE : (byte) element.ordinal());
        to.set(ValueLayout.JAVA_BYTE, 18, pair == null ? NONE : (byte) pair.ordinal());
        to.set(ValueLayout.JAVA_BYTE, 19, (byte)
                Update.OPERATIONS.indexOf(operation == null ? Reduction.NO_OP : operation));
        to.set(INT, 20, records);
        to.set(LONG, 24, first);
        to.set(LONG, 32, end);
        to.set(LONG, 40, at);
        to.set(LONG, 48, bytes);
        to.set(LONG, 56, value);
    }

    /** Reads a header. */
    public static WindowCall read(MemorySegment memory, long offset) {
        return read(memory.asSlice(offset, BYTES));
    }

    static WindowCall read(MemorySegment from) {
        byte element = from.get(ValueLayout.JAVA_BYTE, 17);
        byte pair = from.get(ValueLayout.JAVA_BYTE, 18);
        return new WindowCall(
                from.get(INT, 0),
                from.get(INT, 4),
                from.get(LONG, 8),
                from.get(ValueLayout.JAVA_BYTE, 16),
                element == NONE ? null : ELEMENTS[element],
                pair == NONE ? null : PAIRS[pair],
                Update.OPERATIONS.get(from.get(ValueLayout.JAVA_BYTE, 19)),
                from.get(INT, 20),
                from.get(LONG, 24),
                from.get(LONG, 32),
                from.get(LONG, 40),
                from.get(LONG, 48),
                from.get(LONG, 56));
    }

    /** Returns whether its answer brings data. */
    boolean isRead() {
        return kind == GET || kind == SWAP || kind == UPDATE && value != 0;
    }

    /** Returns the bytes of operands that it brings as an access of a batch. */
    public long operandBytes() {
        return kind == GET || kind == UPDATE && operation == Reduction.NO_OP && value != 0 ? 0 : bytes;
    }

    /** Returns the bytes of the records before the data. */
    long recordBytes() {
        return (long) records * TargetRuns.RECORD_BYTES;
    }
}
