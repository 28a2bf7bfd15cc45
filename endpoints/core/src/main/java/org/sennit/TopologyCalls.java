package org.sennit;

import java.util.Map;
import org.sennit.message.SennitException;

/**
 * Constructors of communicators with a topology: a grid or a graph. A duplicate inherits its parent's topology; a split
 * does not. An invalid argument of one member is an error on all. (MPI 4.1, chapter 8)
 */
public interface TopologyCalls {
    /**
     * Returns the kind of topology; local. (MPI_Topo_test)
     *
     * @return the kind, which says what class this communicator is of
     */
    TopologyKind topology();

    /**
     * Makes a communicator of the first members, in a grid; the last dimension runs fastest.
     * Collective; blocks. (MPI_Cart_create)
     *
     * @param dims the extents, 1 and up, as from {@link CartesianCommunicator#createDims}; no dimension makes a grid of
     *     one. The same on all members
     * @param periods for each dimension whether its ends are neighbors; the same on all members
     * @param reorder whether ranks may change so that neighbors live in one process; the same on all members
     * @return the new one; null for members whose rank is beyond the grid
     * @throws SennitException DIMS when an extent is below 1, when there are not as many periods, or when the
     *     grid has more places than there are members, ARG when members give different arguments; on every
     *     member; see {@link Communicator}
     */
    CartesianCommunicator createCartesian(int[] dims, boolean[] periods, boolean reorder);

    /**
     * Returns the rank that this member would have in a grid where neighbors live in one process; local. (MPI_Cart_map)
     *
     * @param dims the extents, 1 and up
     * @param periods for each dimension whether its ends are neighbors
     * @return the rank, or {@link Communicator#UNDEFINED} when it would be beyond the grid
     * @throws SennitException DIMS as in {@link #createCartesian}; see {@link Communicator}
     */
    int mapCartesian(int[] dims, boolean[] periods);

    /**
     * Makes a communicator of the first members, as a graph that all of them give. Collective; blocks. For many members
     * {@link #createDistributedGraphAdjacent createDistributedGraphAdjacent} needs less memory. (MPI_Graph_create)
     *
     * @param index for each node how many neighbors it and all nodes before it have; the same on all members
     * @param edges the neighbors of all nodes, one after the other; the same on all members
     * @param reorder whether ranks may change so that neighbors live in one process; the same on all members
     * @return the new one; null for members whose rank is no node
     * @throws SennitException ARG when the index does not fit the edges or the number of members, or members give
     *     different arguments, RANK for a neighbor that is no node; on every member; see {@link Communicator}
     */
    GraphCommunicator createGraph(int[] index, int[] edges, boolean reorder);

    /**
     * Returns the rank that this member would have in a graph where neighbors live in one
     * process; local. (MPI_Graph_map)
     *
     * @param index for each node how many neighbors it and all nodes before it have
     * @param edges the neighbors of all nodes, one after the other
     * @return the rank, or {@link Communicator#UNDEFINED} when it would be no node
     * @throws SennitException ARG, RANK as in {@link #createGraph}; see {@link Communicator}
     */
    int mapGraph(int[] index, int[] edges);

    /**
     * Makes a communicator of all members, as a graph of which each member gives the edges that begin or end at it.
     * Collective; blocks. (MPI_Dist_graph_create_adjacent)
     *
     * @param sources where the edges to this member begin: ranks here, any of them, also several times
     * @param destinations where the edges from this member end
     * @param reorder whether ranks may change so that neighbors live in one process, another member then being the node
     *     for which this one has given the edges; the same on all members
     * @return the new one
     * @throws SennitException RANK for a rank outside, TOPOLOGY when an edge is not given at both its ends, ARG when
     *     members give different arguments; on every member; see {@link Communicator}
     */
    DistributedGraphCommunicator createDistributedGraphAdjacent(int[] sources, int[] destinations, boolean reorder);

    /**
     * Makes a communicator of all members, as a graph of which each member gives the edges that begin or end at it.
     * Collective; blocks. (MPI_Dist_graph_create_adjacent)
     *
     * @param sources where the edges to this member begin: ranks here, any of them, also several times
     * @param sourceWeights what each is worth, 0 and up, to keep worthy ones in one process; null
     *     on all members for none
     * @param destinations where the edges from this member end
     * @param destinationWeights what each is worth; null on all members for none
     * @param info the hints of the new one by name, see {@link Communicator#info}; the same on all members
     * @param reorder whether ranks may change so that neighbors live in one process, another member then being the node
     *     for which this one has given the edges; the same on all members
     * @return the new one
     * @throws SennitException RANK for a rank outside, TOPOLOGY when an edge is not given at both its ends, ARG for
     *     weights that are negative or not as many as edges, and when members give different arguments; on every
     *     member; see {@link Communicator}
     */
    DistributedGraphCommunicator createDistributedGraphAdjacent(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destinationWeights,
            Map<String, String> info,
            boolean reorder);

    /**
     * Makes a communicator of all members, as a graph of which each member gives any edges. Collective;
     * blocks. (MPI_Dist_graph_create)
     *
     * @param sources ranks here, any of them, also several times; empty where nothing is given
     * @param degrees the number of edges that begin at each of the sources
     * @param destinations where they end, those of the first source first
     * @param reorder whether ranks may change so that neighbors live in one process; the same on all members
     * @return the new one; edges stand in the order of the members that gave them, and of one in the
     *     order in which it gave them
     * @throws SennitException RANK for a rank outside, ARG when degrees and destinations do not fit, or members give
     *     different arguments; on every member; see {@link Communicator}
     */
    DistributedGraphCommunicator createDistributedGraph(
            int[] sources, int[] degrees, int[] destinations, boolean reorder);

    /**
     * Makes a communicator of all members, as a graph of which each member gives any edges. Collective;
     * blocks. (MPI_Dist_graph_create)
     *
     * @param sources ranks here, any of them, also several times; empty where nothing is given
     * @param degrees the number of edges that begin at each of the sources
     * @param destinations where they end, those of the first source first
     * @param weights what each edge is worth, 0 and up, to keep worthy ones in one process; null
     *     on all members for none
     * @param info the hints of the new one by name, see {@link Communicator#info}; the same on all members
     * @param reorder whether ranks may change so that neighbors live in one process; the same on all members
     * @return the new one; edges stand in the order of the members that gave them, and of one in the
     *     order in which it gave them
     * @throws SennitException RANK for a rank outside, ARG when degrees, destinations and weights do not fit, for a
     *     negative weight, and when members give different arguments; on every member; see {@link Communicator}
     */
    DistributedGraphCommunicator createDistributedGraph(
            int[] sources, int[] degrees, int[] destinations, int[] weights, Map<String, String> info, boolean reorder);
}
