package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.trace.CallPrefix;

/**
 * Makes and pools the prepared calls of a communicator's collectives, for each of the three drivers. Belongs to the
 * thread that drives the endpoint.
 */
public final class Preparations {
    /** Preparations of nonblocking calls that are kept; about 400 bytes each. */
    private static final int MOST_SPARE = 128;

    private final CommContext comm;
    private final Collectives collectives;
    private final Preparation blocking;
    private final SparePool<Preparation> spare; // for nonblocking calls

    /**
     * Makes the calls of a communicator.
     *
     * @param comm its state
     * @param collectives its collectives; of an intercommunicator those across the two sides
     */
    public Preparations(CommContext comm, Collectives collectives) {
        this.comm = comm;
        this.collectives = collectives;
        this.blocking = new Preparation(comm, collectives, "", null);
        this.spare = new SparePool<>(MOST_SPARE, comm.device().keepsForThreads());
    }

    /** Returns the preparation of a blocking call: prepare it and {@link PreparedCall#execute} it. */
    public Preparation blocking() {
        return blocking;
    }

    /** Returns an unused preparation of a nonblocking call: prepare it and {@link PreparedCall#begin} it. */
    public Preparation nonblocking() {
        Preparation call = spare.take();
        return call == null ? new Preparation(comm, collectives, CallPrefix.NONBLOCKING, spare) : call;
    }

    /** Returns a fresh preparation of a persistent call: prepare it and {@link PreparedCall#persist} it. */
    public Preparation persistent() {
        return new Preparation(comm, collectives, CallPrefix.PERSISTENT, null);
    }
}
