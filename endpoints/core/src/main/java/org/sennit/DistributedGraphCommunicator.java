package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.topology.DistributedGraphTopology;

/**
 * A communicator whose members are the nodes of a graph of which each knows its own edges. Made by
 * {@link Communicator#createDistributedGraph createDistributedGraph} and
 * {@link Communicator#createDistributedGraphAdjacent createDistributedGraphAdjacent}. (MPI 4.1, section 8.5; the lists are those
 * of MPI_Dist_graph_neighbors, their lengths those of MPI_Dist_graph_neighbors_count)
 */
public final class DistributedGraphCommunicator extends Communicator {
    private final DistributedGraphTopology graph;

    DistributedGraphCommunicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.graph = (DistributedGraphTopology) context.topology();
    }

    /**
     * Returns where the edges to this member begin.
     *
     * @return ranks, one for each edge; a copy
     */
    public int[] sources() {
        return graph.sources();
    }

    /**
     * Returns where the edges from this member end.
     *
     * @return ranks, one for each edge; a copy
     */
    public int[] destinations() {
        return graph.destinations();
    }

    /**
     * Returns whether edges have weights.
     *
     * @return false when they were given without
     */
    public boolean isWeighted() {
        return graph.isWeighted();
    }

    /**
     * Returns what the edges to this member are worth.
     *
     * @return a weight for each of {@link #sources}, or null without weights; a copy
     */
    public int[] sourceWeights() {
        return graph.sourceWeights();
    }

    /**
     * Returns what the edges from this member are worth.
     *
     * @return a weight for each of {@link #destinations}, or null without weights; a copy
     */
    public int[] destinationWeights() {
        return graph.destinationWeights();
    }

    @Override
    public DistributedGraphCommunicator duplicate() {
        return (DistributedGraphCommunicator) super.duplicate();
    }

    @Override
    public DistributedGraphCommunicator duplicate(Map<String, String> info) {
        return (DistributedGraphCommunicator) super.duplicate(info);
    }
}
