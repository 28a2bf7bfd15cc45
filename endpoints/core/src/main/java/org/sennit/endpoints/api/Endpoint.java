package org.sennit.endpoints.api;

import org.sennit.endpoints.comm.CommContext;
import org.sennit.shm.match.MatchQueue;

/**
 * A rank of its own: an object with a match queue, driven by one thread at a time, and not bound to it. (The endpoints
 * proposal for MPI; MPI 4.1, chapter 11)
 */
public final class Endpoint {
    private final Communicator world;
    private final int id;
    private final MatchQueue queue;

    Endpoint(CommContext context) {
        this.world = new Communicator(context);
        this.id = context.endpoint().id();
        this.queue = context.device().self().queue();
    }

    /**
     * The communicator of all endpoints of all processes.
     *
     * @return the world; do not close it
     */
    public Communicator world() {
        return world;
    }

    /**
     * The number of this endpoint in its process.
     *
     * @return 0 to the number of endpoints of the process − 1
     */
    public int id() {
        return id;
    }

    /**
     * What this endpoint has done so far. Exact when the thread that drives the endpoint asks.
     *
     * @return a snapshot
     */
    public EndpointStatistics statistics() {
        return new EndpointStatistics(queue.counters());
    }

    @Override
    public String toString() {
        return "endpoint " + world.rank();
    }
}
