package org.sennit;

import org.sennit.internal.endpoints.coll.call.InPlace;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/**
 * The blocking collectives of a {@link Communicator}. All members call the same collectives in the same order.
 * Reductions combine the operands in one order for every placement of the members, so the result always has the same
 * bits. See {@link Communicator} for memory, layouts, threads and errors. (MPI 4.1, sections 6.3 to 6.11)
 */
public interface CollectiveCalls {
    /** In place of one memory of a collective: the data are in the other one, where MPI allows it. (MPI_IN_PLACE) */
    Object IN_PLACE = InPlace.IN_PLACE;

    /**
     * The root argument of the root itself in a collective on an intercommunicator. The other members of its group pass
     * {@link Communicator#NULL_PROCESS}, those of the other side its rank. (MPI_ROOT)
     */
    int ROOT = CollectiveCall.SELF_ROOT;

    /**
     * Blocks until all members have called it. (MPI_Barrier)
     *
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void barrier();

    /**
     * Brings the root's memory to all members. Blocks. (MPI_Bcast)
     *
     * @param memory the memory
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void broadcast(@Memory Object memory, int root);

    /**
     * Brings some elements of the root's memory to all members. Blocks. (MPI_Bcast)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void broadcast(@Memory Object memory, DataLayout layout, int root);

    /**
     * Gathers a block of each member at the root, in the order of the ranks. Blocks. (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}: it lies in its place already
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void gather(@Memory Object sendMemory, @Memory Object receiveMemory, int root);

    /**
     * Gathers a block of each member at the root, in the order of the ranks; one layout for both
     * memories. Blocks. (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param block which elements of the send memory are the caller's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void gather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root);

    /**
     * Gathers a block of each member at the root, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void gather(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root);

    /**
     * Gathers blocks of different lengths at the root. Blocks. (MPI_Gatherv)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void gatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks, int root);

    /**
     * Gathers blocks of different lengths at the root. Blocks. (MPI_Gatherv)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void gatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks, int root);

    /**
     * Hands each member its block from the root, in the order of the ranks. Blocks. (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}: it stays where it lies
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, int root);

    /**
     * Hands each member its block from the root, in the order of the ranks; one layout for both
     * memories. Blocks. (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param block which elements of the receive memory are the caller's block; by its length it says that of the
     *     blocks of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root);

    /**
     * Hands each member its block from the root, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Scatter)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveLayout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scatter(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root);

    /**
     * Hands each member its block, of a length of its own, from the root. Blocks. (MPI_Scatterv)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param receiveMemory room for the caller's block, all of it, or at the root {@link #IN_PLACE}
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scatterv(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, int root);

    /**
     * Hands each member its block, of a length of its own, from the root. Blocks. (MPI_Scatterv)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveLayout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scatterv(
            @Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, DataLayout receiveLayout, int root);

    /**
     * Brings a block of each member to all, in the order of the ranks. Blocks. (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}: it lies in its place already
     * @param receiveMemory room for all blocks, from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allgather(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Brings a block of each member to all, in the order of the ranks; one layout for both
     * memories. Blocks. (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for all blocks, from its beginning
     * @param block which elements of the send memory are the caller's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Brings a block of each member to all, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Brings a block of each member, of different lengths, to all. Blocks. (MPI_Allgatherv)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for all blocks
     * @param blocks the place of the block of each rank; of the same lengths on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Brings a block of each member, of different lengths, to all. Blocks. (MPI_Allgatherv)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks
     * @param blocks the place of the block of each rank; of the same lengths on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allgatherv(@Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Brings block j of member i to place i of member j; a block is the memory's length divided by the number of
     * members. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}: they lie where those of the
     *     others come
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Brings block j of member i to place i of member j; one layout for both memories. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, from its beginning, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory
     * @param block the type and count of one block
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Brings block j of member i to place i of member j; a layout for each memory. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void alltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Brings block j of member i to place i of member j, each of a length and, where the blocks have one each, a
     * layout of its own. Blocks. (MPI_Alltoallv, MPI_Alltoallw)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}
     * @param sendBlocks where each lies; not looked at in place
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @param receiveBlocks where each goes
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void alltoallv(@Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks);

    /**
     * Reduces the members' operands, element by element, to the root. The same bits in every run and for every
     * spread of the members over processes. Blocks. (MPI_Reduce)
     *
     * @param sendMemory this rank's operand, or at the root {@link #IN_PLACE}
     * @param receiveMemory the result's memory; looked at only at the root
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation, int root);

    /**
     * Reduces some elements of the members' operands to the root. The same bits in every run and for every spread
     * of the members over processes. Blocks. (MPI_Reduce)
     *
     * @param sendMemory this rank's operand, or at the root {@link #IN_PLACE}
     * @param receiveMemory the result's memory; looked at only at the root
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation, int root);

    /**
     * Reduces the members' operands, element by element, and gives all the result. The same bits on every member,
     * in every run and for every spread of the members over processes. Blocks. (MPI_Allreduce)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Reduces some elements of the members' operands, and gives all the result. The same bits on every member, in
     * every run and for every spread of the members over processes. Blocks. (MPI_Allreduce)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);

    /**
     * Reduces the members' operands, and hands each member its block of the result, all of one length. Blocks.
     * (MPI_Reduce_scatter_block)
     *
     * @param sendMemory this rank's operand: a block for each member, from its beginning; or {@link #IN_PLACE}
     * @param receiveMemory room for the caller's block; in place the operand, whose first block becomes the result
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduceScatterBlock(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Reduces the members' operands, and hands each member its block of the result, all of one length.
     * Blocks. (MPI_Reduce_scatter_block)
     *
     * @param sendMemory this rank's operand: a block for each member; or {@link #IN_PLACE}
     * @param receiveMemory room for the caller's block; in place the operand, whose first block becomes the result
     * @param block the layout of a block in either memory: the receive memory has one, the send memory one for
     *     each member, the block of rank i starting i of its extents further; where it lies in a row its offset is
     *     where the first one starts
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduceScatterBlock(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, Operation operation);

    /**
     * Reduces the members' operands, and hands each member its block of the result, each of a length of its own.
     * Blocks. (MPI_Reduce_scatter)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param blocks the place of the block for each rank; of the same lengths on all members
     * @param receiveMemory room for the caller's block, from its beginning; in place the operand, at whose
     *     beginning the result comes
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduceScatter(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, Operation operation);

    /**
     * Reduces the members' operands, and hands each member its block of the result, each of a length of its own.
     * Blocks. (MPI_Reduce_scatter)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param blocks the place of the block for each rank; of the same lengths on all members
     * @param receiveMemory room for the caller's block; in place the operand, at whose beginning the result comes
     * @param receiveLayout which elements of it; not looked at in place
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void reduceScatter(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            Operation operation);

    /**
     * Gives each member the reduction of the operands of ranks 0 to its own. Blocks. (MPI_Scan)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Gives each member the reduction of some elements of the operands of ranks 0 to its own. Blocks. (MPI_Scan)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void scan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);

    /**
     * Gives each member the reduction of the operands of the ranks below its own; the result of rank 0 is left as
     * it is. Blocks. (MPI_Exscan)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void exscan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Gives each member the reduction of some elements of the operands of the ranks below its own; the result of rank 0
     * is left as it is. Blocks. (MPI_Exscan)
     *
     * @param sendMemory this rank's operand, or {@link #IN_PLACE}
     * @param receiveMemory the result's memory, as long as the operand
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void exscan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);
}
