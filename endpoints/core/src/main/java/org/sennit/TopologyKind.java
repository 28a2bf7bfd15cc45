package org.sennit;

/** The kind of a communicator's topology. (MPI_Topo_test; MPI 4.1, section 8.5.5) */
public enum TopologyKind {
    /** Not at all. */
    NONE,
    /** In a grid: a {@link CartesianCommunicator}. */
    CARTESIAN,
    /** A graph that every member knows as a whole: a {@link GraphCommunicator}. */
    GRAPH,
    /** A graph of which each member knows the edges at itself: a {@link DistributedGraphCommunicator}. */
    DISTRIBUTED_GRAPH
}
