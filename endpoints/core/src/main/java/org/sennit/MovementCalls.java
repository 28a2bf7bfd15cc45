package org.sennit;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.call.CollectiveCalls;
import org.sennit.internal.endpoints.coll.call.InPlace;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/**
 * The collectives of a {@link Communicator} that move data. See there for memory, layouts, threads and errors:
 * there. All members call the same collectives in the same order. (MPI 4.1, sections 6.3 to 6.8)
 */
public abstract class MovementCalls extends TopologyCalls {
    /** As one memory of a collective: its data lie in the other one. An error where MPI does not allow it. (MPI_IN_PLACE) */
    public static final Object IN_PLACE = InPlace.IN_PLACE;

    /**
     * As the root of a collective on an intercommunicator: the caller is it. The others of its side give {@link
     * #NULL_PROCESS}, those of the other side its rank. (MPI_ROOT)
     */
    public static final int ROOT = CollectiveCall.SELF_ROOT;

    private final CollectiveCalls calls;

    /** Made by its communicator only. */
    MovementCalls(Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler, collectives);
        this.calls = new CollectiveCalls(context, context.isInter() ? Collectives.of(context) : collectives);
    }

    final CollectiveCalls calls() {
        return calls;
    }

    /**
     * Blocks until all members have called it. (MPI_Barrier)
     *
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void barrier() {
        calls().blocking().barrier().execute();
    }

    /**
     * Brings the root's memory to all members. Blocks. (MPI_Bcast)
     *
     * @param memory the memory
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void broadcast(@Memory Object memory, int root) {
        calls().blocking().broadcast(memory, null, root).execute();
    }

    /**
     * Brings some elements of the root's memory to all members. Blocks. (MPI_Bcast)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void broadcast(@Memory Object memory, DataLayout layout, int root) {
        calls().blocking().broadcast(memory, layout, root).execute();
    }

    /**
     * Gathers a block of each member at the root, in the order of the ranks. Blocks. (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}: it lies in its place already
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void gather(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        calls().blocking()
                .gather(sendMemory, null, receiveMemory, null, true, root)
                .execute();
    }

    /**
     * Gathers a block of each member at the root, in the order of the ranks; one layout for both memories. Blocks.
     * (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveMemory room for all blocks, from its beginning; looked at only at the root
     * @param block which elements of the send memory are the caller's block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void gather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        calls().blocking()
                .gather(sendMemory, block, receiveMemory, block, true, root)
                .execute();
    }

    /**
     * Gathers a block of each member at the root, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Gather)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void gather(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        calls().blocking()
                .gather(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .execute();
    }

    /**
     * Gathers blocks of different lengths at the root. Blocks. (MPI_Gatherv)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void gatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks, int root) {
        calls().blocking()
                .gatherv(sendMemory, null, receiveMemory, blocks, root)
                .execute();
    }

    /**
     * Gathers blocks of different lengths at the root. Blocks. (MPI_Gatherv)
     *
     * @param sendMemory the caller's block, or at the root {@link #IN_PLACE}
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks; looked at only at the root
     * @param blocks where the block of each rank goes; looked at only at the root
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void gatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks, int root) {
        calls().blocking()
                .gatherv(sendMemory, sendLayout, receiveMemory, blocks, root)
                .execute();
    }

    /**
     * Hands each member its block from the root, in the order of the ranks. Blocks. (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}: it stays where it lies
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        calls().blocking()
                .scatter(sendMemory, null, receiveMemory, null, true, root)
                .execute();
    }

    /**
     * Hands each member its block from the root, in the order of the ranks; one layout for both memories. Blocks.
     * (MPI_Scatter)
     *
     * @param sendMemory all blocks, from its beginning; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param block which elements of the receive memory are the caller's block; by its length it says that of the blocks
     *     of the other, which lie from its beginning
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        calls().blocking()
                .scatter(sendMemory, block, receiveMemory, block, true, root)
                .execute();
    }

    /**
     * Hands each member its block from the root, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Scatter)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scatter(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        calls().blocking()
                .scatter(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .execute();
    }

    /**
     * Hands each member its block, of a length of its own, from the root. Blocks. (MPI_Scatterv)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the caller's block, all of it, or at the root {@link #IN_PLACE}
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scatterv(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, int root) {
        calls().blocking()
                .scatterv(sendMemory, blocks, receiveMemory, null, root)
                .execute();
    }

    /**
     * Hands each member its block, of a length of its own, from the root. Blocks. (MPI_Scatterv)
     *
     * @param sendMemory all blocks; looked at only at the root
     * @param blocks where the block of each rank lies; looked at only at the root
     * @param receiveMemory room for the caller's block, or at the root {@link #IN_PLACE}
     * @param receiveLayout which elements of it
     * @param root the root's rank, the same on all members; see {@link #ROOT} for an intercommunicator
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void scatterv(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        calls().blocking()
                .scatterv(sendMemory, blocks, receiveMemory, receiveLayout, root)
                .execute();
    }

    /**
     * Brings a block of each member to all, in the order of the ranks. Blocks. (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}: it lies in its place already
     * @param receiveMemory room for all blocks, from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allgather(@Memory Object sendMemory, @Memory Object receiveMemory) {
        calls().blocking()
                .allgather(sendMemory, null, receiveMemory, null, true)
                .execute();
    }

    /**
     * Brings a block of each member to all, in the order of the ranks; one layout for both memories. Blocks.
     * (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for all blocks, from its beginning
     * @param block which elements of the send memory are the caller's block; by its length it says that of the blocks of
     *     the other, which lie from its beginning
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        calls().blocking()
                .allgather(sendMemory, block, receiveMemory, block, true)
                .execute();
    }

    /**
     * Brings a block of each member to all, in the order of the ranks; a layout for each memory. Blocks.
     * (MPI_Allgather)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        calls().blocking()
                .allgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

    /**
     * Brings a block of each member, of different lengths, to all. Blocks. (MPI_Allgatherv)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for all blocks
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks) {
        calls().blocking().allgatherv(sendMemory, null, receiveMemory, blocks).execute();
    }

    /**
     * Brings a block of each member, of different lengths, to all. Blocks. (MPI_Allgatherv)
     *
     * @param sendMemory the caller's block, or on all members {@link #IN_PLACE}
     * @param sendLayout which elements of it
     * @param receiveMemory room for all blocks
     * @param blocks where the block of each rank goes; of the same lengths on all members
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void allgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks) {
        calls().blocking()
                .allgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .execute();
    }

    /**
     * Brings block j of member i to place i of member j; a block is the memory's length divided by the number of
     * members. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}: they lie where those of the
     *     others come
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory) {
        calls().blocking().alltoall(sendMemory, null, receiveMemory, null, true).execute();
    }

    /**
     * Brings block j of member i to place i of member j; one layout for both memories. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, from its beginning, or on all members {@link #IN_PLACE}
     * @param receiveMemory room for a block of each member, from its beginning, apart from the send memory
     * @param block the type and count of one block
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        calls().blocking()
                .alltoall(sendMemory, block, receiveMemory, block, true)
                .execute();
    }

    /**
     * Brings block j of member i to place i of member j; a layout for each memory. Blocks. (MPI_Alltoall)
     *
     * @param sendMemory a block for each member, or on all members {@link #IN_PLACE}
     * @param sendLayout the layout of one block; block i lies i of its extents further
     * @param receiveMemory room for a block of each member, apart from the send memory
     * @param receiveLayout the layout of one block; block i lies i of its extents further
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void alltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        calls().blocking()
                .alltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

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
    public void alltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks) {
        calls().blocking()
                .alltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .execute();
    }
}
