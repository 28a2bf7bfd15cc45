package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The persistent collectives of a {@link Communicator} that reduce. (MPI 4.1, section 6.13)
 */
public abstract class PersistentReductionCalls extends PersistentMovementCalls {
    /** Made by its communicator only. */
    PersistentReductionCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Makes a request that reduces the members' operands, element by element, to the root, each time it is started.
     * The same bits in every run and for every spread of the members over processes. (MPI_Reduce_init)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory; looked at only at the root; in use while the request is active
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reducePersistent(Object sendMemory, Object receiveMemory, Operation operation, int root) {
        return calls().persistent()
                .reduce(sendMemory, receiveMemory, null, operation, root)
                .persist();
    }

    /**
     * Makes a request that reduces some elements of the members' operands to the root, each time it is started. The
     * same bits in every run and for every spread of the members over processes. (MPI_Reduce_init)
     *
     * @param sendMemory the own operand, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory; looked at only at the root; in use while the request is active
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reducePersistent(
            Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation, int root) {
        return calls().persistent()
                .reduce(sendMemory, receiveMemory, layout, operation, root)
                .persist();
    }

    /**
     * Makes a request that reduces the members' operands, element by element, and gives all the result, each time
     * it is started. The same bits on every member, in every run and for every spread of the members over
     * processes. (MPI_Allreduce_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allreducePersistent(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().persistent()
                .allreduce(sendMemory, receiveMemory, null, operation)
                .persist();
    }

    /**
     * Makes a request that reduces some elements of the members' operands, and gives all the result, each time it
     * is started. The same bits on every member, in every run and for every spread of the members over processes.
     * (MPI_Allreduce_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allreducePersistent(
            Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().persistent()
                .allreduce(sendMemory, receiveMemory, layout, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the members' operands, and hands each member its block of the result, all of one
     * length, each time it is started. (MPI_Reduce_scatter_block_init)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for the own block; in place the operand, whose first block becomes the result; in
     *     use while the request is active
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterBlockPersistent(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().persistent()
                .reduceScatterBlock(sendMemory, receiveMemory, null, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the members' operands, and hands each member its block of the result, all of one
     * length, each time it is started. (MPI_Reduce_scatter_block_init)
     *
     * @param sendMemory the own operand: a block for each member, from its beginning; or {@link #IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for the own block; in place the operand, whose first block becomes the result; in
     *     use while the request is active
     * @param block which elements of the receive memory are the own block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterBlockPersistent(
            Object sendMemory, Object receiveMemory, DataLayout block, Operation operation) {
        return calls().persistent()
                .reduceScatterBlock(sendMemory, receiveMemory, block, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the members' operands, and hands each member its block of the result, each of a
     * length of its own, each time it is started. (MPI_Reduce_scatter_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the own block, from its beginning; in place the operand, at whose beginning the
     *     result comes; in use while the request is active
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterPersistent(
            Object sendMemory, Blocks blocks, Object receiveMemory, Operation operation) {
        return calls().persistent()
                .reduceScatter(sendMemory, blocks, receiveMemory, null, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the members' operands, and hands each member its block of the result, each of a
     * length of its own, each time it is started. (MPI_Reduce_scatter_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param blocks where the block for each rank lies in it; of the same lengths on all members
     * @param receiveMemory room for the own block; in place the operand, at whose beginning the result comes; in
     *     use while the request is active
     * @param receiveLayout which elements of it; not looked at in place
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request reduceScatterPersistent(
            Object sendMemory, Blocks blocks, Object receiveMemory, DataLayout receiveLayout, Operation operation) {
        return calls().persistent()
                .reduceScatter(sendMemory, blocks, receiveMemory, receiveLayout, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the operands of the ranks up to the own one, for each member, each time it is
     * started. (MPI_Scan_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scanPersistent(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().persistent()
                .scan(sendMemory, receiveMemory, null, operation)
                .persist();
    }

    /**
     * Makes a request that reduces some elements of the operands of the ranks up to the own one, for each member,
     * each time it is started. (MPI_Scan_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scanPersistent(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().persistent()
                .scan(sendMemory, receiveMemory, layout, operation)
                .persist();
    }

    /**
     * Makes a request that reduces the operands of the ranks below the own one, for each member; that of rank 0 is
     * left as it is, each time it is started. (MPI_Exscan_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request exscanPersistent(Object sendMemory, Object receiveMemory, Operation operation) {
        return calls().persistent()
                .exscan(sendMemory, receiveMemory, null, operation)
                .persist();
    }

    /**
     * Makes a request that reduces some elements of the operands of the ranks below the own one, for each member;
     * that of rank 0 is left as it is, each time it is started. (MPI_Exscan_init)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout which elements of either
     * @param operation the operation, the same on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request exscanPersistent(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        return calls().persistent()
                .exscan(sendMemory, receiveMemory, layout, operation)
                .persist();
    }
}
