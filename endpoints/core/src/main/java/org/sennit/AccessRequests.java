package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/**
 * The accesses of a {@link Window} that return a request, for epochs of {@link EpochCalls#lock} and
 * {@link EpochCalls#lockAll} only. The origin's memory is in use until the request is complete; the target's is up to
 * date after the next flush or unlock. Short accesses (256 bytes at most) to a member in another process wait for
 * each other until the endpoint makes progress next: in {@link Request#await()}, {@link Request#test()}, a flush, or
 * any call that waits. Arguments and errors are those of {@link AccessCalls}, and RMA_SYNC in an epoch of another
 * kind. (MPI 4.1, section 12.3.5)
 */
public interface AccessRequests {
    /**
     * Starts to copy all of a memory to consecutive bytes at the target. (MPI_Rput)
     *
     * @param origin what to copy
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement where it goes, in the target's units
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request put(@Memory Object origin, int target, long displacement);

    /**
     * Starts to copy elements to the target. (MPI_Rput)
     *
     * @param origin the caller's memory
     * @param originLayout the layout of its elements
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout where they go; a bare type, or null, means side by side
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request put(@Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout);

    /**
     * Starts to fill all of a memory with consecutive bytes of the target. (MPI_Rget)
     *
     * @param origin receives them
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement where they lie, in the target's units
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request get(@Memory Object origin, int target, long displacement);

    /**
     * Starts to copy elements of the target to the caller. (MPI_Rget)
     *
     * @param origin the caller's memory
     * @param originLayout which elements of it receive them
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout where they lie; a bare type, or null, means side by side
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request get(@Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout);

    /**
     * Starts to combine consecutive elements of the target with all of a memory. (MPI_Raccumulate)
     *
     * @param origin the right operands: an array, or bytes
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the left operands, in the target's units
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    Request accumulate(@Memory Object origin, int target, long displacement, Operation operation);

    /**
     * Starts to combine elements of the target with those of the caller. (MPI_Raccumulate)
     *
     * @param origin the caller's memory
     * @param originLayout the right operands
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout the left operands; a bare type, or null, means side by side
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request accumulate(
            @Memory Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation);

    /**
     * As {@link #accumulate(Object, int, long, Operation)}, and brings what was there to the
     * caller. (MPI_Rget_accumulate)
     *
     * @param origin the right operands: an array, or bytes; not looked at with NO_OP
     * @param result receives what was there, of the same size and type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the left operands, in the target's units
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    Request getAccumulate(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation);

    /**
     * Starts to combine elements of the target with those of the caller, and to bring what was
     * there. (MPI_Rget_accumulate)
     *
     * @param origin the caller's memory; not looked at with NO_OP
     * @param originLayout the right operands
     * @param result the caller's memory for what was there, apart from the origin
     * @param resultLayout the layout of its elements
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the start of the target's layout, in the target's units
     * @param targetLayout the left operands; a bare type, or null, means side by side
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request getAccumulate(
            @Memory Object origin,
            DataLayout originLayout,
            @Memory Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation);

    /**
     * Starts to combine one element of the target with the first of an array, atomically, and to bring what was there
     * to the first of another. See {@link #fetchAndOp(Object, Object, DataLayout, int, long, Operation)}.
     *
     * @param origin the right operand; not looked at with NO_OP
     * @param result its first element receives what was there; an array of the same type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    Request fetchAndOp(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation);

    /**
     * Starts to combine one element, or pair, of the target with that of a memory, atomically, and to bring what was
     * there to the caller. Many may be under way: those to one target in another process travel together, and are
     * executed in the order of their calls. Fetch-and-op with a request, which MPI lacks; the same as
     * MPI_Rget_accumulate of one element.
     *
     * @param origin the right operand; not looked at with NO_OP
     * @param result receives what was there
     * @param type one element or pair, in both memories; a bare type means the first element
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @param operation a predefined one
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}; OP when the operation is a
     *     user's, or not for the type
     */
    Request fetchAndOp(
            @Memory Object origin,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement,
            Operation operation);

    /**
     * Starts to replace one element of the target by the first of an array if it has the bits of the first of another,
     * atomically, and to bring what was there to the first of a third.
     *
     * @param origin the replacement; the caller's again on return, as is the expected element
     * @param expected what the element is compared with; an array of the same type
     * @param result its first element receives what was there; an array of the same type
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request compareAndSwap(
            @Memory Object origin, @Memory Object expected, @Memory Object result, int target, long displacement);

    /**
     * Starts to replace one element of the target if it has the expected bits, atomically, and to bring what
     * was there to the caller. Many may be under way, as of
     * {@link #fetchAndOp(Object, Object, DataLayout, int, long, Operation)}. As MPI_Compare_and_swap, which
     * has no form with a request.
     *
     * @param origin the replacement; the caller's again on return, as is the expected element
     * @param expected what the element is compared with
     * @param result receives what was there
     * @param type one element, in the three memories; a bare type means the first element
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @param displacement the place of the element, in the target's units
     * @return an active request
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    Request compareAndSwap(
            @Memory Object origin,
            @Memory Object expected,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement);
}
