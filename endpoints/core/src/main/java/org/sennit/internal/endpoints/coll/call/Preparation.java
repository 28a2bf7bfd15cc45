package org.sennit.internal.endpoints.coll.call;

import org.sennit.Blocks;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;

/**
 * Prepares all collectives; in this class those with the neighbors of a topology. The block of a null neighbor is left
 * unchanged. (MPI 4.1, section 8.6)
 */
public final class Preparation extends PreparedReduction {
    private final SparePool<Preparation> home; // where a nonblocking call gives it back; else null

    Preparation(CommContext comm, Collectives collectives, String view, SparePool<Preparation> home) {
        super(comm, collectives, view);
        this.home = home;
    }

    @Override
    public void callIsOver() {
        super.callIsOver();
        if (home != null) {
            home.give(this);
        }
    }

    /**
     * Prepares MPI_Neighbor_allgather.
     *
     * @param send the block for all neighbors
     * @param receive room for a block of each
     * @param receiveLayout the layout of one
     * @param isLike whether one layout was given
     */
    public PreparedCall neighborAllgather(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike) {
        Neighborhood neighbors = begin(CollectiveKind.NEIGHBOR_ALLGATHER, send);
        long bytes = one(in, send, sendLayout, true);
        DataLayout block = isLike && receiveLayout == null ? in.layout() : receiveLayout;
        int destinations = neighbors.destinations().length;
        int sources = neighbors.sources().length;
        long known = destinations == 0 && isLike && sendLayout == null ? -1 : bytes;
        long each = blocks(out, receive, block, isLike, known, sources, false);
        call.bytes = destinations == 0 ? each : sources == 0 ? bytes : agreed(bytes, each);
        out.fill();
        return checked();
    }

    /**
     * Prepares MPI_Neighbor_allgatherv.
     *
     * @param send the block for all neighbors
     * @param receive room for a block of each
     * @param blocks where each goes
     */
    public PreparedCall neighborAllgatherv(Object send, DataLayout sendLayout, Object receive, Blocks blocks) {
        Neighborhood neighbors = begin(CollectiveKind.NEIGHBOR_ALLGATHERV, send);
        call.bytes = one(in, send, sendLayout, true);
        call.receiveBlocks = blocks(out, receive, blocks, neighbors.sources().length, false);
        out.fill();
        return checked();
    }

    /**
     * Prepares MPI_Neighbor_alltoall.
     *
     * @param send a block for each neighbor
     * @param sendLayout the layout of one
     * @param receive room for a block of each
     * @param receiveLayout the layout of one
     * @param isLike whether one layout was given
     */
    public PreparedCall neighborAlltoall(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike) {
        Neighborhood neighbors = begin(CollectiveKind.NEIGHBOR_ALLTOALL, send);
        if (isLike && sendLayout != null) {
            checkBlock(sendLayout);
        }
        int destinations = neighbors.destinations().length;
        int sources = neighbors.sources().length;
        long sent = blocks(in, send, sendLayout, isLike, -1, destinations, true);
        DataLayout block = isLike && receiveLayout == null ? in.layout() : receiveLayout;
        long known = destinations == 0 && isLike && sendLayout == null ? -1 : sent;
        long received = blocks(out, receive, block, isLike, known, sources, false);
        call.bytes = destinations == 0 ? received : sources == 0 ? sent : agreed(sent, received);
        out.fill();
        return checked();
    }

    /**
     * Prepares MPI_Neighbor_alltoallv and MPI_Neighbor_alltoallw.
     *
     * @param send a block for each neighbor
     * @param sendBlocks where each lies
     * @param receive room for a block of each
     * @param receiveBlocks where each goes
     */
    public PreparedCall neighborAlltoallv(Object send, Blocks sendBlocks, Object receive, Blocks receiveBlocks) {
        Neighborhood neighbors = begin(CollectiveKind.NEIGHBOR_ALLTOALLV, send);
        call.sendBlocks = blocks(in, send, sendBlocks, neighbors.destinations().length, true);
        call.receiveBlocks = blocks(out, receive, receiveBlocks, neighbors.sources().length, false);
        out.fill();
        return checked();
    }

    private Neighborhood begin(CollectiveKind kind, Object send) {
        begin(kind);
        checkIntra();
        if (send == InPlace.IN_PLACE) {
            throw errors.inPlace("send");
        }
        if (comm.topology() == null) {
            throw errors.of(ErrorClass.TOPOLOGY, "the communicator has no topology");
        }
        Neighborhood neighbors = comm.neighborhood();
        if (neighbors == null) {
            throw errors.of(
                    ErrorClass.TOPOLOGY,
                    "the graph has an edge that is not in both directions, so its messages would not be received");
        }
        call.neighbors = neighbors;
        return neighbors;
    }
}
