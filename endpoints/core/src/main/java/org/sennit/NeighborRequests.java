package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/** Collectives with the neighbors of the topology whose call returns a {@link Request}. (MPI 4.1, section 8.8) */
public interface NeighborRequests {
    /**
     * Makes the request that brings this rank's block to all neighbors, and theirs here. (MPI_Ineighbor_allgather,
     * MPI_Neighbor_allgather_init)
     *
     * @param sendMemory this rank's block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is active
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Makes the request that brings this rank's block to all neighbors, and theirs here; one layout for both memories.
     * (MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init)
     *
     * @param sendMemory this rank's block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is active
     * @param block which elements of the send memory are this rank's block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Makes the request that brings this rank's block to all neighbors, and theirs here; a layout for each memory.
     * (MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init)
     *
     * @param sendMemory this rank's block; in use while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAllgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Makes the request that brings this rank's block to all neighbors, and theirs, of lengths of their own, here.
     * (MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init)
     *
     * @param sendMemory this rank's block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param blocks the place of the block of each neighbor
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAllgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Makes the request that brings this rank's block to all neighbors, and theirs, of lengths of their own, here.
     * (MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init)
     *
     * @param sendMemory this rank's block; in use while the request is active
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param blocks the place of the block of each neighbor
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAllgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Makes the request that brings a block to each neighbor, and theirs here; a block is the memory's length divided
     * by the number of neighbors. (MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Makes the request that brings a block to each neighbor, and theirs here; one layout for both memories.
     * (MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor, from its beginning; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is active
     * @param block the type and count of one block
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Makes the request that brings a block to each neighbor, and theirs here; a layout for each memory.
     * (MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAlltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Makes the request that brings a block to each neighbor, and theirs here, each of a length and, where the blocks
     * have one each, a layout of its own. (MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
     * MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param sendBlocks where each lies
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveBlocks where each goes
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request neighborAlltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks);
}
