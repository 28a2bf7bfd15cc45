package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/**
 * The blocking collectives of a {@link Communicator} with the neighbors of its topology, in their order: in a
 * {@link CartesianCommunicator} the one below and the one above in dimension 0, then those in dimension 1, …, that is
 * {@code shift(0, 1).source()}, {@code shift(0, 1).destination()}, …; in a {@link GraphCommunicator} that of
 * {@link GraphCommunicator#neighbors neighbors}; in a {@link DistributedGraphCommunicator} that of
 * {@link DistributedGraphCommunicator#destinations destinations} for what is sent and
 * {@link DistributedGraphCommunicator#sources sources} for what is received. Beyond the end of a grid there is a null
 * neighbor: it has a block, too, and a block received from it is left unchanged. TOPOLOGY where there is no topology,
 * and in a {@link GraphCommunicator} whose edges do not all lead both ways. (MPI 4.1, section 8.6)
 */
public interface NeighborCalls {
    /**
     * Brings the caller's block to all neighbors, and theirs here. Blocks. (MPI_Neighbor_allgather)
     *
     * @param sendMemory the caller's block
     * @param receiveMemory room for a block of each neighbor, from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Brings the caller's block to all neighbors, and theirs here; one layout for both memories.
     * Blocks. (MPI_Neighbor_allgather)
     *
     * @param sendMemory the caller's block
     * @param receiveMemory room for a block of each neighbor, from its beginning
     * @param block which elements of the send memory are the caller's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Brings the caller's block to all neighbors, and theirs here; a layout for each memory. Blocks.
     * (MPI_Neighbor_allgather)
     *
     * @param sendMemory the caller's block
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for a block of each neighbor
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAllgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Brings the caller's block to all neighbors, and theirs, of lengths of their own, here. Blocks.
     * (MPI_Neighbor_allgatherv)
     *
     * @param sendMemory the caller's block
     * @param receiveMemory room for a block of each neighbor
     * @param blocks the place of the block of each neighbor
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAllgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Brings the caller's block to all neighbors, and theirs, of lengths of their own, here. Blocks.
     * (MPI_Neighbor_allgatherv)
     *
     * @param sendMemory the caller's block
     * @param sendLayout the layout of its elements
     * @param receiveMemory room for a block of each neighbor
     * @param blocks the place of the block of each neighbor
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAllgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks);

    /**
     * Brings a block to each neighbor, and theirs here; a block is the memory's length divided by the number of
     * neighbors. Blocks. (MPI_Neighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor
     * @param receiveMemory room for a block of each neighbor
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory);

    /**
     * Brings a block to each neighbor, and theirs here; one layout for both memories. Blocks. (MPI_Neighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor, from its beginning
     * @param receiveMemory room for a block of each neighbor, from its beginning
     * @param block the type and count of one block
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block);

    /**
     * Brings a block to each neighbor, and theirs here; a layout for each memory. Blocks. (MPI_Neighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each neighbor
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAlltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout);

    /**
     * Brings a block to each neighbor, and theirs here, each of a length and, where the blocks have one each, a
     * layout of its own. Blocks. (MPI_Neighbor_alltoallv, MPI_Neighbor_alltoallw)
     *
     * @param sendMemory a block for each neighbor
     * @param sendBlocks where each lies
     * @param receiveMemory room for a block of each neighbor
     * @param receiveBlocks where each goes
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void neighborAlltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks);
}
