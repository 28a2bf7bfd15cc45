package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/**
 * The collectives of a {@link Communicator} that reduce: the same order of the operands whatever the placement, so
 * the same bits. (MPI 4.1, sections 6.9 to 6.11)
 */
public abstract class ReductionCalls extends MovementCalls {
    /** Made by its communicator only. */
    ReductionCalls(Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Reduces the members' operands, element by element, to the root. The same bits in every run and for every
     * spread of the members over processes. Blocks. (MPI_Reduce)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}
     * @param receiveMemory the result's memory; looked at only at the root
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation, int root) {
        calls().blocking()
                .reduce(sendMemory, receiveMemory, null, Operation.inner(operation), root)
                .execute();
    }

    /**
     * Reduces some elements of the members' operands to the root. The same bits in every run and for every spread
     * of the members over processes. Blocks. (MPI_Reduce)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}
     * @param receiveMemory the result's memory; looked at only at the root
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation, int root) {
        calls().blocking()
                .reduce(sendMemory, receiveMemory, layout, Operation.inner(operation), root)
                .execute();
    }

    /**
     * Reduces the members' operands, element by element, and gives all the result. The same bits on every member,
     * in every run and for every spread of the members over processes. Blocks. (MPI_Allreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        calls().blocking()
                .allreduce(sendMemory, receiveMemory, null, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces some elements of the members' operands, and gives all the result. The same bits on every member, in
     * every run and for every spread of the members over processes. Blocks. (MPI_Allreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allreduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        calls().blocking()
                .allreduce(sendMemory, receiveMemory, layout, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the members' operands, and hands each member its block of the result, all of one length. Blocks.
     * (MPI_Reduce_scatter_block)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}
     * @param receiveMemory room for the caller's block; in place the operand, whose first block becomes the result
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduceScatterBlock(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        calls().blocking()
                .reduceScatterBlock(sendMemory, receiveMemory, null, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the members' operands, and hands each member its block of the result, all of one length. Blocks.
     * (MPI_Reduce_scatter_block)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}
     * @param receiveMemory room for the caller's block; in place the operand, whose first block becomes the result
     * @param block which elements of the receive memory are the caller's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduceScatterBlock(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, Operation operation) {
        calls().blocking()
                .reduceScatterBlock(sendMemory, receiveMemory, block, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the members' operands, and hands each member its block of the result, each of a length of its own.
     * Blocks. (MPI_Reduce_scatter)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the caller's block, from its beginning; in place the operand, at whose beginning the
     *     result comes
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduceScatter(
            @Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, Operation operation) {
        calls().blocking()
                .reduceScatter(sendMemory, blocks, receiveMemory, null, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the members' operands, and hands each member its block of the result, each of a length of its own.
     * Blocks. (MPI_Reduce_scatter)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the caller's block; in place the operand, at whose beginning the result comes
     * @param receiveLayout which elements of it; not looked at in place
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void reduceScatter(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            Operation operation) {
        calls().blocking()
                .reduceScatter(sendMemory, blocks, receiveMemory, receiveLayout, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the operands of the ranks up to the own one, for each member. Blocks. (MPI_Scan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        calls().blocking()
                .scan(sendMemory, receiveMemory, null, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces some elements of the operands of the ranks up to the own one, for each member. Blocks. (MPI_Scan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        calls().blocking()
                .scan(sendMemory, receiveMemory, layout, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces the operands of the ranks below the own one, for each member; that of rank 0 is left as it is.
     * Blocks. (MPI_Exscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void exscan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        calls().blocking()
                .exscan(sendMemory, receiveMemory, null, Operation.inner(operation))
                .execute();
    }

    /**
     * Reduces some elements of the operands of the ranks below the own one, for each member; that of rank 0 is left
     * as it is. Blocks. (MPI_Exscan)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void exscan(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        calls().blocking()
                .exscan(sendMemory, receiveMemory, layout, Operation.inner(operation))
                .execute();
    }
}
