package org.sennit.internal.endpoints.topology;

import org.sennit.internal.endpoints.comm.Topology;
import org.sennit.internal.endpoints.group.Neighborhood;

/**
 * A graph of ranks of which every member knows its own edges. A rank may have edges to itself, and several to another.
 * Immutable; any thread. (MPI 4.1, sections 8.5.4 and 8.5.6)
 */
public final class DistributedGraphTopology implements Topology {
    private final Neighborhood neighborhood;
    private final int[] sourceWeights;
    private final int[] destinationWeights;

    /**
     * Makes a graph.
     *
     * @param neighborhood the caller's edges
     * @param sourceWeights what each edge to here is worth, or null when edges have no weights
     * @param destinationWeights what each edge from here is worth, or null when edges have no weights
     */
    DistributedGraphTopology(Neighborhood neighborhood, int[] sourceWeights, int[] destinationWeights) {
        this.neighborhood = neighborhood;
        this.sourceWeights = sourceWeights;
        this.destinationWeights = destinationWeights;
    }

    /**
     * Returns a copy of the ranks at which the edges to here begin, in the order of the slots of neighbor collectives.
     */
    public int[] sources() {
        return neighborhood.sources().clone();
    }

    /**
     * Returns a copy of the ranks at which the edges from here end, in the order of the slots of neighbor collectives.
     */
    public int[] destinations() {
        return neighborhood.destinations().clone();
    }

    /** Returns whether the edges were given with weights. */
    public boolean isWeighted() {
        return sourceWeights != null;
    }

    /** Returns a copy of the weights of {@link #sources}, or null without weights. */
    public int[] sourceWeights() {
        return sourceWeights == null ? null : sourceWeights.clone();
    }

    /** Returns a copy of the weights of {@link #destinations}, or null without weights. */
    public int[] destinationWeights() {
        return destinationWeights == null ? null : destinationWeights.clone();
    }

    @Override
    public Neighborhood neighborhood() {
        return neighborhood;
    }
}
