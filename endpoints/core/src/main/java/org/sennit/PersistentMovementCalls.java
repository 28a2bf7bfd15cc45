package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The persistent collectives of a {@link Communicator} that move data: said once, started again and again; all
 * members start the same ones in the same order. Starting and waiting allocate nothing. Making one is local. (MPI
 * 4.1, section 6.13)
 */
public abstract class PersistentMovementCalls extends NonblockingNeighborCalls {
    /** Made by its communicator only. */
    PersistentMovementCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Makes a barrier that may be started again and again. (MPI_Barrier_init)
     *
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request barrierPersistent() {
        return calls().persistent().barrier().persist();
    }

    /**
     * Makes a request that brings the root's memory to all members, each time it is started. (MPI_Bcast_init)
     *
     * @param memory the memory; in use while the request is active
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request broadcastPersistent(Object memory, int root) {
        return calls().persistent().broadcast(memory, null, root).persist();
    }

    /**
     * Makes a request that brings some elements of the root's memory to all members, each time it is started.
     * (MPI_Bcast_init)
     *
     * @param memory the memory; in use while the request is active
     * @param layout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request broadcastPersistent(Object memory, DataLayout layout, int root) {
        return calls().persistent().broadcast(memory, layout, root).persist();
    }

    /**
     * Makes a request that gathers a block of each member at the root, in the order of the ranks, each time it is
     * started. (MPI_Gather_init)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}: it lies in its place already; in use while
     *     the request is active
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use while the
     *     request is active
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherPersistent(Object sendMemory, Object receiveMemory, int root) {
        return calls().persistent()
                .gather(sendMemory, null, receiveMemory, null, true, root)
                .persist();
    }

    /**
     * Makes a request that gathers a block of each member at the root, in the order of the ranks; one layout for
     * both memories, each time it is started. (MPI_Gather_init)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root; in use while the
     *     request is active
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherPersistent(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        return calls().persistent()
                .gather(sendMemory, block, receiveMemory, block, true, root)
                .persist();
    }

    /**
     * Makes a request that gathers a block of each member at the root, in the order of the ranks; a layout for each
     * memory, each time it is started. (MPI_Gather_init)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gatherPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().persistent()
                .gather(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .persist();
    }

    /**
     * Makes a request that gathers blocks of different lengths at the root, each time it is started.
     * (MPI_Gatherv_init)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gathervPersistent(Object sendMemory, Object receiveMemory, Blocks blocks, int root) {
        return calls().persistent()
                .gatherv(sendMemory, null, receiveMemory, blocks, root)
                .persist();
    }

    /**
     * Makes a request that gathers blocks of different lengths at the root, each time it is started.
     * (MPI_Gatherv_init)
     *
     * @param sendMemory the own block, or at the root {@link #IN_PLACE}; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root; in use while the request is active
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request gathervPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks, int root) {
        return calls().persistent()
                .gatherv(sendMemory, sendLayout, receiveMemory, blocks, root)
                .persist();
    }

    /**
     * Makes a request that hands each member its block from the root, in the order of the ranks, each time it is
     * started. (MPI_Scatter_init)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use while the request is
     *     active
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}: it stays where it lies; in use
     *     while the request is active
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterPersistent(Object sendMemory, Object receiveMemory, int root) {
        return calls().persistent()
                .scatter(sendMemory, null, receiveMemory, null, true, root)
                .persist();
    }

    /**
     * Makes a request that hands each member its block from the root, in the order of the ranks; one layout for
     * both memories, each time it is started. (MPI_Scatter_init)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root; in use while the request is
     *     active
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use while the request is
     *     active
     * @param block which elements of the receive memory are the own block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterPersistent(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        return calls().persistent()
                .scatter(sendMemory, block, receiveMemory, block, true, root)
                .persist();
    }

    /**
     * Makes a request that hands each member its block from the root, in the order of the ranks; a layout for each
     * memory, each time it is started. (MPI_Scatter_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use while the request is
     *     active
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scatterPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().persistent()
                .scatter(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .persist();
    }

    /**
     * Makes a request that hands each member its block, of a length of its own, from the root, each time it is
     * started. (MPI_Scatterv_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the own block, all of it, or at the root {@link #IN_PLACE}; in use while the
     *     request is active
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scattervPersistent(Object sendMemory, Blocks blocks, Object receiveMemory, int root) {
        return calls().persistent()
                .scatterv(sendMemory, blocks, receiveMemory, null, root)
                .persist();
    }

    /**
     * Makes a request that hands each member its block, of a length of its own, from the root, each time it is
     * started. (MPI_Scatterv_init)
     *
     * @param sendMemory all blocks; looked at only at the root; in use while the request is active
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the own block, or at the root {@link #IN_PLACE}; in use while the request is
     *     active
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request scattervPersistent(
            Object sendMemory, Blocks blocks, Object receiveMemory, DataLayout receiveLayout, int root) {
        return calls().persistent()
                .scatterv(sendMemory, blocks, receiveMemory, receiveLayout, root)
                .persist();
    }

    /**
     * Makes a request that brings a block of each member to all, in the order of the ranks, each time it is
     * started. (MPI_Allgather_init)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}: it lies in its place already; in use
     *     while the request is active
     * @param receiveMemory room for all blocks, from its beginning; in use while the request is active
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherPersistent(Object sendMemory, Object receiveMemory) {
        return calls().persistent()
                .allgather(sendMemory, null, receiveMemory, null, true)
                .persist();
    }

    /**
     * Makes a request that brings a block of each member to all, in the order of the ranks; one layout for both
     * memories, each time it is started. (MPI_Allgather_init)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory room for all blocks, from its beginning; in use while the request is active
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherPersistent(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().persistent()
                .allgather(sendMemory, block, receiveMemory, block, true)
                .persist();
    }

    /**
     * Makes a request that brings a block of each member to all, in the order of the ranks; a layout for each
     * memory, each time it is started. (MPI_Allgather_init)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgatherPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().persistent()
                .allgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .persist();
    }

    /**
     * Makes a request that brings a block of each member, of different lengths, to all, each time it is started.
     * (MPI_Allgatherv_init)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use while the request is active
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgathervPersistent(Object sendMemory, Object receiveMemory, Blocks blocks) {
        return calls().persistent()
                .allgatherv(sendMemory, null, receiveMemory, blocks)
                .persist();
    }

    /**
     * Makes a request that brings a block of each member, of different lengths, to all, each time it is started.
     * (MPI_Allgatherv_init)
     *
     * @param sendMemory the own block, or on all members {@link #IN_PLACE}; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; in use while the request is active
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request allgathervPersistent(Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks) {
        return calls().persistent()
                .allgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .persist();
    }

    /**
     * Makes a request that brings block j of member i to place i of member j; a block is the memory's length
     * divided by the number of members, each time it is started. (MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}: they lie where those of the
     *     others come; in use while the request is active
     * @param receiveMemory room for a block of each member, apart from the send memory; in use while the request is
     *     active
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallPersistent(Object sendMemory, Object receiveMemory) {
        return calls().persistent()
                .alltoall(sendMemory, null, receiveMemory, null, true)
                .persist();
    }

    /**
     * Makes a request that brings block j of member i to place i of member j; one layout for both memories, each
     * time it is started. (MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, from its beginning, or on all members {@link #IN_PLACE}; in use
     *     while the request is active
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory; in use
     *     while the request is active
     * @param block the type and count of one block
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallPersistent(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().persistent()
                .alltoall(sendMemory, block, receiveMemory, block, true)
                .persist();
    }

    /**
     * Makes a request that brings block j of member i to place i of member j; a layout for each memory, each time
     * it is started. (MPI_Alltoall_init)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}; in use while the request is
     *     active
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each member, apart from the send memory; in use while the request is
     *     active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().persistent()
                .alltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .persist();
    }

    /**
     * Makes a request that brings block j of member i to place i of member j, each of a length and, where the
     * blocks have one each, a layout of its own, each time it is started. (MPI_Alltoallv_init, MPI_Alltoallw_init)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}; in use while the request is
     *     active
     * @param sendBlocks where each lies; not looked at in place
     * @param receiveMemory room for a block of each member, apart from the send memory; in use while the request is
     *     active
     * @param receiveBlocks where each goes
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request alltoallvPersistent(
            Object sendMemory, Blocks sendBlocks, Object receiveMemory, Blocks receiveBlocks) {
        return calls().persistent()
                .alltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .persist();
    }
}
