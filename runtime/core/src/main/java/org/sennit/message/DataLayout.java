package org.sennit.message;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Selects the elements of a memory for a transfer, and their order. A bare type such as {@link #DOUBLE} selects all
 * elements that fit; a derived layout such as {@link #vector} selects its pattern once; {@link #count} and
 * {@link #slice} set a number and an offset. Layouts nest to any depth: as a component of another, a bare type is one
 * element.
 *
 * <p>Immutable: keep one and reuse it, in any thread. Regular patterns are stored as loops, so a vector of a million
 * blocks is no larger than one of two. A layout that needs a sum or product beyond 2⁶³−1 is an error of class COUNT, a
 * missing layout one of class TYPE, another missing argument one of class ARG. Two layouts are equal when they select
 * the same bytes in the same order with the same types and bounds. (MPI 4.1, chapter 5.)
 */
public final class DataLayout extends TypeMap {
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

    // Made when they are first asked for. Plain, and any thread may make them again: all are immutable, and equal each
    // time.
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
        super(unit, first, count, isBare);
    }

    /**
     * Returns the bare layout of a type.
     *
     * @param type the element type
     * @return the constant for it
     */
    public static DataLayout of(ElementType type) {
        return switch (given(type, "element type", "of")) {
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
     * Makes a layout of one of the JDK's. A value layout is the bare type; sequences and structs mean their values
     * without the padding, at the extent of their size.
     *
     * @param layout values of primitive types in native byte order, sequences and structs of them
     * @return the same as a data layout
     * @throws SennitException TYPE when it holds an address, a union, or a value of the other byte order; final
     */
    public static DataLayout of(MemoryLayout layout) {
        given(layout, "memory layout", "of");
        return layout instanceof ValueLayout value && !(layout instanceof AddressLayout)
                ? of(MemoryLayouts.elementType(value))
                : derived(() -> MemoryLayouts.unit(layout), () -> "operation=of layout=" + layout);
    }

    /**
     * Makes a layout of several, one behind the other at their extent. A layout keeps a few of those that it has made,
     * for the next call.
     *
     * @param count their number
     * @param layout of what
     * @return one layout of all of them
     * @throws SennitException COUNT when the count is negative or the layout too large; final
     */
    public static DataLayout contiguous(long count, DataLayout layout) {
        if (layout == null) {
            throw missing(ErrorClass.TYPE, "layout", "contiguous");
        }
        checkComponent(layout, "contiguous");
        for (Repetition kept = layout.repetitions; kept != null; kept = kept.earlier) {
            if (kept.count == count) {
                return kept.layout;
            }
        }
        return layout.repeated(count);
    }

    private DataLayout repeated(long times) {
        LayoutUnit unit = asUnit();
        DataLayout made =
                derived(() -> DerivedLayouts.contiguous(times, unit), () -> "operation=contiguous count=" + times);
        if (!fillsMemory()) { // what all jobs share keeps nothing of one
            repetitions = Repetition.of(times, made, repetitions);
        }
        return made;
    }

    /**
     * Blocks at an even distance, such as a column of a matrix.
     *
     * @param count the number of blocks
     * @param blockLength elements in a block
     * @param stride from one block's beginning to the next one's, in extents of the layout; may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks
     * @throws SennitException COUNT when a count is negative or the layout too large; final
     */
    public static DataLayout vector(long count, long blockLength, long stride, DataLayout layout) {
        LayoutUnit unit = unitOf(layout, "vector");
        return derived(
                () -> DerivedLayouts.vector(count, blockLength, stride, unit),
                () -> "operation=vector count=" + count + " blockLength=" + blockLength + " stride=" + stride);
    }

    /**
     * Blocks at an even distance given in bytes.
     *
     * @param count the number of blocks
     * @param blockLength elements in a block
     * @param strideBytes from one block's beginning to the next one's; may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks
     * @throws SennitException COUNT when a count is negative or the layout too large; final
     */
    public static DataLayout byteVector(long count, long blockLength, long strideBytes, DataLayout layout) {
        LayoutUnit unit = unitOf(layout, "byteVector");
        return derived(
                () -> DerivedLayouts.byteVector(count, blockLength, strideBytes, unit),
                () -> "operation=byteVector count=" + count + " blockLength=" + blockLength + " strideBytes="
                        + strideBytes);
    }

    /**
     * Blocks of any length, anywhere.
     *
     * @param blockLengths elements in each block
     * @param displacements the start of each block, in extents of the layout; in any order, may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks in the given order
     * @throws SennitException COUNT when a length is negative or the layout too large, ARG when the arrays differ in
     *     length; final
     */
    public static DataLayout indexed(long[] blockLengths, long[] displacements, DataLayout layout) {
        LayoutUnit unit = unitOf(layout, "indexed");
        given(blockLengths, "block lengths", "indexed");
        given(displacements, "displacements", "indexed");
        return derived(
                () -> DerivedLayouts.indexed(blockLengths, displacements, unit),
                () -> "operation=indexed blocks=" + blockLengths.length);
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
        LayoutUnit unit = unitOf(layout, "byteIndexed");
        given(blockLengths, "block lengths", "byteIndexed");
        given(displacementsBytes, "displacements", "byteIndexed");
        return derived(
                () -> DerivedLayouts.byteIndexed(blockLengths, displacementsBytes, unit),
                () -> "operation=byteIndexed blocks=" + blockLengths.length);
    }

    /**
     * Blocks of one length, anywhere.
     *
     * @param blockLength elements in each block
     * @param displacements the start of each block, in extents of the layout; in any order, may be negative
     * @param layout what the blocks are made of
     * @return one layout of all blocks in the given order
     * @throws SennitException COUNT when the length is negative or the layout too large; final
     */
    public static DataLayout indexedBlock(long blockLength, long[] displacements, DataLayout layout) {
        LayoutUnit unit = unitOf(layout, "indexedBlock");
        given(displacements, "displacements", "indexedBlock");
        return derived(
                () -> DerivedLayouts.indexedBlock(blockLength, displacements, unit),
                () -> "operation=indexedBlock blockLength=" + blockLength + " blocks=" + displacements.length);
    }

    /**
     * Components of any layouts, each at its place. No bytes are added for alignment: {@link #resized} does that. Where
     * the bounds of some have been set, by {@link #resized} or {@link #subarray}, those of the others do not count.
     *
     * @param displacementsBytes where each component lies; may be negative
     * @param components what lies there: a bare type is one element, {@code DOUBLE.count(3)} three
     * @return one layout of all components in the given order
     * @throws SennitException COUNT when the layout is too large, ARG when there are not as many displacements as
     *     components; final
     */
    public static DataLayout struct(long[] displacementsBytes, DataLayout... components) {
        given(displacementsBytes, "displacements", "struct");
        LayoutUnit[] units = Arrays.stream(given(components, "components", "struct"))
                .map(component -> unitOf(component, "struct"))
                .toArray(LayoutUnit[]::new);
        return derived(
                () -> DerivedLayouts.struct(displacementsBytes, units),
                () -> "operation=struct components=" + units.length);
    }

    /**
     * Components in several memories, which are sent or received as one message, with null in place of its memory.
     * Nothing is packed inside a JVM. For messages alone: no component of another layout, and not repeated. (MPI's
     * struct of absolute addresses, used with MPI_BOTTOM)
     *
     * @param memories where each component lies, from its beginning; one may come more than once. An array is
     *     {@code MemorySegment.ofArray}. Any thread may access them until the last message is complete.
     * @param components what lies there: a bare type is one element, {@code DOUBLE.count(3)} three
     * @return one layout of all components in the given order
     * @throws SennitException COUNT when a component does not fit its memory or all are too large together, ARG when
     *     there are not as many memories as components or one is null; final
     */
    public static DataLayout struct(MemorySegment[] memories, DataLayout... components) {
        given(memories, "memories", "struct");
        LayoutUnit[] units = Arrays.stream(given(components, "components", "struct"))
                .map(component -> unitOf(component, "struct"))
                .toArray(LayoutUnit[]::new);
        for (MemorySegment memory : memories) {
            given(memory, "memory", "struct");
        }
        return derived(
                () -> DerivedLayouts.struct(memories, units), () -> "operation=struct components=" + units.length);
    }

    /**
     * Makes a layout of a part of an array of several dimensions; its extent is the whole array.
     *
     * @param sizes elements of the array in each dimension
     * @param subsizes elements of the part in each dimension
     * @param starts where the part begins in each dimension
     * @param order which index moves fastest in memory
     * @param layout the array's elements
     * @return one layout of the part
     * @throws SennitException ARG when the part is not inside the array or the arguments differ in length, COUNT when
     *     the layout is too large; final
     */
    public static DataLayout subarray(
            long[] sizes, long[] subsizes, long[] starts, ArrayOrder order, DataLayout layout) {
        LayoutUnit unit = unitOf(layout, "subarray");
        given(sizes, "sizes", "subarray");
        given(subsizes, "sizes of the part", "subarray");
        given(starts, "starts", "subarray");
        given(order, "order", "subarray");
        return derived(
                () -> DerivedLayouts.subarray(sizes, subsizes, starts, order, unit),
                () -> "operation=subarray sizes=" + Arrays.toString(sizes));
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
        checkComponent(this, "resized");
        LayoutUnit one = asUnit();
        String text = "resized(" + one.text() + " lowerBound=" + lowerBound + " extent=" + extentBytes + ")";
        return derived(() -> one.resized(lowerBound, extentBytes, text), () -> text);
    }

    /**
     * Returns the same at another place, such as a layout with negative displacements from the end of a memory. In
     * bytes: to begin at another element is what {@link #slice} is for.
     *
     * @param bytes how far, of any alignment; may be negative
     * @return one layout
     * @throws SennitException COUNT when the place is too far; final
     */
    public DataLayout byteShifted(long bytes) {
        checkComponent(this, "byteShifted");
        LayoutUnit one = asUnit();
        String text = "byteShifted(" + one.text() + " by " + bytes + ")";
        return derived(() -> one.shifted(bytes, text), () -> text);
    }

    private static DataLayout derived(Supplier<LayoutUnit> unit, Supplier<String> what) {
        try {
            return new DataLayout(unit.get(), 0, 1, true);
        } catch (ArithmeticException | NegativeArraySizeException e) {
            throw new SennitException(ErrorClass.COUNT, "layout larger than memory can be: " + what.get(), e);
        }
    }

    private static LayoutUnit unitOf(DataLayout layout, String operation) {
        if (layout == null) {
            throw missing(ErrorClass.TYPE, "layout", operation);
        }
        checkComponent(layout, operation);
        return layout.asUnit();
    }

    private static void checkComponent(DataLayout layout, String operation) {
        if (layout.isAbsolute()) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "a layout of several memories is no component of another: layout=" + layout
                            + " operation=DataLayout." + operation);
        }
    }

    private static <T> T given(T argument, String what, String operation) {
        if (argument == null) {
            throw missing(ErrorClass.ARG, what, operation);
        }
        return argument;
    }

    private static SennitException missing(ErrorClass errorClass, String what, String operation) {
        return new SennitException(errorClass, "no " + what + ": given=null operation=DataLayout." + operation);
    }

    /**
     * Returns the first elements of the memory, or a number of a derived layout at its extent.
     *
     * @param count their number
     * @return a layout of exactly that many
     * @throws SennitException COUNT when it is negative; final
     */
    public DataLayout count(long count) {
        return slice(0, count);
    }

    /**
     * Makes a layout of some elements of the memory, or of some repetitions of a derived layout at its extent.
     *
     * @param offset the first, in elements (extents) from the start of this layout
     * @param count their number, in elements
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
        if (count > 0 && (offset != 0 || count > 1)) {
            checkComponent(this, "slice");
        }
        try {
            return new DataLayout(unit, Math.addExact(first, offset), count, false);
        } catch (ArithmeticException e) {
            throw new SennitException(
                    ErrorClass.COUNT, "layout larger than memory can be: offset=" + offset + " count=" + count, e);
        }
    }

    /**
     * Returns the layout where it matters.
     *
     * @return this, or null when it {@link #isContiguous}
     */
    public DataLayout orNullIfContiguous() {
        return isContiguous() ? null : this;
    }

    /**
     * Returns the layout of one element, or of one repetition of a derived layout, from the memory's beginning.
     *
     * @return a layout that counts and slices begin from; a bare type for elements
     */
    public DataLayout unit() {
        return isBare ? this : isPrimitive() ? of(unit.types().only) : new DataLayout(unit, 0, 1, true);
    }
}
