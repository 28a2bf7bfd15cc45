package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.DistributedGraphCommunicator;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.topology.DistributedGraphTopology;

/** The handle of a communicator with a distributed graph. */
final class DistributedGraphHandle extends CommunicatorHandle implements DistributedGraphCommunicator {
    private final DistributedGraphTopology graph;

    DistributedGraphHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.graph = (DistributedGraphTopology) context.topology();
    }

    @Override
    public int[] sources() {
        return graph.sources();
    }

    @Override
    public int[] destinations() {
        return graph.destinations();
    }

    @Override
    public boolean isWeighted() {
        return graph.isWeighted();
    }

    @Override
    public int[] sourceWeights() {
        return graph.sourceWeights();
    }

    @Override
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
