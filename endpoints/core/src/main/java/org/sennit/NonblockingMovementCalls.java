package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The nonblocking collectives of a {@link Communicator} that move data: all members start the same ones in the same
 * order, blocking ones among them, and they may complete in any order. They need no thread of their own; every call
 * that makes progress carries them on. (MPI 4.1, section 6.12)
 */
public abstract class NonblockingMovementCalls extends NeighborCalls {
    /** Made by its communicator only. */
    NonblockingMovementCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Starts a barrier, which completes when all members have started it. (MPI_Ibarrier)
     *
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request barrierNonblocking() {
        return calls().nonblocking().barrier().begin();
    }

    /**
     * Starts to bring the root's memory to all members. (MPI_Ibcast)
     *
     * @param memory the memory; in use until the request is complete
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request broadcastNonblocking(Object memory, int root) {
        return calls().nonblocking().broadcast(memory, null, root).begin();
    }

    /**
     * Starts to bring some elements of the root's memory to all members. (MPI_Ibcast)
     *
     * @param memory the memory; in use until the request is complete
     * @param layout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request broadcastNonblocking(Object memory, DataLayout layout, int root) {
        return calls().nonblocking().broadcast(memory, layout, root).begin();
    }

    /**
     * Starts to gather a block of each member at the root, in the order of the ranks. (MPI_Igather)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}: it lies in its place already; in use until
     *     the request is complete
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use until the
     *     request is complete
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherNonblocking(Object sendMemory, Object receiveMemory, int root) {
        return calls().nonblocking()
                .gather(sendMemory, null, receiveMemory, null, true, root)
                .begin();
    }

    /**
     * Starts to gather a block of each member at the root, in the order of the ranks; one layout for both memories.
     * (MPI_Igather)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use until the
     *     request is complete
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherNonblocking(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        return calls().nonblocking()
                .gather(sendMemory, block, receiveMemory, block, true, root)
                .begin();
    }

    /**
     * Starts to gather a block of each member at the root, in the order of the ranks; a layout for each memory.
     * (MPI_Igather)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root; in use until the request is complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().nonblocking()
                .gather(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .begin();
    }

    /**
     * Starts to gather blocks of different lengths at the root. (MPI_Igatherv)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory room for all blocks; looked at only at the root; in use until the request is complete
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gathervNonblocking(Object sendMemory, Object receiveMemory, Blocks blocks, int root) {
        return calls().nonblocking()
                .gatherv(sendMemory, null, receiveMemory, blocks, root)
                .begin();
    }

    /**
     * Starts to gather blocks of different lengths at the root. (MPI_Igatherv)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root; in use until the request is complete
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gathervNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks, int root) {
        return calls().nonblocking()
                .gatherv(sendMemory, sendLayout, receiveMemory, blocks, root)
                .begin();
    }

    /**
     * Starts to hand each member its block from the root, in the order of the ranks. (MPI_Iscatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use until the request is
     *     complete
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}: it stays where it lies; in use
     *     until the request is complete
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterNonblocking(Object sendMemory, Object receiveMemory, int root) {
        return calls().nonblocking()
                .scatter(sendMemory, null, receiveMemory, null, true, root)
                .begin();
    }

    /**
     * Starts to hand each member its block from the root, in the order of the ranks; one layout for both memories.
     * (MPI_Iscatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use until the request is
     *     complete
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use until the request is
     *     complete
     * @param block which elements of the receive memory are the own block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterNonblocking(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        return calls().nonblocking()
                .scatter(sendMemory, block, receiveMemory, block, true, root)
                .begin();
    }

    /**
     * Starts to hand each member its block from the root, in the order of the ranks; a layout for each memory.
     * (MPI_Iscatter)
     *
     * @param sendMemory all blocks; looked at only at the root; in use until the request is complete
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use until the request is
     *     complete
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().nonblocking()
                .scatter(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .begin();
    }

    /**
     * Starts to hand each member its block, of a length of its own, from the root. (MPI_Iscatterv)
     *
     * @param sendMemory all blocks; looked at only at the root; in use until the request is complete
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the own block, all of it, or at the root {@link #IN_PLACE}; in use until the
     *     request is complete
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scattervNonblocking(Object sendMemory, Blocks blocks, Object receiveMemory, int root) {
        return calls().nonblocking()
                .scatterv(sendMemory, blocks, receiveMemory, null, root)
                .begin();
    }

    /**
     * Starts to hand each member its block, of a length of its own, from the root. (MPI_Iscatterv)
     *
     * @param sendMemory all blocks; looked at only at the root; in use until the request is complete
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use until the request is
     *     complete
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scattervNonblocking(
            Object sendMemory, Blocks blocks, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().nonblocking()
                .scatterv(sendMemory, blocks, receiveMemory, receiveLayout, root)
                .begin();
    }

    /**
     * Starts to bring a block of each member to all, in the order of the ranks. (MPI_Iallgather)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}: it lies in its place already; in use
     *     until the request is complete
     * @param receiveMemory room for all blocks, from its beginning; in use until the request is complete
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherNonblocking(Object sendMemory, Object receiveMemory) {
        return calls().nonblocking()
                .allgather(sendMemory, null, receiveMemory, null, true)
                .begin();
    }

    /**
     * Starts to bring a block of each member to all, in the order of the ranks; one layout for both memories.
     * (MPI_Iallgather)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory room for all blocks, from its beginning; in use until the request is complete
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherNonblocking(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().nonblocking()
                .allgather(sendMemory, block, receiveMemory, block, true)
                .begin();
    }

    /**
     * Starts to bring a block of each member to all, in the order of the ranks; a layout for each memory.
     * (MPI_Iallgather)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; in use until the request is complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().nonblocking()
                .allgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .begin();
    }

    /**
     * Starts to bring a block of each member, of different lengths, to all. (MPI_Iallgatherv)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use until the request is complete
     * @param receiveMemory room for all blocks; in use until the request is complete
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgathervNonblocking(Object sendMemory, Object receiveMemory, Blocks blocks) {
        return calls().nonblocking()
                .allgatherv(sendMemory, null, receiveMemory, blocks)
                .begin();
    }

    /**
     * Starts to bring a block of each member, of different lengths, to all. (MPI_Iallgatherv)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; in use until the request is complete
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgathervNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks) {
        return calls().nonblocking()
                .allgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .begin();
    }

    /**
     * Starts to bring block j of member i to place i of member j; a block is the memory's length divided by the
     * number of members. (MPI_Ialltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}: they lie where those of the
     *     others come; in use until the request is complete
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until the request is
     *     complete
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallNonblocking(Object sendMemory, Object receiveMemory) {
        return calls().nonblocking()
                .alltoall(sendMemory, null, receiveMemory, null, true)
                .begin();
    }

    /**
     * Starts to bring block j of member i to place i of member j; one layout for both memories. (MPI_Ialltoall)
     *
     * @param sendMemory a block for each member, from its beginning, or on all members {@link #IN_PLACE}; in use
     *     until the request is complete
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory; in use
     *     until the request is complete
     * @param block the type and count of one block
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallNonblocking(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().nonblocking()
                .alltoall(sendMemory, block, receiveMemory, block, true)
                .begin();
    }

    /**
     * Starts to bring block j of member i to place i of member j; a layout for each memory. (MPI_Ialltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}; in use until the request is
     *     complete
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until the request is
     *     complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().nonblocking()
                .alltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .begin();
    }

    /**
     * Starts to bring block j of member i to place i of member j, each of a length and, where the blocks have one
     * each, a layout of its own. (MPI_Ialltoallv, MPI_Ialltoallw)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}; in use until the request is
     *     complete
     * @param sendBlocks where each lies; not looked at in place
     * @param receiveMemory room for a block of each member, apart from the send memory; in use until the request is
     *     complete
     * @param receiveBlocks where each goes
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallvNonblocking(
            Object sendMemory, Blocks sendBlocks, Object receiveMemory, Blocks receiveBlocks) {
        return calls().nonblocking()
                .alltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .begin();
    }
}
