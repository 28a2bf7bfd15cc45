package org.sennit.internal.endpoints.datatype;

import java.util.Arrays;
import org.sennit.PairType;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The unit of an operation: an element of a primitive type, a pair of a value and its index, or a unit of a layout for
 * a user's function. Operands are contiguous units, without the gaps that the layout may have in the user's memory.
 * Immutable; made by {@link Reduction#typeOf}. (MPI 4.1, sections 6.9.2 to 6.9.5)
 */
public final class ReductionType {
    private static final ReductionType[] OF_ELEMENTS = Arrays.stream(ElementType.values())
            .map(type -> new ReductionType(type, null, DataLayout.of(type), type.bytes()))
            .toArray(ReductionType[]::new);
    private static final ReductionType[] OF_PAIRS = Arrays.stream(PairType.values())
            .map(type -> new ReductionType(null, type, type.layout(), type.bytes()))
            .toArray(ReductionType[]::new);

    private final ElementType element; // or null
    private final PairType pair; // or null
    private final DataLayout layout; // of one
    private final int unitBytes;

    private ReductionType(ElementType element, PairType pair, DataLayout layout, int unitBytes) {
        this.element = element;
        this.pair = pair;
        this.layout = layout;
        this.unitBytes = unitBytes;
    }

    /** Returns the type of elements of a primitive type. */
    public static ReductionType of(ElementType type) {
        return OF_ELEMENTS[type.ordinal()];
    }

    /**
     * Pairs.
     *
     * @param type the types of value and index
     * @return the constant for it
     */
    public static ReductionType of(PairType type) {
        return OF_PAIRS[type.ordinal()];
    }

    /** Units of a layout; elements of a primitive type where it counts them. */
    static ReductionType ofUnits(DataLayout layout) {
        ElementType only = layout.elementType();
        if (only != null && layout.unitBytes() == only.bytes() && layout.unit().isDense()) {
            return of(only);
        }
        if (layout.unitBytes() == 0 || layout.unitBytes() > Integer.MAX_VALUE) {
            throw new SennitException(
                    ErrorClass.OP,
                    "a unit of a reduction has 1 to 2^31-1 bytes: type=" + layout + " bytes=" + layout.unitBytes());
        }
        DataLayout unit = layout.unit();
        if (unit.extentBytes() <= 0) {
            throw new SennitException(
                    ErrorClass.OP,
                    "units of a reduction lie one behind the other: type=" + layout + " extent=" + unit.extentBytes());
        }
        long low = unit.trueLowerBound();
        return new ReductionType(null, null, low < 0 ? unit.byteShifted(-low) : unit, (int) layout.unitBytes());
    }

    /**
     * Returns the size of a unit: operands may be divided at its multiples and nowhere else. A unit of a user's layout
     * may be longer than any block that a reduction is divided into.
     *
     * @return bytes, at least 1
     */
    public int unitBytes() {
        return unitBytes;
    }

    /** Returns the type of the elements; null when a unit is no element of a primitive type. */
    public ElementType elementType() {
        return element;
    }

    /** Returns the types of the pairs; null when a unit is no pair. */
    public PairType pairType() {
        return pair;
    }

    /** Returns the layout of a unit in the user's memory. */
    public DataLayout layout() {
        return layout;
    }

    /** Returns whether the units of two types have the same elements at the same places. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof ReductionType that
                        && element == that.element
                        && pair == that.pair
                        && layout.equals(that.layout);
    }

    @Override
    public int hashCode() {
        return layout.hashCode();
    }

    /** Returns the same text in every process of a job. */
    @Override
    public String toString() {
        return element != null ? element.name() : pair != null ? pair.name() : layout.toString();
    }
}
