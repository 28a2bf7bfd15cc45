package org.sennit;

import org.sennit.internal.runtime.error.Given;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;

/**
 * The pairs of a value and an index that {@link Operation#MINLOC} and {@link Operation#MAXLOC} reduce. In memory they
 * are C's structs of the two: the index is aligned, and so is the next pair. Pairs of one type are two elements of a
 * plain array, {@code {value, index, value, index, …}}, whose bare layout, such as {@code DataLayout.INT}, does as
 * well. Immutable. (MPI 4.1, section 6.9.4)
 */
public enum PairType {
    /** C's {@code struct {short; int;}}: MPI_SHORT_INT. */
    SHORT_INT(ElementType.SHORT, ElementType.INT),
    /** Two ints: MPI_2INT, MPI_2INTEGER. */
    INT_INT(ElementType.INT, ElementType.INT),
    /** C's {@code struct {int64_t; int;}}: MPI_LONG_INT. */
    LONG_INT(ElementType.LONG, ElementType.INT),
    /** C's {@code struct {float; int;}}: MPI_FLOAT_INT. */
    FLOAT_INT(ElementType.FLOAT, ElementType.INT),
    /** C's {@code struct {double; int;}}: MPI_DOUBLE_INT. */
    DOUBLE_INT(ElementType.DOUBLE, ElementType.INT),
    /** An int and a long. */
    INT_LONG(ElementType.INT, ElementType.LONG),
    /** Two longs. */
    LONG_LONG(ElementType.LONG, ElementType.LONG),
    /** A float and a long. */
    FLOAT_LONG(ElementType.FLOAT, ElementType.LONG),
    /** A double and a long. */
    DOUBLE_LONG(ElementType.DOUBLE, ElementType.LONG),
    /** Two bytes. */
    BYTE_BYTE(ElementType.BYTE, ElementType.BYTE),
    /** Two chars. */
    CHAR_CHAR(ElementType.CHAR, ElementType.CHAR),
    /** Two shorts. */
    SHORT_SHORT(ElementType.SHORT, ElementType.SHORT),
    /** Two floats: MPI_2REAL. */
    FLOAT_FLOAT(ElementType.FLOAT, ElementType.FLOAT),
    /** Two doubles: MPI_2DOUBLE_PRECISION. */
    DOUBLE_DOUBLE(ElementType.DOUBLE, ElementType.DOUBLE);

    private static final PairType[] ALL = values();

    private final ElementType value;
    private final ElementType index;
    private final DataLayout layout;

    PairType(ElementType value, ElementType index) {
        this.value = value;
        this.index = index;
        this.layout = value == index
                ? DataLayout.contiguous(2, DataLayout.of(value))
                : struct(value, index, Math.max(value.bytes(), index.bytes()));
    }

    private static DataLayout struct(ElementType value, ElementType index, int alignment) {
        int place = Math.max(value.bytes(), index.bytes());
        int end = place + index.bytes();
        int extent = (end + alignment - 1) / alignment * alignment;
        return DataLayout.struct(new long[] {0, place}, DataLayout.of(value), DataLayout.of(index))
                .resized(0, extent);
    }

    /**
     * Returns the pairs that a layout consists of.
     *
     * @param layout any layout
     * @return the type of its pairs, or null when it does not consist of pairs
     * @throws org.sennit.message.SennitException ARG when the layout is null; final
     */
    public static PairType in(DataLayout layout) {
        Given.given(layout, ErrorClass.ARG, "layout", "PairType.in");
        ElementType only = layout.elementType();
        for (PairType pair : ALL) {
            if (only != null ? pair.value == only && pair.index == only : layout.repeatsTypesOf(pair.layout)) {
                return pair;
            }
        }
        return null;
    }

    /**
     * Returns the type of the value.
     *
     * @return a numeric type
     */
    public ElementType value() {
        return value;
    }

    /**
     * Returns the type of the index.
     *
     * @return a numeric type
     */
    public ElementType index() {
        return index;
    }

    /**
     * Returns the layout of one pair in memory; {@code count} and {@code slice} give several.
     *
     * @return the layout
     */
    public DataLayout layout() {
        return layout;
    }

    /**
     * Returns the data of a pair, without gaps.
     *
     * @return bytes
     */
    public int bytes() {
        return value.bytes() + index.bytes();
    }
}
