package org.sennit.message;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.sennit.spi.layout.LayoutShape;
import org.sennit.spi.layout.LayoutShape.Run;
import org.sennit.spi.layout.ShapeBuilder;
import org.sennit.spi.layout.ShapeBuilder.Placed;

/**
 * Which elements of a memory a transfer means, and in which order. A bare type such as {@link #DOUBLE} means all the
 * elements that fit; a derived layout such as {@link #vector} means one of its pattern; {@link #count} and {@link #slice}
 * say how many and from where. Layouts nest to any depth: as a component of another, a bare type is one element.
 *
 * <p>Immutable: keep one and use it again, in any thread. What is regular is kept as loops, so a vector of a million
 * blocks is no larger than one of two. A layout that needs a sum or product beyond 2⁶³−1 is an error of class COUNT. Two
 * layouts are equal when they mean the same bytes in the same order with the same types and bounds.
 * (MPI 4.1, chapter 5.)
 */
public final class DataLayout {
    /** All bytes of the memory. */
    public static final DataLayout BYTE = new DataLayout(ElementType.BYTE);

    /** All of the memory as truth values of one byte. */
    public static final DataLayout BOOLEAN = new DataLayout(ElementType.BOOLEAN);

    /** All of the memory as UTF-16 units. */
    public static final DataLayout CHAR = new DataLayout(ElementType.CHAR);

    /** All of the memory as 16-bit integers. */
    public static final DataLayout SHORT = new DataLayout(ElementType.SHORT);

    /** All of the memory as 32-bit integers. */
    public static final DataLayout INT = new DataLayout(ElementType.INT);

    /** All of the memory as 64-bit integers. */
    public static final DataLayout LONG = new DataLayout(ElementType.LONG);

    /** All of the memory as 32-bit floating point numbers. */
    public static final DataLayout FLOAT = new DataLayout(ElementType.FLOAT);

    /** All of the memory as 64-bit floating point numbers. */
    public static final DataLayout DOUBLE = new DataLayout(ElementType.DOUBLE);

    /** The signature of bytes, which fit every type. */
    public static final int RAW = 1;

    /** The signature of an object of Java. */
    public static final int OBJECT = 15;

    private static final long FILLS = -1;

    private final LayoutUnit unit;
    private final long first; // in units
    private final long count; // in units, or FILLS
    private final boolean isBare; // neither count nor slice has been said
    private final int signature; // of all elements when they are of one type, or 0
    private final LayoutShape shape; // null when contiguous
    private final long offsetBytes; // of the first byte in order
    private final long sizeBytes;
    private final long low; // of all bytes meant
    private final long high;
    private final boolean overlapsItself;

    // Made when they are first asked for. Plain, and any thread may make them again: both are immutable, and equal each
    // time.
    private LayoutUnit whole;
    private Repetition repetitions;

    /** Some of a layout, one behind the other, and what was made earlier: a list of a few. Immutable. */
    private record Repetition(long count, DataLayout layout, Repetition earlier, int length) {
        private static final int LONGEST = 16;

        static Repetition of(long count, DataLayout layout, Repetition earlier) {
            return earlier == null || earlier.length == LONGEST
                    ? new Repetition(count, layout, null, 1)
                    : new Repetition(count, layout, earlier, earlier.length + 1);
        }
    }

    private DataLayout(ElementType type) {
        this(LayoutUnit.of(type), 0, FILLS, true);
    }

    private DataLayout(LayoutUnit unit, long first, long count, boolean isBare) {
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

    /**
     * Returns the bare layout of a type.
     *
     * @param type the element type
     * @return the constant for it
     */
    public static DataLayout of(ElementType type) {
        return switch (type) {
            case BYTE -> BYTE;
            case BOOLEAN -> BOOLEAN;
            case CHAR -> CHAR;
            case SHORT -> SHORT;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    /**
     * One of the JDK's layouts. A value layout is the bare type; sequences and structs mean their values without the
     * padding, at the extent of their size.
     *
     * @param layout values of primitive types in native byte order, sequences and structs of them
     * @return the same as a data layout
     * @throws SennitException TYPE when it holds an address, a union, or a value of the other byte order; final
     */
    public static DataLayout of(MemoryLayout layout) {
        return layout instanceof ValueLayout value && !(layout instanceof java.lang.foreign.AddressLayout)
                ? of(MemoryLayouts.elementType(value))
                : derived(() -> MemoryLayouts.unit(layout));
    }

    /**
     * Several, one behind the other at their extent. A layout keeps a few of those that it has made, for the next call.
     *
     * @param count how many
     * @param layout of what
     * @return one layout of all of them
     * @throws SennitException COUNT when the count is negative or the layout too large; final
     */
    public static DataLayout contiguous(long count, DataLayout layout) {
        for (Repetition kept = layout.repetitions; kept != null; kept = kept.earlier) {
            if (kept.count == count) {
                return kept.layout;
            }
        }
        return layout.repeated(count);
    }

    private DataLayout repeated(long times) {
        DataLayout made = derived(() -> DerivedLayouts.contiguous(times, asUnit()));
        if (!fillsMemory()) { // what all jobs share keeps nothing of one
            repetitions = Repetition.of(times, made, repetitions);
        }
        return made;
    }

    /**
     * Blocks at an even distance, such as a column of a matrix.
     *
     * @param count how many blocks
     * @param blockLength elements in a block
     * @param stride from one block's beginning to the next one's, in extents of the layout; may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks
     * @throws SennitException COUNT when a count is negative or the layout too large; final
     */
    public static DataLayout vector(long count, long blockLength, long stride, DataLayout layout) {
        return derived(() -> DerivedLayouts.vector(count, blockLength, stride, layout.asUnit()));
    }

    /**
     * Blocks at an even distance given in bytes.
     *
     * @param count how many blocks
     * @param blockLength elements in a block
     * @param strideBytes from one block's beginning to the next one's; may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks
     * @throws SennitException COUNT when a count is negative or the layout too large; final
     */
    public static DataLayout byteVector(long count, long blockLength, long strideBytes, DataLayout layout) {
        return derived(() -> DerivedLayouts.byteVector(count, blockLength, strideBytes, layout.asUnit()));
    }

    /**
     * Blocks of any length, anywhere.
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in extents of the layout; in any order, may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks in the given order
     * @throws SennitException COUNT when a length is negative or the layout too large, ARG when the arrays differ in
     *     length; final
     */
    public static DataLayout indexed(long[] blockLengths, long[] displacements, DataLayout layout) {
        return derived(() -> DerivedLayouts.indexed(blockLengths, displacements, layout.asUnit()));
    }

    /**
     * Blocks of any length, anywhere, at places given in bytes.
     *
     * @param blockLengths elements in each block
     * @param displacementsBytes where each block begins; in any order, may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks in the given order
     * @throws SennitException as for {@link #indexed}
     */
    public static DataLayout byteIndexed(long[] blockLengths, long[] displacementsBytes, DataLayout layout) {
        return derived(() -> DerivedLayouts.byteIndexed(blockLengths, displacementsBytes, layout.asUnit()));
    }

    /**
     * Blocks of one length, anywhere.
     *
     * @param blockLength elements in each block
     * @param displacements where each block begins, in extents of the layout; in any order, may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks in the given order
     * @throws SennitException COUNT when the length is negative or the layout too large; final
     */
    public static DataLayout indexedBlock(long blockLength, long[] displacements, DataLayout layout) {
        return derived(() -> DerivedLayouts.indexedBlock(blockLength, displacements, layout.asUnit()));
    }

    /**
     * Components of any layouts, each at its place. No bytes are added for alignment: {@link #resized} does that.
     *
     * @param displacementsBytes where each component lies; may be negative
     * @param components what lies there: a bare type is one element, {@code DOUBLE.count(3)} three
     * @return one layout of all components in the given order
     * @throws SennitException COUNT when the layout is too large, ARG when there are not as many displacements as
     *     components; final
     */
    public static DataLayout struct(long[] displacementsBytes, DataLayout... components) {
        return derived(() -> DerivedLayouts.struct(
                displacementsBytes,
                Arrays.stream(components).map(DataLayout::asUnit).toArray(LayoutUnit[]::new)));
    }

    /**
     * A part of an array of several dimensions; its extent is the whole array.
     *
     * @param sizes elements of the array in each dimension
     * @param subsizes elements of the part in each dimension
     * @param starts where the part begins in each dimension
     * @param order which index moves fastest in memory
     * @param layout the array's elements
     * @return one layout of the part
     * @throws SennitException ARG when the part is not inside the array or the arguments differ in length, COUNT when the
     *     layout is too large; final
     */
    public static DataLayout subarray(
            long[] sizes, long[] subsizes, long[] starts, ArrayOrder order, DataLayout layout) {
        return derived(() -> DerivedLayouts.subarray(sizes, subsizes, starts, order, layout.asUnit()));
    }

    /**
     * Returns the same bytes with other bounds, which say how it is repeated.
     *
     * @param lowerBound where it begins, in bytes
     * @param extentBytes how far it is to the next one; may be negative
     * @return one layout
     * @throws SennitException COUNT when the bounds are too large; final
     */
    public DataLayout resized(long lowerBound, long extentBytes) {
        return derived(() -> {
            LayoutUnit one = asUnit();
            return one.resized(
                    lowerBound,
                    extentBytes,
                    "resized(" + one.text() + " lowerBound=" + lowerBound + " extent=" + extentBytes + ")");
        });
    }

    /**
     * Returns the same at another place, such as a layout with negative displacements from the end of a memory. In bytes: to begin at
     * another element is what {@link #slice} is for.
     *
     * @param bytes how far, of any alignment; may be negative
     * @return one layout
     * @throws SennitException COUNT when the place is too far; final
     */
    public DataLayout byteShifted(long bytes) {
        return derived(() -> asUnit().shifted(bytes, "byteShifted(" + asUnit().text() + " by " + bytes + ")"));
    }

    private static DataLayout derived(Supplier<LayoutUnit> unit) {
        return checked(() -> new DataLayout(unit.get(), 0, 1, true), "it");
    }

    private static DataLayout checked(Supplier<DataLayout> layout, String what) {
        try {
            return layout.get();
        } catch (ArithmeticException | NegativeArraySizeException e) {
            throw new SennitException(ErrorClass.COUNT, "layout larger than memory can be: " + what, e);
        }
    }

    /** As a component of another layout. */
    private LayoutUnit asUnit() {
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
     * Returns the first elements of the memory, or a number of a derived layout at its extent.
     *
     * @param count how many
     * @return a layout of exactly that many
     * @throws SennitException COUNT when it is negative; final
     */
    public DataLayout count(long count) {
        return slice(0, count);
    }

    /**
     * Some elements of the memory, or some of a derived layout at its extent.
     *
     * @param offset the first, in elements (extents) from the start of this layout
     * @param count how many, in elements
     * @return a layout of exactly that many
     * @throws SennitException COUNT when the count is negative or larger than this layout's, ARG when the offset is
     *     negative; final
     */
    public DataLayout slice(long offset, long count) {
        if (count < 0) {
            throw new SennitException(ErrorClass.COUNT, "negative count: count=" + count);
        }
        if (offset < 0) {
            throw new SennitException(ErrorClass.ARG, "negative offset: offset=" + offset);
        }
        if (!isBare && (offset > this.count || count > this.count - offset)) {
            throw new SennitException(
                    ErrorClass.COUNT,
                    "slice outside its layout: offset=" + offset + " count=" + count + " of=" + this.count);
        }
        try {
            return new DataLayout(unit, Math.addExact(first, offset), count, false);
        } catch (ArithmeticException e) {
            throw new SennitException(
                    ErrorClass.COUNT, "layout larger than memory can be: offset=" + offset + " count=" + count, e);
        }
    }

    /**
     * Returns the type of the elements.
     *
     * @return the type, or null when they are of several types or there are none
     */
    public ElementType elementType() {
        return unit.types().only;
    }

    /**
     * Returns whether arrays of a type can hold this layout: it is of that type or of bytes, or the array is of bytes.
     *
     * @param array the array's type
     * @return true when it can
     */
    public boolean fits(ElementType array) {
        ElementType only = unit.types().only;
        return only == array || array == ElementType.BYTE || only == ElementType.BYTE || unit.types().elements == 0;
    }

    /**
     * Returns whether the elements can lie in memory of a byte order: it is the native one, or they are single bytes.
     *
     * @param order the order in which the memory is read and written
     * @return true when they can
     */
    public boolean fits(ByteOrder order) {
        return order == ByteOrder.nativeOrder() || unit.types().bytes == unit.types().elements;
    }

    /**
     * Returns where the first byte in order lies.
     *
     * @return bytes from the start of the memory
     */
    public long offsetBytes() {
        return offsetBytes;
    }

    /**
     * Returns whether the bytes lie in a row in their order; then they are {@link #offsetBytes} and those that follow.
     *
     * @return true for bare types, their counts and slices, and whatever amounts to that
     */
    public boolean isContiguous() {
        return shape == null;
    }

    /**
     * Returns whether several of it, one behind the other, lie in a row too.
     *
     * @return true for the bare types, and for contiguous layouts whose extent is their size
     */
    public boolean isDense() {
        return shape == null && (count == FILLS || extentBytes() == sizeBytes);
    }

    /**
     * Returns the layout where it matters.
     *
     * @return this, or null when it {@link #isContiguous}
     */
    public DataLayout orNullIfContiguous() {
        return shape == null ? null : this;
    }

    /**
     * Returns whether the layout means all that fits.
     *
     * @return true for the bare types
     */
    public boolean fillsMemory() {
        return count == FILLS;
    }

    /**
     * Returns the number of elements, or of repetitions of a derived layout.
     *
     * @return the count, or −1 when the layout fills the memory
     */
    public long count() {
        return count;
    }

    /**
     * Returns the bytes of data, without gaps.
     *
     * @return bytes, or −1 when the layout fills the memory
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Returns the bytes of data of one element, or of one repetition of a derived layout.
     *
     * @return bytes
     */
    public long unitBytes() {
        return unit.sizeBytes();
    }

    /**
     * One element, or one repetition of a derived layout, from the memory's beginning.
     *
     * @return a layout that counts and slices begin from; a bare type for elements
     */
    public DataLayout unit() {
        return isBare ? this : isPrimitive() ? of(unit.types().only) : new DataLayout(unit, 0, 1, true);
    }

    /**
     * Returns whether the elements of one unit are those of a unit of another layout, once or several times; where they lie does
     * not matter.
     *
     * @param part the other layout
     * @return true when the types are the same in the same order; false when there are none
     */
    public boolean repeatsTypesOf(DataLayout part) {
        TypeSignature all = unit.types();
        TypeSignature one = part.unit.types();
        return one.elements != 0
                && all.elements != 0
                && all.elements % one.elements == 0
                && all.equals(one.repeated(all.elements / one.elements));
    }

    /**
     * Returns where the layout begins for who repeats it.
     *
     * @return bytes from where it is placed
     */
    public long lowerBound() {
        return asUnit().lowerBound();
    }

    /**
     * Returns how far it is from one to the next when the layout is repeated.
     *
     * @return bytes; of one element when the layout fills the memory
     */
    public long extentBytes() {
        return asUnit().extentBytes();
    }

    /**
     * Returns where the lowest byte of data lies.
     *
     * @return bytes from the start of the memory
     */
    public long trueLowerBound() {
        return low;
    }

    /**
     * From the lowest byte of data to the end of the highest.
     *
     * @return bytes; of one element when the layout fills the memory
     */
    public long trueExtentBytes() {
        return count == FILLS ? unit.extentBytes() : high - low;
    }

    /**
     * Returns whether the layout certainly means a byte twice, so that nothing can be received with it.
     *
     * @return true when it does; interleaved patterns that overlap are not found
     */
    public boolean overlapsItself() {
        return overlapsItself;
    }

    /**
     * Returns whether a memory is large enough.
     *
     * @param memoryBytes the size of the memory
     * @return true when {@link #lengthBytes} has an answer
     */
    public boolean fits(long memoryBytes) {
        return count == FILLS || high <= memoryBytes && low >= 0;
    }

    /**
     * Returns the bytes that this layout means in a memory of the given size.
     *
     * @param memoryBytes the size of the memory
     * @return the length in bytes
     * @throws SennitException COUNT when the memory is too small for the layout; final
     */
    public long lengthBytes(long memoryBytes) {
        if (count == FILLS) {
            return memoryBytes & -unit.extentBytes(); // a power of two
        }
        if (high > memoryBytes || low < 0) {
            throw outside(memoryBytes);
        }
        return sizeBytes;
    }

    private SennitException outside(long memoryBytes) {
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

    private boolean isPrimitive() {
        return unit.types().elements == 1 && unit.isDense() && unit.lowerBound() == 0;
    }

    /**
     * A word for the type signature of the first bytes, for the envelope: 0 for no bytes, 1 for bytes, another small
     * number for elements of one type, whatever their count, else a hash of the sequence with the top bit set.
     *
     * @param lengthBytes how many bytes, at most those of the layout
     * @return the word
     */
    public int signatureOf(long lengthBytes) {
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
    public boolean accepts(int sent, long lengthBytes) {
        return sent == 0 || sent == RAW || signature == RAW || signatureOf(lengthBytes) == sent;
    }

    /**
     * Returns what a sender's word says, for an error text.
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
     * Returns how many whole elements, or repetitions of a derived layout, a message of some length is.
     *
     * @param lengthBytes the length
     * @return the count, or −3 (undefined) when it is not a whole number
     */
    public long unitsIn(long lengthBytes) {
        long bytes = unit.sizeBytes();
        return lengthBytes == 0 ? 0 : bytes != 0 && lengthBytes % bytes == 0 ? lengthBytes / bytes : UNDEFINED;
    }

    /**
     * Returns how many elements of primitive types a message of some length is.
     *
     * @param lengthBytes the length
     * @return the count, or −3 (undefined) when it ends inside an element
     */
    public long elementsIn(long lengthBytes) {
        TypeSignature types = unit.types();
        if (lengthBytes == 0 || types.bytes == 0) {
            return lengthBytes == 0 ? 0 : UNDEFINED;
        }
        long rest = types.elementsIn(lengthBytes % types.bytes);
        return rest < 0 ? UNDEFINED : lengthBytes / types.bytes * types.elements + rest;
    }

    private static final long UNDEFINED = -3;

    /**
     * The shape of what is meant, for code that copies it.
     *
     * @return the nest of loops and pieces, or null when that is contiguous
     */
    public LayoutShape shape() {
        return shape;
    }

    /** Two layouts are equal when they mean the same bytes in the same order with the same types and bounds. */
    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof DataLayout that && isSame(that);
    }

    private boolean isSame(DataLayout that) {
        return offsetBytes == that.offsetBytes
                && sizeBytes == that.sizeBytes
                && Objects.equals(shape, that.shape)
                && types().equals(that.types())
                && lowerBound() == that.lowerBound()
                && extentBytes() == that.extentBytes();
    }

    @Override
    public int hashCode() {
        return Objects.hash(offsetBytes, sizeBytes, shape, types());
    }

    @Override
    public String toString() {
        return isBare ? unit.text() : unit.text() + "[" + first + ".." + (first + count) + ")";
    }
}
