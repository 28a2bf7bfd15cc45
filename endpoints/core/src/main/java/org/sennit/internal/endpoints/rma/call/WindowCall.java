package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.sennit.PairType;
import org.sennit.internal.endpoints.am.call.CallHeader;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;

/**
 * The header of a call to the process of a window's member, little endian.
 *
 * <pre>
 *   0         4        8        16     17        18     19          20        24      32    40   48      56      64
 *   +---------+--------+--------+------+---------+------+-----------+---------+-------+-----+----+-------+-------+
 *   | context | origin | number | kind | element | pair | operation | records | first | end | at | bytes | value |
 *   +---------+--------+--------+------+---------+------+-----------+---------+-------+-----+----+-------+-------+
 * </pre>
 *
 * The accesses of an origin to a target are numbered, and executed in that order; its requests for the lock have
 * numbers of their own, which the calls that end them repeat. {@code first} and {@code end} are the bytes of the part
 * that the whole access spans, of which this call has {@code bytes}: those from {@code at} on, or, with records, the
 * {@link TargetRuns} that stand before its data; both count from {@code first}. {@code value} is the expected value of
 * a compare-and-swap, the kind of a lock ({@link PartLocks}), 1 for an update that returns the previous values, or the
 * length of a batch's answer. The answer is a number, and the data that was read: 0, an error as {@link #failed}
 * encodes it, or the outcome of a lock request.
 *
 * <p>Used again for other calls, by one thread at a time.
 */
public final class WindowCall implements CallHeader {
    /** The data is stored. */
    public static final byte PUT = 0;

    /** The answer brings the data. */
    public static final byte GET = 1;

    /** Each element is combined with an operand. */
    public static final byte UPDATE = 2;

    /** An element is replaced if it has the expected value. */
    public static final byte SWAP = 3;

    /** Takes the numbers, {@code records} of them, of accesses that could not be sent. */
    public static final byte NOTHING = 4;

    /** Several accesses, {@code records} of them, each with a header of its own. */
    public static final byte BATCH = 5;

    /** Asks for the lock of the part. */
    public static final byte LOCK = 6;
    /** Gives the lock back. */
    public static final byte UNLOCK = 7;

    /** The program of a holder ends. */
    public static final byte HOLDER_ENDED = 8;

    /** Gives a lock back whose request may have been sent, or not: its origin does not wait for it. */
    public static final byte CANCEL = 9;

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

    private int context;
    private int origin;
    private long number;
    private byte kind;
    private ElementType element;
    private PairType pair;
    private Reduction operation;
    private int records;
    private long first;
    private long end;
    private long at;
    private long bytes;
    private long value;

    /** Makes a call that says nothing yet. */
    public WindowCall() {}

    /** Begins another call; what the other methods do not say is 0, or none. Returns this. */
    public WindowCall begin(byte what, int windowContext, int originRank, long accessNumber) {
        kind = what;
        context = windowContext;
        origin = originRank;
        number = accessNumber;
        element = null;
        pair = null;
        operation = Reduction.NO_OP;
        records = 0;
        first = 0;
        end = 0;
        at = 0;
        bytes = 0;
        value = 0;
        return this;
    }

    /** Says what an update does; null for none. Returns this. */
    public WindowCall update(Update update) {
        element = update == null ? null : update.element();
        pair = update == null ? null : update.pair();
        operation = update == null ? Reduction.NO_OP : update.operation();
        return this;
    }

    /** Says of what type the element is that is swapped. Returns this. */
    public WindowCall element(ElementType type) {
        element = type;
        return this;
    }

    /** Says which bytes of the part the whole access spans. Returns this. */
    public WindowCall span(long firstByte, long endByte) {
        first = firstByte;
        end = endByte;
        return this;
    }

    /** Says how many bytes of it this call has, and where they begin. Returns this. */
    public WindowCall part(long begin, long count) {
        at = begin;
        bytes = count;
        return this;
    }

    /** Says how many records stand before the data. Returns this. */
    public WindowCall records(int count) {
        records = count;
        return this;
    }

    /** Says the value. Returns this. */
    public WindowCall value(long given) {
        value = given;
        return this;
    }

    int context() {
        return context;
    }

    int origin() {
        return origin;
    }

    long number() {
        return number;
    }

    /** Returns what the call does. */
    public byte kind() {
        return kind;
    }

    ElementType element() {
        return element;
    }

    PairType pair() {
        return pair;
    }

    Reduction operation() {
        return operation;
    }

    int records() {
        return records;
    }

    /** Returns the first byte of the part that the whole access spans. */
    public long first() {
        return first;
    }

    /** Returns where the whole access ends in the part. */
    public long end() {
        return end;
    }

    long at() {
        return at;
    }

    long partBytes() {
        return bytes;
    }

    long value() {
        return value;
    }

    /** Returns the answer that a call has failed; that of a batch: with all its accesses. */
    public static long failed(ErrorClass errorClass) {
        return -1 - errorClass.ordinal();
    }

    /** Returns the answer that an access of a batch has failed. */
    public static long failed(ErrorClass errorClass, int entry) {
        return failed(errorClass) - (entry + 1L) * MOST_ERRORS;
    }

    /** Returns the error class of such an answer. */
    public static ErrorClass errorOf(long answer) {
        return ERRORS[(int) ((-1 - answer) % MOST_ERRORS)];
    }

    /** Returns the access of a batch that such an answer concerns; -1: all, and none has results. */
    public static int entryOf(long answer) {
        return (int) ((-1 - answer) / MOST_ERRORS) - 1;
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
        return kind == BATCH || kind == NOTHING ? records : 1;
    }

    @Override
    public int bytes() {
        return BYTES;
    }

    @Override
    public void write(MemorySegment to, long offset) {
        to.set(INT, offset, context);
        to.set(INT, offset + 4, origin);
        to.set(LONG, offset + 8, number);
        to.set(ValueLayout.JAVA_BYTE, offset + 16, kind);
        to.set(ValueLayout.JAVA_BYTE, offset + 17, element == null ? NONE : (byte) element.ordinal());
        to.set(ValueLayout.JAVA_BYTE, offset + 18, pair == null ? NONE : (byte) pair.ordinal());
        to.set(ValueLayout.JAVA_BYTE, offset + 19, (byte) Update.OPERATIONS.indexOf(operation));
        to.set(INT, offset + 20, records);
        to.set(LONG, offset + 24, first);
        to.set(LONG, offset + 32, end);
        to.set(LONG, offset + 40, at);
        to.set(LONG, offset + 48, bytes);
        to.set(LONG, offset + 56, value);
    }

    /** Reads a header. Returns this. */
    public WindowCall read(MemorySegment from, long offset) {
        context = from.get(INT, offset);
        origin = from.get(INT, offset + 4);
        number = from.get(LONG, offset + 8);
        kind = from.get(ValueLayout.JAVA_BYTE, offset + 16);
        byte ofElement = from.get(ValueLayout.JAVA_BYTE, offset + 17);
        element = ofElement == NONE ? null : ELEMENTS[ofElement];
        byte ofPair = from.get(ValueLayout.JAVA_BYTE, offset + 18);
        pair = ofPair == NONE ? null : PAIRS[ofPair];
        operation = Update.OPERATIONS.get(from.get(ValueLayout.JAVA_BYTE, offset + 19));
        records = from.get(INT, offset + 20);
        first = from.get(LONG, offset + 24);
        end = from.get(LONG, offset + 32);
        at = from.get(LONG, offset + 40);
        bytes = from.get(LONG, offset + 48);
        value = from.get(LONG, offset + 56);
        return this;
    }

    /** Returns another one that says the same. */
    WindowCall copy() {
        return new WindowCall()
                .begin(kind, context, origin, number)
                .element(element)
                .with(pair, operation)
                .span(first, end)
                .part(at, bytes)
                .records(records)
                .value(value);
    }

    private WindowCall with(PairType type, Reduction what) {
        pair = type;
        operation = what;
        return this;
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
