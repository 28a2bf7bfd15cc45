package org.sennit;

/** How the members of a communicator are arranged. (MPI_Topo_test; MPI 4.1, section 8.5.5) */
public enum TopologyKind {
    /** Not at all. */
    NONE,
    /** In a grid: a {@link CartesianCommunicator}. */
    CARTESIAN,
    /** As a graph that all know: a {@link GraphCommunicator}. */
    GRAPH,
    /** As a graph of which each knows its own edges: a {@link DistributedGraphCommunicator}. */
    DISTRIBUTED_GRAPH
}
