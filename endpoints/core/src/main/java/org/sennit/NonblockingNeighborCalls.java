package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * The nonblocking collectives of a {@link Communicator} with the neighbors of its topology, whose order
 * {@link NeighborCalls} says. (MPI 4.1, section 8.7)
 */
public abstract class NonblockingNeighborCalls extends NonblockingReductionCalls {
    /** Made by its communicator only. */
    NonblockingNeighborCalls(
            Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
    }

    /**
     * Starts to bring the own block to all neighbors, and theirs here. (MPI_Ineighbor_allgather)
     *
     * @param sendMemory the own block; in use until the request is complete
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use until the request is
     *     complete
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherNonblocking(Object sendMemory, Object receiveMemory) {
        return calls().nonblocking()
                .neighborAllgather(sendMemory, null, receiveMemory, null, true)
                .begin();
    }

    /**
     * Starts to bring the own block to all neighbors, and theirs here; one layout for both memories.
     * (MPI_Ineighbor_allgather)
     *
     * @param sendMemory the own block; in use until the request is complete
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use until the request is
     *     complete
     * @param block which elements of the send memory are the own block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherNonblocking(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().nonblocking()
                .neighborAllgather(sendMemory, block, receiveMemory, block, true)
                .begin();
    }

    /**
     * Starts to bring the own block to all neighbors, and theirs here; a layout for each memory.
     * (MPI_Ineighbor_allgather)
     *
     * @param sendMemory the own block; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgatherNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().nonblocking()
                .neighborAllgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .begin();
    }

    /**
     * Starts to bring the own block to all neighbors, and theirs, of lengths of their own, here.
     * (MPI_Ineighbor_allgatherv)
     *
     * @param sendMemory the own block; in use until the request is complete
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @param blocks where the block of each neighbor goes
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgathervNonblocking(Object sendMemory, Object receiveMemory, Blocks blocks) {
        return calls().nonblocking()
                .neighborAllgatherv(sendMemory, null, receiveMemory, blocks)
                .begin();
    }

    /**
     * Starts to bring the own block to all neighbors, and theirs, of lengths of their own, here.
     * (MPI_Ineighbor_allgatherv)
     *
     * @param sendMemory the own block; in use until the request is complete
     * @param sendLayout which elements of it
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @param blocks where the block of each neighbor goes
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAllgathervNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, Blocks blocks) {
        return calls().nonblocking()
                .neighborAllgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .begin();
    }

    /**
     * Starts to bring a block to each neighbor, and theirs here; a block is the memory's length divided by the
     * number of neighbors. (MPI_Ineighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor; in use until the request is complete
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallNonblocking(Object sendMemory, Object receiveMemory) {
        return calls().nonblocking()
                .neighborAlltoall(sendMemory, null, receiveMemory, null, true)
                .begin();
    }

    /**
     * Starts to bring a block to each neighbor, and theirs here; one layout for both memories.
     * (MPI_Ineighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor, from its beginning; in use until the request is complete
     * @param receiveMemory room for a block of each neighbor, from its beginning; in use until the request is
     *     complete
     * @param block the type and count of one block
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallNonblocking(Object sendMemory, Object receiveMemory, DataLayout block) {
        return calls().nonblocking()
                .neighborAlltoall(sendMemory, block, receiveMemory, block, true)
                .begin();
    }

    /**
     * Starts to bring a block to each neighbor, and theirs here; a layout for each memory.
     * (MPI_Ineighbor_alltoall)
     *
     * @param sendMemory a block for each neighbor; in use until the request is complete
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallNonblocking(
            Object sendMemory, DataLayout sendLayout, Object receiveMemory, DataLayout receiveLayout) {
        return calls().nonblocking()
                .neighborAlltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .begin();
    }

    /**
     * Starts to bring a block to each neighbor, and theirs here, each of a length and, where the blocks have one
     * each, a layout of its own. (MPI_Ineighbor_alltoallv, MPI_Ineighbor_alltoallw)
     *
     * @param sendMemory a block for each neighbor; in use until the request is complete
     * @param sendBlocks where each lies
     * @param receiveMemory room for a block of each neighbor; in use until the request is complete
     * @param receiveBlocks where each goes
     * @return the request
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request neighborAlltoallvNonblocking(
            Object sendMemory, Blocks sendBlocks, Object receiveMemory, Blocks receiveBlocks) {
        return calls().nonblocking()
                .neighborAlltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .begin();
    }
}
