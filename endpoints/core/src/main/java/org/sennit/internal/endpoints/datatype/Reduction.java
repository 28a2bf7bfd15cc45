package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.TypeKind;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.sennit.Operation;
import org.sennit.PairType;
import org.sennit.ReduceFunction;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * An operation of the reductions, predefined or a user's: unit by unit, left operand first. All are taken to be
 * associative; reductions keep the order of the ranks, so an operation need not be commutative.
 *
 * <p>Immutable; any thread, and several at once. Members of a communicator that pass operations of their own to one
 * reduction must pass the same function under the same name. (MPI 4.1, section 6.9)
 */
public final class Reduction implements Operation {
    /** Sum of numbers; integers wrap around. */
    public static final Reduction SUM = elementwise(Operator.SUM);

    /** Product of numbers; integers wrap around. */
    public static final Reduction PRODUCT = elementwise(Operator.PRODUCT);

    /** Smallest number; NaN wins, and −0 is below +0. */
    public static final Reduction MIN = elementwise(Operator.MIN);

    /** Largest number; NaN wins, and +0 is above −0. */
    public static final Reduction MAX = elementwise(Operator.MAX);

    /** Bitwise and, of integers. */
    public static final Reduction BAND = elementwise(Operator.BAND);

    /** Bitwise or, of integers. */
    public static final Reduction BOR = elementwise(Operator.BOR);

    /** Bitwise exclusive or, of integers. */
    public static final Reduction BXOR = elementwise(Operator.BXOR);

    /** Logical and, of integers and booleans: 0 is false, the result is 0 or 1. */
    public static final Reduction LAND = elementwise(Operator.LAND);

    /** Logical or, of integers and booleans. */
    public static final Reduction LOR = elementwise(Operator.LOR);

    /** Logical exclusive or, of integers and booleans. */
    public static final Reduction LXOR = elementwise(Operator.LXOR);

    /**
     * Smallest value and its index, of the pairs of {@link PairType}: the lowest index among equal values. The value is
     * that of {@link #MIN}: NaN wins, all NaNs are equal, and −0 is below +0.
     */
    public static final Reduction MINLOC = new Reduction("MINLOC", true, new LocationReducer(true));

    /** Largest value and its index: as {@link #MINLOC}, with the value of {@link #MAX}. */
    public static final Reduction MAXLOC = new Reduction("MAXLOC", true, new LocationReducer(false));

    /** The right operand: of accesses to windows only. */
    public static final Reduction REPLACE = new Reduction("REPLACE", false, new AccessReducer());

    /** The left operand: of accesses to windows only, which read with it. */
    public static final Reduction NO_OP = new Reduction("NO_OP", false, new AccessReducer());

    private final String name;
    private final boolean isCommutative;
    private final Reducer reducer;
    private final Operator operator; // of a predefined operation on elements; else null

    private Reduction(String name, boolean isCommutative, Reducer reducer) {
        this.name = Objects.requireNonNull(name);
        this.isCommutative = isCommutative;
        this.reducer = reducer;
        this.operator = null;
    }

    private Reduction(Operator operator) {
        this.name = operator.name();
        this.isCommutative = true;
        this.reducer = new ElementReducer(operator);
        this.operator = operator;
    }

    private static Reduction elementwise(Operator operator) {
        return new Reduction(operator);
    }

    /**
     * Returns a user's operation on units of any layout.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function what it does
     */
    public static Reduction of(String name, boolean isCommutative, ReduceFunction function) {
        given(name, function);
        return new Reduction(name, isCommutative, new GuardedReducer(name, new FunctionReducer(function)));
    }

    /**
     * Returns a user's operation on DOUBLE, and on FLOAT with the result rounded.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     */
    public static Reduction ofDoubles(String name, boolean isCommutative, DoubleBinaryOperator function) {
        return numeric(
                isCommutative,
                new UserOperator(name, function, DoubleBinaryOperator.class, "applyAsDouble", TypeKind.DOUBLE));
    }

    /**
     * Returns a user's operation on LONG.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     */
    public static Reduction ofLongs(String name, boolean isCommutative, LongBinaryOperator function) {
        return numeric(
                isCommutative,
                new UserOperator(name, function, LongBinaryOperator.class, "applyAsLong", TypeKind.LONG));
    }

    /**
     * Returns a user's operation on INT, and on SHORT, CHAR and BYTE with the low bits of the result.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     */
    public static Reduction ofInts(String name, boolean isCommutative, IntBinaryOperator function) {
        return numeric(
                isCommutative, new UserOperator(name, function, IntBinaryOperator.class, "applyAsInt", TypeKind.INT));
    }

    private static void given(String name, Object function) {
        Given.given(name, ErrorClass.ARG, "name", "Operation.of");
        Given.given(function, ErrorClass.ARG, "function", "Operation.of name=" + name);
    }

    private static Reduction numeric(boolean isCommutative, UserOperator operator) {
        given(operator.name(), operator.function());
        return new Reduction(
                operator.name(), isCommutative, new GuardedReducer(operator.name(), new ElementReducer(operator)));
    }

    /** Returns the name: the constant's, such as {@code SUM}, or the user's. */
    public String name() {
        return name;
    }

    /**
     * Returns whether the operands may change places; true for the predefined operations, and where the user said so.
     */
    public boolean isCommutative() {
        return isCommutative;
    }

    /**
     * Returns what the operation takes as one in memory of a layout. Allocates nothing for layouts of a primitive type,
     * nor for pairs, nor for a layout that a user's operation has met last.
     *
     * @param layout the layout of the operands
     * @return the type to {@link #apply} it to
     * @throws SennitException OP when the operation does not exist for the layout, or its units are no whole number;
     *     final
     */
    public ReductionType typeOf(DataLayout layout) {
        ReductionType type = reducer.typeOf(layout);
        if (type == null) {
            throw noSuch(layout);
        }
        if (!layout.fillsMemory() && layout.sizeBytes() % type.unitBytes() != 0) {
            throw new SennitException(
                    ErrorClass.OP,
                    "not a whole number of pairs: reduction=" + name + " type=" + type + " layout=" + layout + " bytes="
                            + layout.sizeBytes());
        }
        return type;
    }

    private SennitException noSuch(DataLayout layout) {
        String type =
                layout.elementType() == null ? "mixed" : layout.elementType().name();
        return new SennitException(
                ErrorClass.OP, "no such reduction: reduction=" + name + " type=" + type + " layout=" + layout);
    }

    /** Returns whether accesses to windows can use it; true for the predefined operations. */
    public boolean isPredefined() {
        return operator != null || reducer instanceof LocationReducer || reducer instanceof AccessReducer;
    }

    /**
     * Returns whether it is a predefined operation on single elements.
     *
     * @return false for those on pairs, users' and those of accesses to windows
     */
    public boolean isElementwise() {
        return operator != null;
    }

    /** Returns whether {@link #combine} combines elements of a type. */
    public boolean isFor(ElementType type) {
        return operator != null && operator.isFor(type);
    }

    /**
     * Combines two elements, for atomic updates; of a predefined operation that exists for elements of the type.
     *
     * @param left the bits of the left operand, those above the type's are zero
     * @param right the bits of the right operand
     * @return the bits of the result
     */
    public long combine(ElementType type, long left, long right) {
        return operator.combine(type, left, right);
    }

    /**
     * Makes what {@link #combineArrays} needs, so that it cannot fail.
     *
     * @param type one that {@link #isFor} names
     */
    public void prepareArrays(ElementType type) {
        loops(type);
    }

    /**
     * Combines the first elements of arrays: {@code result[i] = left[i] op right[i]}; of a predefined operation that
     * exists for elements of the type. The result may be one of the operands.
     *
     * @param left an array of the type, as the others
     * @param count the number of elements
     */
    public void combineArrays(ElementType type, Object left, Object right, Object result, int count) {
        loops(type).arrays(left, 0, right, 0, result, 0, count);
    }

    /** Returns the loops over elements of a type, of a predefined operation that exists for it. */
    ElementLoops loops(ElementType type) {
        return ((ElementReducer) reducer).of(type).loops();
    }

    /**
     * Combines units: {@code result[i] = left[i] op right[i]}. Does not block; allocates nothing.
     *
     * @param type what {@link #typeOf} gave for the layout
     * @param operands memory without gaps
     * @throws SennitException OP when a user's function has failed, with what it threw as the cause
     */
    public void apply(ReductionType type, Operands operands) {
        reducer.apply(type, operands);
    }

    /**
     * Reduces two memories of the caller: {@code inOut[i] = in[i] op inOut[i]}. Local; does not block on
     * other ranks; both memories are the caller's again on return. (MPI 4.1, section 6.9.7)
     *
     * @param in the left operands: a primitive array, ByteBuffer, Agrona buffer or MemorySegment
     * @param inOut the right operands, which the results replace; of the same kinds
     * @param layout which elements, in both
     * @throws SennitException OP when the operation does not exist for the layout or a user's function has failed, TYPE
     *     when an array is not of the layout's type, COUNT when a memory is too small, ARG when the layout means a byte
     *     twice, BUFFER when the memory cannot be used; final
     */
    public void reduceLocal(Object in, Object inOut, DataLayout layout) {
        new ReduceLocal(this, layout).run(in, inOut);
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
