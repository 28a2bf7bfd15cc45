package org.sennit;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * An operation of the reductions, predefined or a user's: unit by unit, left operand first. All are taken to be
 * associative; reductions keep the order of the ranks, so an operation need not be commutative.
 *
 * <p>Immutable, and not for implementation by users; any thread, and several at once. Members of a communicator that
 * pass operations of their own to one reduction must pass the same function under the same name. (MPI 4.1, section 6.9)
 */
public interface Operation {
    /** Sum of numbers; integers wrap around. */
    Operation SUM = Reduction.SUM;

    /** Product of numbers; integers wrap around. */
    Operation PRODUCT = Reduction.PRODUCT;

    /** Smallest number; NaN wins, and −0 is below +0. */
    Operation MIN = Reduction.MIN;

    /** Largest number; NaN wins, and +0 is above −0. */
    Operation MAX = Reduction.MAX;

    /** Bitwise and, of integers. */
    Operation BAND = Reduction.BAND;

    /** Bitwise or, of integers. */
    Operation BOR = Reduction.BOR;

    /** Bitwise exclusive or, of integers. */
    Operation BXOR = Reduction.BXOR;

    /** Logical and, of integers and booleans: 0 is false, the result is 0 or 1. */
    Operation LAND = Reduction.LAND;

    /** Logical or, of integers and booleans. */
    Operation LOR = Reduction.LOR;

    /** Logical exclusive or, of integers and booleans. */
    Operation LXOR = Reduction.LXOR;

    /**
     * Smallest value and its index, of the pairs of {@link PairType}: the lowest index among equal values. The value is
     * that of {@link #MIN}: NaN wins, all NaNs are equal, and −0 is below +0.
     */
    Operation MINLOC = Reduction.MINLOC;

    /** Largest value and its index: as {@link #MINLOC}, with the value of {@link #MAX}. */
    Operation MAXLOC = Reduction.MAXLOC;

    /** The origin's value takes the place of the target's: of accesses to a {@link Window} only. (MPI_REPLACE) */
    Operation REPLACE = Reduction.REPLACE;

    /** Leaves the target's value as it is, so that an access to a {@link Window} reads it; only there. (MPI_NO_OP) */
    Operation NO_OP = Reduction.NO_OP;

    /**
     * Returns a user's operation on units of any layout.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function what it does
     * @return the operation
     * @throws SennitException ARG without a name or function; final
     */
    static Operation of(String name, boolean isCommutative, ReduceFunction function) {
        return Reduction.of(name, isCommutative, function);
    }

    /**
     * Returns a user's operation on DOUBLE, and on FLOAT with the result rounded.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     * @return the operation
     * @throws SennitException ARG without a name or function; final
     */
    static Operation ofDoubles(String name, boolean isCommutative, DoubleBinaryOperator function) {
        return Reduction.ofDoubles(name, isCommutative, function);
    }

    /**
     * Returns a user's operation on LONG.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     * @return the operation
     * @throws SennitException ARG without a name or function; final
     */
    static Operation ofLongs(String name, boolean isCommutative, LongBinaryOperator function) {
        return Reduction.ofLongs(name, isCommutative, function);
    }

    /**
     * Returns a user's operation on INT, and on SHORT, CHAR and BYTE with the low bits of the result.
     *
     * @param name for error texts, and the same on every member
     * @param isCommutative whether {@code a op b} is {@code b op a}
     * @param function of the left and the right operand
     * @return the operation
     * @throws SennitException ARG without a name or function; final
     */
    static Operation ofInts(String name, boolean isCommutative, IntBinaryOperator function) {
        return Reduction.ofInts(name, isCommutative, function);
    }

    /**
     * Returns the name, such as {@code SUM}.
     *
     * @return the constant's, or the user's
     */
    String name();

    /**
     * Returns whether the operands may change places.
     *
     * @return true for the predefined operations, and where the user said so
     */
    boolean isCommutative();

    /**
     * Reduces two memories of the caller: {@code inOut[i] = in[i] op inOut[i]}. Local; does not block on other ranks;
     * both memories are the caller's again on return. (MPI 4.1, section 6.9.7)
     *
     * @param in the left operands: a primitive array, ByteBuffer, Agrona buffer or MemorySegment
     * @param inOut the right operands, which the results replace; of the same kinds
     * @param layout which elements, in both
     * @throws org.sennit.message.SennitException OP when the operation does not exist for the layout or a user's
     *     function has failed, TYPE when an array is not of the layout's type, COUNT when a memory is too small, ARG
     *     when the layout means a byte twice, BUFFER when the memory cannot be used; final
     */
    void reduceLocal(@Memory Object in, @Memory Object inOut, DataLayout layout);
}
