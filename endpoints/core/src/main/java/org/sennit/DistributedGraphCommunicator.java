package org.sennit;

import java.util.Map;

/**
 * A communicator whose members are the nodes of a graph of which each knows its own edges. Made by
 * {@link Communicator#createDistributedGraph createDistributedGraph} and
 * {@link Communicator#createDistributedGraphAdjacent createDistributedGraphAdjacent}. (MPI 4.1, section 8.5; the lists
 * are those of MPI_Dist_graph_neighbors, their lengths those of MPI_Dist_graph_neighbors_count)
 */
public interface DistributedGraphCommunicator extends Communicator {
    /**
     * Returns the sources of the edges to this member.
     *
     * @return ranks, one for each edge; a copy
     */
    int[] sources();

    /**
     * Returns the destinations of the edges from this member.
     *
     * @return ranks, one for each edge; a copy
     */
    int[] destinations();

    /**
     * Returns whether edges have weights.
     *
     * @return false when they were given without
     */
    boolean isWeighted();

    /**
     * Returns the weights of the edges to this member.
     *
     * @return a weight for each of {@link #sources}, or null without weights; a copy
     */
    int[] sourceWeights();

    /**
     * Returns the weights of the edges from this member.
     *
     * @return a weight for each of {@link #destinations}, or null without weights; a copy
     */
    int[] destinationWeights();

    @Override
    DistributedGraphCommunicator duplicate();

    @Override
    DistributedGraphCommunicator duplicate(Map<String, String> info);
}
