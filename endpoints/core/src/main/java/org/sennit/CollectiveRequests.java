package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/**
 * Collectives whose call returns a {@link Request}. All members call the same nonblocking and blocking ones in the same
 * order, and make the same persistent ones in the same order; each may start persistent ones in an order of its own.
 * They may complete in any order. Every call that makes progress advances them. (MPI 4.1, sections 6.12 and 6.13)
 */
public interface CollectiveRequests {
    /**
     * Makes a barrier, which completes when all members have started it. (MPI_Ibarrier, MPI_Barrier_init)
     *
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request barrier();

    /**
     * Makes the request that brings the root's memory to all members. (MPI_Ibcast, MPI_Bcast_init)
     *
     * @param memory the memory; in use while the request is active
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request broadcast(@Memory Object memory, int root);

    /**
     * Makes the request that brings some elements of the root's memory to all members. (MPI_Ibcast, MPI_Bcast_init)
     *
     * @param memory the memory; in use while the request is active
     * @param layout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request broadcast(@Memory Object memory, DataLayout layout, int root);

    /**
     * Makes the request that gathers a block of each member at the root, in the order of the ranks.
     * (MPI_Igather, MPI_Gather_init)
     *
     * @param sendMemory this rank's block, or at the root {@link Communicator#IN_PLACE}: it lies in its place already;
     *     in use while the request is active
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use
     *     while the request is active
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request gather(@Memory Object sendMemory, @Memory Object receiveMemory, int root);

    /**
     * Makes the request that gathers a block of each member at the root, in the order of the ranks; one layout for both
     * memories. (MPI_Igather, MPI_Gather_init)
     *
     * @param sendMemory this rank's block, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use
     *     while the request is active
     * @param block which elements of the send memory are this rank's block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request gather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root);

    /**
     * Makes the request that gathers a block of each member at the root, in the order of the ranks; a layout for each
     * memory. (MPI_Igather, MPI_Gather_init)
     *
     * @param sendMemory this rank's block, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request gather(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root);

    /**
     * Makes the request that gathers blocks of different lengths at the root. (MPI_Igatherv, MPI_Gatherv_init)
     *
     * @param sendMemory this rank's block, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request gatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks, int root);

    /**
     * Makes the request that gathers blocks of different lengths at the root. (MPI_Igatherv, MPI_Gatherv_init)
     *
     * @param sendMemory this rank's block, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request gatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks, int root);

    /**
     * Makes the request that hands each member its block from the root, in the order of the ranks.
     * (MPI_Iscatter, MPI_Scatter_init)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use until
     *     the request is complete
     * @param receiveMemory room for this rank's block, or at the root {@link Communicator#IN_PLACE}: it stays where it
     *     lies; in use until the request is complete
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scatter(@Memory Object sendMemory, @Memory Object receiveMemory, int root);

    /**
     * Makes the request that hands each member its block from the root, in the order of the ranks; one layout for both
     * memories. (MPI_Iscatter, MPI_Scatter_init)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use until
     *     the request is complete
     * @param receiveMemory room for this rank's block, or at the root {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param block which elements of the receive memory are this rank's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scatter(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root);

    /**
     * Makes the request that hands each member its block from the root, in the order of the ranks; a layout for each
     * memory. (MPI_Iscatter, MPI_Scatter_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for this rank's block, or at the root {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param receiveLayout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scatter(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root);

    /**
     * Makes the request that hands each member its block, of a length of its own, from the root.
     * (MPI_Iscatterv, MPI_Scatterv_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param receiveMemory room for this rank's block, all of it, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scatterv(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, int root);

    /**
     * Makes the request that hands each member its block, of a length of its own, from the root.
     * (MPI_Iscatterv, MPI_Scatterv_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param blocks the place of the block of each rank; looked at only at the root
     * @param receiveMemory room for this rank's block, or at the root {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param receiveLayout the layout of its elements
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scatterv(
            @Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, DataLayout receiveLayout, int root);

    /**
     * Makes the request that brings a block of each member to all, in the order of the ranks.
     * (MPI_Iallgather, MPI_Allgather_init)
     *
     * @param sendMemory this rank's block, or on all members {@link Communicator#IN_PLACE}: it lies in its place
     *     already; in use until the request is complete
     * @param receiveMemory room for all blocks, from its beginning; in use while the request is active
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allgather(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Makes the request that brings a block of each member to all, in the order of the ranks; one layout for both
     * memories. (MPI_Iallgather, MPI_Allgather_init)
     *
     * @param sendMemory this rank's block, or on all members {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for all blocks, from its beginning; in use while the request is active
     * @param block which elements of the send memory are this rank's block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Makes the request that brings a block of each member to all, in the order of the ranks; a layout for each memory.
     * (MPI_Iallgather, MPI_Allgather_init)
     *
     * @param sendMemory this rank's block, or on all members {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Makes the request that brings a block of each member, of different lengths, to all.
     * (MPI_Iallgatherv, MPI_Allgatherv_init)
     *
     * @param sendMemory this rank's block, or on all members {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param blocks the place of the block of each rank; of the same lengths on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Makes the request that brings a block of each member, of different lengths, to all.
     * (MPI_Iallgatherv, MPI_Allgatherv_init)
     *
     * @param sendMemory this rank's block, or on all members {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param blocks the place of the block of each rank; of the same lengths on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allgatherv(@Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Makes the request that brings block j of member i to place i of member j; a block is the memory's length divided
     * by the number of members. (MPI_Ialltoall, MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, or on all members {@link Communicator#IN_PLACE}: they lie where those
     *     of the others come; in use while the request is active
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until
     *     the request is complete
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request alltoall(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Makes the request that brings block j of member i to place i of member j; one layout for both memories.
     * (MPI_Ialltoall, MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, from its beginning, or on all members {@link Communicator#IN_PLACE};
     *     in use until the request is complete
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory; in use
     *     until the request is complete
     * @param block the type and count of one block
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request alltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Makes the request that brings block j of member i to place i of member j; a layout for each memory.
     * (MPI_Ialltoall, MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, or on all members {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until
     *     the request is complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request alltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Makes the request that brings block j of member i to place i of member j, each of a length and, where the blocks
     * have one each, a layout of its own. (MPI_Ialltoallv, MPI_Ialltoallw)
     *
     * @param sendMemory a block for each member, or on all members {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param sendBlocks where each lies; not looked at in place
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until
     *     the request is complete
     * @param receiveBlocks where each goes
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request alltoallv(@Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks);

    /**
     * Makes the request that reduces the members' operands, element by element, to the root. The same bits in every run
     * and for every spread of the members over processes. (MPI_Ireduce, MPI_Reduce_init)
     *
     * @param sendMemory this rank's operand, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory the result's memory; looked at only at the root; in use while the request is active
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation, int root);

    /**
     * Makes the request that reduces some elements of the members' operands to the root. The same bits in every run and
     * for every spread of the members over processes. (MPI_Ireduce, MPI_Reduce_init)
     *
     * @param sendMemory this rank's operand, or at the root {@link Communicator#IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory the result's memory; looked at only at the root; in use while the request is active
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @param root the root's rank, the same on all members; see {@link Communicator#ROOT} for an intercommunicator
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation, int root);

    /**
     * Makes the request that reduces the members' operands, element by element, and gives all the result. The same bits
     * on every member, in every run and for every spread of the members over processes. (MPI_Iallreduce,
     * MPI_Allreduce_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Makes the request that reduces some elements of the members' operands, and gives all the result. The same bits on
     * every member, in every run and for every spread of the members over processes. (MPI_Iallreduce,
     * MPI_Allreduce_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);

    /**
     * Makes the request that reduces the members' operands, and hands each member its block of the result, all of one
     * length. (MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init)
     *
     * @param sendMemory this rank's operand: a block for each member, from its beginning; or
     *     {@link Communicator#IN_PLACE}; in use until the request is complete
     * @param receiveMemory room for this rank's block; in place the operand, whose first block becomes the result; in
     *     use until the request is complete
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduceScatterBlock(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Makes the request that reduces the members' operands, and hands each member its block of the result, all of one
     * length. (MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init)
     *
     * @param sendMemory this rank's operand: a block for each member; or {@link Communicator#IN_PLACE}; in use until
     *     the request is complete
     * @param receiveMemory room for this rank's block; in place the operand, whose first block becomes the result; in
     *     use until the request is complete
     * @param block the layout of a block in either memory: the receive memory has one, the send memory one for
     *     each member, the block of rank i starting i of its extents further; where it lies in a row its offset is
     *     where the first one starts
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduceScatterBlock(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, Operation operation);

    /**
     * Makes the request that reduces the members' operands, and hands each member its block of the result, each of a
     * length of its own. (MPI_Ireduce_scatter, MPI_Reduce_scatter_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param blocks the place of the block for each rank; of the same lengths on all members
     * @param receiveMemory room for this rank's block, from its beginning; in place the operand, at whose beginning the
     *     result comes; in use while the request is active
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduceScatter(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, Operation operation);

    /**
     * Makes the request that reduces the members' operands, and hands each member its block of the result, each of a
     * length of its own. (MPI_Ireduce_scatter, MPI_Reduce_scatter_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param blocks the place of the block for each rank; of the same lengths on all members
     * @param receiveMemory room for this rank's block; in place the operand, at whose beginning the result comes; in
     *     use until the request is complete
     * @param receiveLayout which elements of it; not looked at in place
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request reduceScatter(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            Operation operation);

    /**
     * Makes the request that reduces the operands of the ranks up to this one, for each member. (MPI_Iscan,
     * MPI_Scan_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Makes the request that reduces some elements of the operands of the ranks up to this one, for each member.
     * (MPI_Iscan, MPI_Scan_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request scan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);

    /**
     * Makes the request that reduces the operands of the ranks below this one, for each member; that of rank 0 is left
     * as it is. (MPI_Iexscan, MPI_Exscan_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request exscan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation);

    /**
     * Makes the request that reduces some elements of the operands of the ranks below this one, for each member; that
     * of rank 0 is left as it is. (MPI_Iexscan, MPI_Exscan_init)
     *
     * @param sendMemory this rank's operand, or {@link Communicator#IN_PLACE}; in use while the request is active
     * @param receiveMemory the result's memory, as long as the operand; in use while the request is active
     * @param layout the layout of the elements in both
     * @param operation the operation, the same on all members
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request exscan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation);
}
