package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.topology.GraphTopology;
import org.sennit.message.SennitException;

/**
 * A communicator whose members are the nodes of a graph that all of them know. Made by {@link Communicator#createGraph}. (MPI
 * 4.1, section 8.5)
 */
public final class GraphCommunicator extends Communicator {
    private final GraphTopology graph;

    GraphCommunicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.graph = (GraphTopology) context.topology();
    }

    /**
     * Returns how many neighbors each rank and all before it have. (MPI_Graph_get; its length is the number of nodes and its last
     * number that of the edges, as of MPI_Graphdims_get)
     *
     * @return as given; a copy
     */
    public int[] index() {
        return graph.index();
    }

    /**
     * Returns the neighbors of all ranks, one after the other. (MPI_Graph_get)
     *
     * @return as given; a copy
     */
    public int[] edges() {
        return graph.edges();
    }

    /**
     * Returns the neighbors of this member.
     *
     * @return their ranks, in the order in which they were given
     */
    public int[] neighbors() {
        return graph.neighbors(rank());
    }

    /**
     * Returns the neighbors of a member. (MPI_Graph_neighbors; their number is that of MPI_Graph_neighbors_count)
     *
     * @param rank 0 to size − 1
     * @return their ranks, in the order in which they were given
     * @throws SennitException RANK for another rank; final
     */
    public int[] neighbors(int rank) {
        return constructed(() -> graph.neighbors(rank));
    }

    @Override
    public GraphCommunicator duplicate() {
        return (GraphCommunicator) super.duplicate();
    }

    @Override
    public GraphCommunicator duplicate(Map<String, String> info) {
        return (GraphCommunicator) super.duplicate(info);
    }
}
