package org.sennit;

import java.util.Map;
import org.sennit.message.SennitException;

/**
 * A communicator whose members are the nodes of a graph that all of them know. Made by
 * {@link Communicator#createGraph}. (MPI 4.1, section 8.5)
 */
public interface GraphCommunicator extends Communicator {
    /**
     * Returns how many neighbors each rank and all before it have. (MPI_Graph_get; its length is the number of nodes
     * and its last number that of the edges, as of MPI_Graphdims_get)
     *
     * @return as given; a copy
     */
    int[] index();

    /**
     * Returns the neighbors of all ranks, one after the other. (MPI_Graph_get)
     *
     * @return as given; a copy
     */
    int[] edges();

    /**
     * Returns the neighbors of this member.
     *
     * @return their ranks, in the order in which they were given
     */
    int[] neighbors();

    /**
     * Returns the neighbors of a member. (MPI_Graph_neighbors; their number is that of MPI_Graph_neighbors_count)
     *
     * @param rank 0 to size − 1
     * @return their ranks, in the order in which they were given
     * @throws SennitException RANK for another rank; final
     */
    int[] neighbors(int rank);

    @Override
    GraphCommunicator duplicate();

    @Override
    GraphCommunicator duplicate(Map<String, String> info);
}
