package org.sennit;

/** The kind of a communicator's topology. (MPI_Topo_test; MPI 4.1, section 8.5.5) */
public enum TopologyKind {
    /** The communicator has no topology. (MPI_UNDEFINED) */
    NONE,
    /** A grid: a {@link CartesianCommunicator}. */
    CARTESIAN,
    /** A graph that every member knows as a whole: a {@link GraphCommunicator}. */
    GRAPH,
    /** A graph of which each member knows the edges at itself: a {@link DistributedGraphCommunicator}. */
    DISTRIBUTED_GRAPH
}
