package org.sennit.endpoints.api;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.construct.CommConstruction;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.runtime.error.SennitException;
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
public final class Communicator extends ObjectCalls implements AutoCloseable {
    /** The colour of those that want no communicator from {@link #split}. */
    public static final int UNDEFINED = CommConstruction.UNDEFINED;

    /** As the send memory of a reduction: the operand lies in the receive memory. */
    public static final Object IN_PLACE = new InPlace();

    private final Endpoint endpoint;
    private final CommContext context;
    private final CollectiveCalls collective;
    private final Collectives collectives;
    private int children; // for names
    private ErrorHandler errorHandler; // null: the endpoint's

    Communicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(context);
        this.endpoint = endpoint;
        this.context = context;
        this.errorHandler = errorHandler;
        context.reportErrorsTo(this::report);
        this.collectives = new Collectives(context);
        this.collective = new CollectiveCalls(context, collectives);
    }

    /** What {@link #IN_PLACE} is. */
    private static final class InPlace {
        @Override
        public String toString() {
            return "IN_PLACE";
        }
    }

    /**
     * The own rank.
     *
     * @return 0 to size − 1
     */
    public int rank() {
        return context.rank();
    }

    /**
     * The number of members.
     *
     * @return at least 1
     */
    public int size() {
        return context.group().size();
    }

    /**
     * The process in which a member lives.
     *
     * @param rank 0 to size − 1
     * @return the number of its process in the job
     * @throws org.sennit.runtime.error.SennitException RANK when there is no such member; final
     */
    public int processOf(int rank) {
        collective.checkRank("processOf", rank);
        return context.group().address(rank).process();
    }

    /**
     * The name, as in error texts.
     *
     * @return such as {@code world}
     */
    public String name() {
        return context.name();
    }

    private SennitException report(SennitException error) {
        errorHandler().handle(this, error);
        return error;
    }

    /**
     * Sets the error handler of this communicator, as this endpoint has it; communicators made from here later take it
     * over. (MPI_Comm_set_errhandler)
     *
     * @param handler the handler, or null for the endpoint's
     */
    public void setErrorHandler(ErrorHandler handler) {
        errorHandler = handler;
    }

    /**
     * Who hears of the errors of this communicator. (MPI_Comm_get_errhandler)
     *
     * @return its own handler, or the endpoint's
     */
    public ErrorHandler errorHandler() {
        return errorHandler == null ? endpoint.errorHandler() : errorHandler;
    }

    /**
     * Ends the job: all calls of all endpoints end with an error that names this one. Returns; what follows fails.
     * (MPI_Abort)
     *
     * @param cause why
     */
    public void abort(Throwable cause) {
        context.job().health().fail("rank " + rank() + " of " + name(), cause);
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

    /**
     * Makes a communicator with the same members and ranks, whose messages never meet those of this one. Collective; blocks. (MPI_Comm_dup)
     *
     * @return the new one; close it when it is no longer needed
     * @throws org.sennit.runtime.error.SennitException see the class
     */
    public Communicator duplicate() {
        return child("duplicate", name() + ".duplicate" + ++children, 0, rank());
    }

    /**
     * Splits the members by colour, in the order of their keys over all processes, ties by the old rank. Collective; blocks. (MPI_Comm_split)
     *
     * @param colour members of one colour come together; {@link #UNDEFINED} for none
     * @param key decides the new order
     * @return the new one, to be closed when it is no longer needed; null for {@link #UNDEFINED}
     * @throws org.sennit.runtime.error.SennitException ARG on every member when a colour is negative; see the class
     */
    public Communicator split(int colour, int key) {
        return child("split", name() + ".split" + ++children + "(" + colour + ")", colour, key);
    }

    private Communicator child(String operation, String name, int colour, int key) {
        try {
            context.checkOpen(operation);
            CommContext made = CommConstruction.split(context, collectives, colour, key, name);
            return made == null ? null : new Communicator(endpoint, made, errorHandler);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    /** Ends the use of this communicator by this endpoint; later calls throw COMM. Local and immediate. */
    @Override
    public void close() {
        context.close();
    }

    @Override
    public String toString() {
        return name() + " rank " + rank() + " of " + size();
    }
}
