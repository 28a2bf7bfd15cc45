package org.sennit.message;

import java.nio.ByteOrder;
import java.util.Objects;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.LayoutShape.Run;
import org.sennit.internal.runtime.layout.ShapeBuilder;
import org.sennit.internal.runtime.layout.ShapeBuilder.Placed;

/**
 * The type map of a {@link DataLayout}: the bytes of a memory that it selects, their order and their types. This class
 * has what transfers need of a layout, {@link DataLayout} its constructors. (MPI 4.1, section 5.1)
 *
 * <p>Immutable; any thread.
 */
public abstract sealed class TypeMap permits DataLayout {
    /** The signature of bytes, which fit every type. */
    public static final int RAW = 1;

    /** The signature of an object of Java. */
    public static final int OBJECT = 15;

    static final long FILLS = -1;

    final LayoutUnit unit;
    final long first; // in units
    final long count; // in units, or FILLS
    final boolean isBare; // neither count nor slice has been said
    private final int signature; // of all elements when they are of one type, or 0
    private final LayoutShape shape; // null when contiguous; read by LayoutShapes
    private final long offsetBytes; // of the first byte in order
    private final long sizeBytes;
    private final long low; // of all bytes meant
    private final long high;
    private final boolean overlapsItself;

    // Made when it is first asked for. Plain, and any thread may make it again: it is immutable, and equal each time.
    private LayoutUnit whole;

    TypeMap(LayoutUnit unit, long first, long count, boolean isBare) {
        this.unit = unit;
        this.first = first;
        this.count = count;
        this.isBare = isBare;
        this.signature = unit.types().only == null ? 0 : TypeSignature.code(unit.types().only);
        long start = Math.multiplyExact(first, unit.extentBytes());
        if (count == FILLS || unit.isDense()) {
            this.shape = null;
            this.offsetBytes = Math.addExact(start, unit.placed().displacement());
            this.sizeBytes = count == FILLS ? FILLS : Math.multiplyExact(count, unit.extentBytes());
            this.low = offsetBytes;
            this.high = count == FILLS ? offsetBytes : Math.addExact(offsetBytes, sizeBytes);
            this.overlapsItself = false;
        } else {
            Placed all =
                    ShapeBuilder.loop(count, unit.extentBytes(), unit.placed()).movedBy(start);
            this.shape = all.shape() instanceof Run ? null : all.shape();
            this.offsetBytes = all.displacement();
            this.sizeBytes = all.shape().sizeBytes;
            this.low = all.low();
            this.high = all.high();
            this.overlapsItself = SelfOverlap.isCertain(all.shape());
        }
    }

    /** Returns the layout as a component of another layout. */
    final LayoutUnit asUnit() {
        if (isBare) {
            return unit;
        }
        LayoutUnit made = whole;
        if (made == null) {
            made = unit.repeated(count, unit.extentBytes(), toString());
            if (first != 0 && count != 0) {
                made = made.shifted(Math.multiplyExact(first, unit.extentBytes()), toString());
            }
            whole = made;
        }
        return made;
    }

    /**
     * Returns the type of the elements.
     *
     * @return the type, or null when they are of several types or there are none
     */
    public final ElementType elementType() {
        return unit.types().only;
    }

    /**
     * Returns whether arrays of a type can hold this layout: it is of that type or of bytes, or the array is of bytes.
     *
     * @param array the array's type
     * @return true when it can
     */
    public final boolean fits(ElementType array) {
        ElementType only = unit.types().only;
        return only == array || array == ElementType.BYTE || only == ElementType.BYTE || unit.types().elements == 0;
    }

    /**
     * Returns whether the elements can lie in memory of a byte order: it is the native one, or they are single bytes.
     *
     * @param order the order in which the memory is read and written
     * @return true when they can
     */
    public final boolean fits(ByteOrder order) {
        return order == ByteOrder.nativeOrder() || unit.types().bytes == unit.types().elements;
    }

    /**
     * Returns the offset of the first byte in order.
     *
     * @return bytes from the start of the memory
     */
    public final long offsetBytes() {
        return offsetBytes;
    }

    /**
     * Returns whether the bytes lie in a row in their order; then they are {@link #offsetBytes} and those that follow.
     *
     * @return true for bare types, their counts and slices, and whatever amounts to that
     */
    public final boolean isContiguous() {
        return shape == null;
    }

    /**
     * Returns whether several of it, one behind the other, lie in a row too.
     *
     * @return true for the bare types, and for contiguous layouts whose extent is their size
     */
    public final boolean isDense() {
        return shape == null && (count == FILLS || unit.isDense() || extentBytes() == sizeBytes);
    }

    /**
     * Returns whether the layout names the memories in which its elements lie, so that a message has
     * null in place of its memory.
     *
     * @return true for a struct of several memories
     */
    public final boolean isAbsolute() {
        return shape instanceof Absolute;
    }

    /**
     * Returns whether the layout means all that fits.
     *
     * @return true for the bare types
     */
    public final boolean fillsMemory() {
        return count == FILLS;
    }

    /**
     * Returns the number of elements, or of repetitions of a derived layout.
     *
     * @return the count, or −1 when the layout fills the memory
     */
    public final long count() {
        return count;
    }

    /**
     * Returns the bytes of data, without gaps.
     *
     * @return bytes, or −1 when the layout fills the memory
     */
    public final long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Returns the bytes of data of one element, or of one repetition of a derived layout.
     *
     * @return bytes
     */
    public final long unitBytes() {
        return unit.sizeBytes();
    }

    /**
     * Returns whether the elements of one unit are those of a unit of another layout, once or several times;
     * where they lie does not matter.
     *
     * @param part the other layout
     * @return true when the types are the same in the same order; false when there are none
     */
    public final boolean repeatsTypesOf(TypeMap part) {
        TypeSignature all = unit.types();
        TypeSignature one = part.unit.types();
        return one.elements != 0
                && all.elements != 0
                && all.elements % one.elements == 0
                && all.equals(one.repeated(all.elements / one.elements));
    }

    /**
     * Returns the offset of a repetition of the layout.
     *
     * @return bytes from where it is placed
     */
    public final long lowerBound() {
        return asUnit().lowerBound();
    }

    /**
     * Returns the distance from one to the next when the layout is repeated.
     *
     * @return bytes; of one element when the layout fills the memory
     */
    public final long extentBytes() {
        return asUnit().extentBytes();
    }

    /**
     * Returns the offset of the lowest byte of data.
     *
     * @return bytes from the start of the memory
     */
    public final long trueLowerBound() {
        return low;
    }

    /**
     * Returns the distance from the lowest byte of data to the end of the highest.
     *
     * @return bytes; of one element when the layout fills the memory
     */
    public final long trueExtentBytes() {
        return count == FILLS ? unit.extentBytes() : high - low;
    }

    /**
     * Returns whether the layout certainly means a byte twice, so that nothing can be received with it.
     *
     * @return true when it does; interleaved patterns that overlap are not found
     */
    public final boolean overlapsItself() {
        return overlapsItself;
    }

    /**
     * Returns whether a memory is large enough.
     *
     * @param memoryBytes the size of the memory
     * @return true when {@link #lengthBytes} has an answer
     */
    public final boolean fits(long memoryBytes) {
        return count == FILLS || high <= memoryBytes && low >= 0;
    }

    /**
     * Returns the bytes that this layout means in a memory of the given size.
     *
     * @param memoryBytes the size of the memory
     * @return the length in bytes
     * @throws SennitException COUNT when the memory is too small for the layout; final
     */
    public final long lengthBytes(long memoryBytes) {
        if (count == FILLS) {
            return memoryBytes & -unit.extentBytes(); // a power of two
        }
        if (high > memoryBytes || low < 0) {
            throw outside(memoryBytes);
        }
        return sizeBytes;
    }

    private SennitException outside(long memoryBytes) {
        if (isAbsolute()) {
            return new SennitException(
                    ErrorClass.TYPE,
                    "a layout of several memories is for messages alone, and has null in place of their memory: layout="
                            + this);
        }
        if (low < 0) {
            return new SennitException(
                    ErrorClass.COUNT,
                    "layout begins before its memory: layout=" + this + " lowest byte=" + low
                            + " (byteShifted() moves it)");
        }
        String what = isPrimitive()
                ? "memory too small for its count: type=" + unit.text() + " offset=" + first + " count=" + count
                : "memory too small for its layout: layout=" + this;
        return new SennitException(ErrorClass.COUNT, what + " needs=" + high + " bytes has=" + memoryBytes + " bytes");
    }

    final boolean isPrimitive() {
        return unit.types().elements == 1 && unit.isDense() && unit.lowerBound() == 0;
    }

    /**
     * A word for the type signature of the first bytes, for the envelope: 0 for no bytes, 1 for bytes, another small
     * number for elements of one type, whatever their count, else a hash of the sequence with the top bit set.
     *
     * @param lengthBytes the length in bytes, at most those of the layout
     * @return the word
     */
    public final int signatureOf(long lengthBytes) {
        return lengthBytes == 0 ? 0 : signature != 0 ? signature : mixedSignature(lengthBytes);
    }

    private int mixedSignature(long lengthBytes) {
        return types().prefix(lengthBytes);
    }

    /** Returns the types of all elements; of one when the layout fills the memory. */
    private TypeSignature types() {
        return count == FILLS ? unit.types() : unit.types().repeated(count);
    }

    /**
     * Returns whether a message may be received with this layout: the types are the same, or one side says bytes.
     *
     * @param sent the sender's word, as {@link #signatureOf} makes it
     * @param lengthBytes the length of the message, at most this layout's
     * @return true when they agree
     */
    public final boolean accepts(int sent, long lengthBytes) {
        return sent == 0 || sent == RAW || signature == RAW || signatureOf(lengthBytes) == sent;
    }

    /**
     * Returns the meaning of a sender's word, for an error text.
     *
     * @param signature a word as {@link #signatureOf} makes it
     * @param lengthBytes the length of the message
     * @return such as {@code 3 INT}
     */
    public static String describeSignature(int signature, long lengthBytes) {
        if (signature > 0 && signature <= ElementType.values().length) {
            return lengthBytes / ElementType.values()[signature - 1].bytes() + " " + typeOf(signature);
        }
        return signature == OBJECT ? typeOf(signature) : lengthBytes + " bytes of " + typeOf(signature);
    }

    /**
     * Returns the types that a word speaks of, for an error text.
     *
     * @param signature a word as {@link #signatureOf} makes it
     * @return such as {@code INT}
     */
    public static String typeOf(int signature) {
        if (signature == OBJECT) {
            return "an object";
        }
        boolean isOne = signature > 0 && signature <= ElementType.values().length;
        return isOne ? ElementType.values()[signature - 1].name() : signature == 0 ? "nothing" : "mixed types";
    }

    /**
     * Returns the number of whole elements, or repetitions of a derived layout, in a message of some length.
     *
     * @param lengthBytes the length
     * @return the count, or −3 (undefined) when it is not a whole number
     */
    public final long unitsIn(long lengthBytes) {
        long bytes = unit.sizeBytes();
        return lengthBytes == 0 ? 0 : bytes != 0 && lengthBytes % bytes == 0 ? lengthBytes / bytes : UNDEFINED;
    }

    /**
     * Returns the number of elements of primitive types in a message of some length.
     *
     * @param lengthBytes the length
     * @return the count, or −3 (undefined) when it ends inside an element
     */
    public final long elementsIn(long lengthBytes) {
        TypeSignature types = unit.types();
        if (lengthBytes == 0 || types.bytes == 0) {
            return lengthBytes == 0 ? 0 : UNDEFINED;
        }
        long rest = types.elementsIn(lengthBytes % types.bytes);
        return rest < 0 ? UNDEFINED : lengthBytes / types.bytes * types.elements + rest;
    }

    private static final long UNDEFINED = -3;

    /** Returns whether two layouts mean the same bytes in the same order with the same types and bounds. */
    @Override
    public final boolean equals(Object other) {
        return this == other || other instanceof TypeMap that && isSame(that);
    }

    private boolean isSame(TypeMap that) {
        return offsetBytes == that.offsetBytes
                && sizeBytes == that.sizeBytes
                && Objects.equals(shape, that.shape)
                && types().equals(that.types())
                && lowerBound() == that.lowerBound()
                && extentBytes() == that.extentBytes();
    }

    @Override
    public final int hashCode() {
        return Objects.hash(offsetBytes, sizeBytes, shape, types());
    }

    @Override
    public String toString() {
        return isBare ? unit.text() : unit.text() + "[" + first + ".." + (first + count) + ")";
    }
}
