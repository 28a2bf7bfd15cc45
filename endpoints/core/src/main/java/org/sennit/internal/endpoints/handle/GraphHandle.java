package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.GraphCommunicator;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.topology.GraphTopology;

/** The handle of a communicator with a graph. */
final class GraphHandle extends CommunicatorHandle implements GraphCommunicator {
    private final GraphTopology graph;

    GraphHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.graph = (GraphTopology) context.topology();
    }

    @Override
    public int[] index() {
        return graph.index();
    }

    @Override
    public int[] edges() {
        return graph.edges();
    }

    @Override
    public int[] neighbors() {
        return graph.neighbors(rank());
    }

    @Override
    public int[] neighbors(int rank) {
        return constructed("neighbors", () -> graph.neighbors(rank));
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
