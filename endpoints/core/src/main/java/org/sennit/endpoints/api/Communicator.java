package org.sennit.endpoints.api;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.MemoryViews;

/**
 * A group of endpoints that talk to each other, as one of them has it. Ranks count from 0; a neighbour thread and a
 * neighbour host differ in nothing but speed.
 *
 * <p><b>Memory</b> is any primitive array, {@link java.nio.ByteBuffer} (from position to limit), Agrona buffer or
 * {@link MemorySegment}, on the heap or off; null where nothing is sent. A {@link DataLayout} says which elements of
 * it are meant; without one it is all of it, in an array's own type and in bytes otherwise. Parameters come in one
 * order: memory, layout, peer, tag.
 *
 * <p><b>Threads:</b> one at a time drives an endpoint and so all its communicators; which one may change. A blocking
 * call makes progress for the whole endpoint. At thread level multiple several may send, receive and probe at once.
 *
 * <p><b>Errors</b> are {@link org.sennit.runtime.error.SennitException}s: ARG, RANK, TAG, COUNT, TYPE, BUFFER, ROOT, OP
 * for what the caller gave (nothing has happened; final), TRUNCATE and BUFFER for a message (it is consumed; others
 * match), COMM after {@link #close}, SESSION after the end of the job, PROC_FAILED and PROC_ABORTED when others have
 * failed. None is worth a retry. (MPI 4.1, chapters 3, 6 and 7)
 */
public sealed class Communicator extends TopologyCalls
        permits Intercommunicator, CartesianCommunicator, GraphCommunicator, DistributedGraphCommunicator {
    /** As the send memory of a reduction: the operand lies in the receive memory. */
    public static final Object IN_PLACE = new InPlace();

    private final CollectiveCalls collective;

    Communicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        this(endpoint, context, errorHandler, Collectives.of(context.isInter() ? context.local() : context));
    }

    private Communicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
        this.collective = new CollectiveCalls(context, collectives);
    }

    @Override
    final Communicator self() {
        return this;
    }

    /** What {@link #IN_PLACE} is. */
    private static final class InPlace {
        @Override
        public String toString() {
            return "IN_PLACE";
        }
    }

    /**
     * Blocks until all members have called it. (MPI_Barrier)
     *
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void barrier() {
        collective.barrier();
    }

    /**
     * Brings the root's memory to all members; blocks until the own memory is filled, or free again at the root. (MPI_Bcast)
     *
     * @param memory the memory
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void broadcast(Object memory, int root) {
        collective.broadcast(memory, MemoryViews.layoutOf(memory), root);
    }

    /**
     * Reduces the members' operands, element by element, to the root. Blocks. The same bits in every run and for every spread of the members over processes. (MPI_Reduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE} (for a reduce: at the root only)
     * @param receiveMemory the result's memory; looked at only at the root
     * @param operation the operation
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void reduce(Object sendMemory, Object receiveMemory, Operation operation, int root) {
        collective.reduce(sendMemory, receiveMemory, collective.layoutOf(sendMemory, receiveMemory), operation, root);
    }

    /**
     * Reduces the members' operands, element by element, and gives all the result. Blocks. The same bits on every member, in every run and for every spread of the members over processes. (MPI_Allreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void allreduce(Object sendMemory, Object receiveMemory, Operation operation) {
        collective.allreduce(sendMemory, receiveMemory, collective.layoutOf(sendMemory, receiveMemory), operation);
    }

    /**
     * Gathers a block of each member at the root, in the order of the ranks. Blocks. (MPI_Gather)
     *
     * @param sendMemory the own block
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void gather(Object sendMemory, Object receiveMemory, int root) {
        collective.gather(sendMemory, receiveMemory, MemoryViews.layoutOf(sendMemory), root);
    }

    /**
     * Hands each member its block from the root, in the order of the ranks. Blocks. (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the own block
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void scatter(Object sendMemory, Object receiveMemory, int root) {
        collective.scatter(sendMemory, receiveMemory, MemoryViews.layoutOf(receiveMemory), root);
    }

    /**
     * Brings a block of each member to all, in the order of the ranks. Blocks. (MPI_Allgather)
     *
     * @param sendMemory the own block
     * @param receiveMemory room for all blocks, from its beginning
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void allgather(Object sendMemory, Object receiveMemory) {
        collective.allgather(sendMemory, receiveMemory, MemoryViews.layoutOf(sendMemory));
    }

    /**
     * Brings block j of member i to place i of member j; a block is the memory's length divided by the number of members. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void alltoall(Object sendMemory, Object receiveMemory) {
        collective.alltoall(sendMemory, receiveMemory, null);
    }

    /**
     * Brings the root's memory to all members; blocks until the own memory is filled, or free again at the root. (MPI_Bcast)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void broadcast(Object memory, DataLayout layout, int root) {
        collective.broadcast(memory, layout, root);
    }

    /**
     * Reduces the members' operands, element by element, to the root. Blocks. The same bits in every run and for every spread of the members over processes. (MPI_Reduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE} (for a reduce: at the root only)
     * @param receiveMemory the result's memory; looked at only at the root
     * @param layout which elements of either
     * @param operation the operation
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void reduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation, int root) {
        collective.reduce(sendMemory, receiveMemory, layout, operation, root);
    }

    /**
     * Reduces the members' operands, element by element, and gives all the result. Blocks. The same bits on every member, in every run and for every spread of the members over processes. (MPI_Allreduce)
     *
     * @param sendMemory the own operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout which elements of either
     * @param operation the operation
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void allreduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        collective.allreduce(sendMemory, receiveMemory, layout, operation);
    }

    /**
     * Gathers a block of each member at the root, in the order of the ranks. Blocks. (MPI_Gather)
     *
     * @param sendMemory the own block
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param block which elements of the send memory are the own block, and by its length the blocks of the receive memory
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void gather(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        collective.gather(sendMemory, receiveMemory, block, root);
    }

    /**
     * Hands each member its block from the root, in the order of the ranks. Blocks. (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the own block
     * @param block which elements of the receive memory are the own block, and by its length the blocks of the send memory
     * @param root the root's rank, the same on all members
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void scatter(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        collective.scatter(sendMemory, receiveMemory, block, root);
    }

    /**
     * Brings a block of each member to all, in the order of the ranks. Blocks. (MPI_Allgather)
     *
     * @param sendMemory the own block
     * @param receiveMemory room for all blocks, from its beginning
     * @param block which elements of the send memory are the own block, and by its length the blocks of the receive memory
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void allgather(Object sendMemory, Object receiveMemory, DataLayout block) {
        collective.allgather(sendMemory, receiveMemory, block);
    }

    /**
     * Brings block j of member i to place i of member j. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, from its beginning
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory
     * @param block the type and count of one block
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public void alltoall(Object sendMemory, Object receiveMemory, DataLayout block) {
        collective.alltoall(sendMemory, receiveMemory, block);
    }
}
