package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The nonblocking collectives of a {@link Communicator} that reduce. (MPI 4.1, section 6.12)
 */
public abstract class NonblockingReductionCalls extends NonblockingMovementCalls {
    /** Made by its communicator only. */
    NonblockingReductionCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Starts to reduce the members' operands, element by element, to the root. The same bits in every run and for
     * every spread of the members over processes. (MPI_Ireduce)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory; looked at only at the root; in use until the request is complete
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceNonblocking(Object sendMemory, Object receiveMemory, Operation operation, int root) {
        return calls().nonblocking()
                .reduce(sendMemory, receiveMemory, null, operation, root)
                .begin();
    }

    /**
     * Starts to reduce some elements of the members' operands to the root. The same bits in every run and for every
     * spread of the members over processes. (MPI_Ireduce)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory; looked at only at the root; in use until the request is complete
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceNonblocking(
            Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation, int root) {
        return calls().nonblocking()
                .reduce(sendMemory, receiveMemory, layout, operation, root)
                .begin();
    }

    /**
     * Starts to reduce the members' operands, element by element, and gives all the result. The same bits on every
     * member, in every run and for every spread of the members over processes. (MPI_Iallreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allreduceNonblocking(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().nonblocking()
                .allreduce(sendMemory, receiveMemory, null, operation)
                .begin();
    }

    /**
     * Starts to reduce some elements of the members' operands, and gives all the result. The same bits on every
     * member, in every run and for every spread of the members over processes. (MPI_Iallreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allreduceNonblocking(
            Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().nonblocking()
                .allreduce(sendMemory, receiveMemory, layout, operation)
                .begin();
    }

    /**
     * Starts to reduce the members' operands, and hands each member its block of the result, all of one length.
     * (MPI_Ireduce_scatter_block)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}; in use
     *     until the request is complete
     * @param receiveMemory room for the own block; in place the operand, whose first block becomes the result; in
     *     use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterBlockNonblocking(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().nonblocking()
                .reduceScatterBlock(sendMemory, receiveMemory, null, operation)
                .begin();
    }

    /**
     * Starts to reduce the members' operands, and hands each member its block of the result, all of one length.
     * (MPI_Ireduce_scatter_block)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}; in use
     *     until the request is complete
     * @param receiveMemory room for the own block; in place the operand, whose first block becomes the result; in
     *     use until the request is complete
     * @param block which elements of the receive memory are the own block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterBlockNonblocking(
            Object sendMemory, Object receiveMemory, DataLayout block, Operation operation) {
        return calls().nonblocking()
                .reduceScatterBlock(sendMemory, receiveMemory, block, operation)
                .begin();
    }

    /**
     * Starts to reduce the members' operands, and hands each member its block of the result, each of a length of
     * its own. (MPI_Ireduce_scatter)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the own block, from its beginning; in place the operand, at whose beginning the
     *     result comes; in use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterNonblocking(
            Object sendMemory, Blocks blocks, Object receiveMemory, Operation operation) {
        return calls().nonblocking()
                .reduceScatter(sendMemory, blocks, receiveMemory, null, operation)
                .begin();
    }

    /**
     * Starts to reduce the members' operands, and hands each member its block of the result, each of a length of
     * its own. (MPI_Ireduce_scatter)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the own block; in place the operand, at whose beginning the result comes; in
     *     use until the request is complete
     * @param receiveLayout which elements of it; not looked at in place
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterNonblocking(
            Object sendMemory, Blocks blocks, Object receiveMemory, DataLayout receiveLayout, Operation operation) {
        return calls().nonblocking()
                .reduceScatter(sendMemory, blocks, receiveMemory, receiveLayout, operation)
                .begin();
    }

    /**
     * Starts to reduce the operands of the ranks up to the own one, for each member. (MPI_Iscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scanNonblocking(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().nonblocking()
                .scan(sendMemory, receiveMemory, null, operation)
                .begin();
    }

    /**
     * Starts to reduce some elements of the operands of the ranks up to the own one, for each member. (MPI_Iscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scanNonblocking(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().nonblocking()
                .scan(sendMemory, receiveMemory, layout, operation)
                .begin();
    }

    /**
     * Starts to reduce the operands of the ranks below the own one, for each member; that of rank 0 is left as it
     * is. (MPI_Iexscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request exscanNonblocking(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().nonblocking()
                .exscan(sendMemory, receiveMemory, null, operation)
                .begin();
    }

    /**
     * Starts to reduce some elements of the operands of the ranks below the own one, for each member; that of rank
     * 0 is left as it is. (MPI_Iexscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory the result's memory, as long as the operand; in use until the request is complete
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request exscanNonblocking(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().nonblocking()
                .exscan(sendMemory, receiveMemory, layout, operation)
                .begin();
    }
}
