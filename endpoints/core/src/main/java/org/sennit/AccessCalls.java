package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/**
 * The accesses of a {@link Window}. The origin is memory of the caller, which may be reused when the call returns, and
 * holds the values read then. The target is a member and a displacement in its part of the window, in units of that
 * part. {@link Communicator#NULL_PROCESS} as a target does nothing. See {@link Communicator} for memory and layouts,
 * {@link Window} for atomicity and errors. (MPI 4.1, section 12.3)
 */
public interface AccessCalls {
    /**
     * Copies all of a memory to consecutive bytes at the target. (MPI_Put)
     *
     * @param origin what to copy
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement where it goes, in the target's units
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void put(@Memory Object origin, int target, long displacement);

    /**
     * Copies elements to the target. (MPI_Put)
     *
     * @param origin the caller's memory
     * @param originLayout the layout of its elements
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout where they go, as many bytes as those of the origin; a bare type, or null, means side by side
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void put(@Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout);

    /**
     * Fills all of a memory with consecutive bytes of the target. (MPI_Get)
     *
     * @param origin receives them
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement where they lie, in the target's units
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void get(@Memory Object origin, int target, long displacement);

    /**
     * Copies elements of the target to the caller. (MPI_Get)
     *
     * @param origin the caller's memory
     * @param originLayout which elements of it receive them
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout where they lie, as many bytes as those of the origin; a bare type, or
     *     null, means side by side
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void get(@Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout);

    /**
     * Combines consecutive elements of the target with all of a memory, {@code target[i] = target[i] op origin[i]},
     * each element atomically. (MPI_Accumulate)
     *
     * @param origin the right operands: an array, or bytes
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the left operands, in the target's units
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void accumulate(@Memory Object origin, int target, long displacement, Operation operation);

    /**
     * Combines elements of the target with those of the caller, each element atomically. (MPI_Accumulate)
     *
     * @param origin the caller's memory
     * @param originLayout the right operands: elements of one type, or with MINLOC and MAXLOC pairs, which are atomic
     *     together with other updates of pairs
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout the left operands, as many and of the same type; a bare type, or null, means side by side
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void accumulate(
            @Memory Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation);

    /**
     * As {@link #accumulate(Object, int, long, Operation)}, and brings what was there to the
     * caller. (MPI_Get_accumulate)
     *
     * @param origin the right operands: an array, or bytes; not looked at with NO_OP
     * @param result receives what was there, of the same size and type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the left operands, in the target's units
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void getAccumulate(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation);

    /**
     * As the other accumulate, and brings what was there to the caller. (MPI_Get_accumulate)
     *
     * @param origin the caller's memory; not looked at with NO_OP
     * @param originLayout the right operands
     * @param result the caller's memory for what was there, apart from the origin
     * @param resultLayout which elements of it, as many as the operands
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout the left operands, as many and of the same type; a bare type, or null, means side by side
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void getAccumulate(
            @Memory Object origin,
            DataLayout originLayout,
            @Memory Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation);

    /**
     * Combines one element of the target with the first of an array, atomically, and brings what was there to
     * the caller. (MPI_Fetch_and_op)
     *
     * @param origin the right operand; not looked at with NO_OP
     * @param result its first element receives what was there; an array of the same type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void fetchAndOp(@Memory Object origin, @Memory Object result, int target, long displacement, Operation operation);

    /**
     * Combines one element, or pair, of the target with that of a memory, atomically, and brings what was there to
     * the caller. (MPI_Fetch_and_op)
     *
     * @param origin the right operand; not looked at with NO_OP
     * @param result receives what was there
     * @param type one element or pair, in both memories; a bare type means the first element
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @param operation a predefined one
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    void fetchAndOp(
            @Memory Object origin,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement,
            Operation operation);

    /**
     * Replaces one element of the target by the first of an array if it has the same bits as the expected one,
     * atomically, and brings what was there to the caller. (MPI_Compare_and_swap)
     *
     * @param origin the replacement
     * @param expected what the element is compared with; an array of the same type
     * @param result its first element receives what was there; an array of the same type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void compareAndSwap(
            @Memory Object origin, @Memory Object expected, @Memory Object result, int target, long displacement);

    /**
     * Replaces one element of the target if it has the expected bits, atomically, and brings what was there to the
     * caller. (MPI_Compare_and_swap)
     *
     * @param origin the replacement
     * @param expected what the element is compared with
     * @param result receives what was there
     * @param type one element, in the three memories; a bare type means the first element
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void compareAndSwap(
            @Memory Object origin,
            @Memory Object expected,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement);
}
