package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The persistent collectives of a {@link Communicator} with the neighbors of its topology. (MPI 4.1, section 8.8)
 */
public abstract class PersistentNeighborCalls extends PersistentReductionCalls {
    /** Made by its communicator only. */
    PersistentNeighborCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Makes a request that brings the own block to all neighbors, and theirs here, each time it is started.
     * (MPI_Neighbor_allgather_init)
     *
     * @param sendMemory the own block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is
     *     active
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherPersistent(Object sendMemory, Object receiveMemory) {
        return calls().persistent()
                .neighborAllgather(sendMemory, null, receiveMemory, null, true)
                .persist();
    }

    /**
     * Makes a request that brings the own block to all neighbors, and theirs here; one layout for both memories,
     * each time it is started. (MPI_Neighbor_allgather_init)
     *
     * @param sendMemory the own block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is
     *     active
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherPersistent(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().persistent()
                .neighborAllgather(sendMemory, block, receiveMemory, block, true)
                .persist();
    }

    /**
     * Makes a request that brings the own block to all neighbors, and theirs here; a layout for each memory, each
     * time it is started. (MPI_Neighbor_allgather_init)
     *
     * @param sendMemory the own block; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().persistent()
                .neighborAllgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .persist();
    }

    /**
     * Makes a request that brings the own block to all neighbors, and theirs, of lengths of their own, here, each
     * time it is started. (MPI_Neighbor_allgatherv_init)
     *
     * @param sendMemory the own block; in use while the request is active
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param blocks where the block of each neighbor goes
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgathervPersistent(Object sendMemory, Object receiveMemory, Blocks blocks) {
        return calls().persistent()
                .neighborAllgatherv(sendMemory, null, receiveMemory, blocks)
                .persist();
    }

    /**
     * Makes a request that brings the own block to all neighbors, and theirs, of lengths of their own, here, each
     * time it is started. (MPI_Neighbor_allgatherv_init)
     *
     * @param sendMemory the own block; in use while the request is active
     * @param sendLayout which elements of it
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param blocks where the block of each neighbor goes
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgathervPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks) {
        return calls().persistent()
                .neighborAllgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .persist();
    }

    /**
     * Makes a request that brings a block to each neighbor, and theirs here; a block is the memory's length
     * divided by the number of neighbors, each time it is started. (MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallPersistent(Object sendMemory, Object receiveMemory) {
        return calls().persistent()
                .neighborAlltoall(sendMemory, null, receiveMemory, null, true)
                .persist();
    }

    /**
     * Makes a request that brings a block to each neighbor, and theirs here; one layout for both memories, each
     * time it is started. (MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor, from its beginning; in use while the request is active
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use while the request is
     *     active
     * @param block the type and count of one block
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallPersistent(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().persistent()
                .neighborAlltoall(sendMemory, block, receiveMemory, block, true)
                .persist();
    }

    /**
     * Makes a request that brings a block to each neighbor, and theirs here; a layout for each memory, each time
     * it is started. (MPI_Neighbor_alltoall_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallPersistent(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().persistent()
                .neighborAlltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .persist();
    }

    /**
     * Makes a request that brings a block to each neighbor, and theirs here, each of a length and, where the
     * blocks have one each, a layout of its own, each time it is started. (MPI_Neighbor_alltoallv_init,
     * MPI_Neighbor_alltoallw_init)
     *
     * @param sendMemory a block for each neighbor; in use while the request is active
     * @param sendBlocks where each lies
     * @param receiveMemory room for a block of each neighbor; in use while the request is active
     * @param receiveBlocks where each goes
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallvPersistent(
            Object sendMemory, Blocks sendBlocks, Object receiveMemory, Blocks receiveBlocks) {
        return calls().persistent()
                .neighborAlltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .persist();
    }
}
