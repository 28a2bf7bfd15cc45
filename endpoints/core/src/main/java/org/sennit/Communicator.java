package org.sennit;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;

/**
 * A group of endpoints that talk to each other, as one of them has it. Ranks count from 0; a neighbor thread and a
 * neighbor host differ in nothing but speed.
 *
 * <p><b>Memory</b> is any primitive array, {@link java.nio.ByteBuffer} (from position to limit), Agrona buffer or
 * {@link MemorySegment}, on the heap or off; null in a collective where the caller has nothing to send or receive, and with a layout of
 * count 0. A {@link DataLayout} says which elements of it are meant; without one (null, in a collective) it is all of it, in
 * an array's own type and in bytes otherwise. Parameters come in one order: memory, layout, peer, tag.
 *
 * <p><b>Threads:</b> one at a time drives an endpoint and so all its communicators; which one may change. A blocking
 * call makes progress for the whole endpoint. At thread level multiple several may send, receive and probe at once.
 *
 * <p><b>Errors</b> are {@link org.sennit.message.SennitException}s: ARG, RANK, TAG, COUNT, TYPE, BUFFER, ROOT, OP
 * for what the caller gave (nothing has happened; final), TRUNCATE and BUFFER for a message (it is consumed; others
 * match), COMM after {@link #close}, SESSION after the end of the job, PROC_FAILED and PROC_ABORTED when others have
 * failed. None is worth a retry. (MPI 4.1, chapters 3, 6 and 7)
 */
public sealed class Communicator extends NeighborCalls
        permits Intercommunicator, CartesianCommunicator, GraphCommunicator, DistributedGraphCommunicator {
    private final NonblockingCalls nonblocking;
    private final PersistentCalls persistent;

    Communicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler, Collectives.of(context.isInter() ? context.local() : context));
        this.nonblocking = new NonblockingCalls(this);
        this.persistent = new PersistentCalls(this, context);
    }

    /**
     * The calls that start and return at once with an active request.
     *
     * @return always the same view
     */
    public final NonblockingCalls nonblocking() {
        return nonblocking;
    }

    /**
     * The calls that make requests to be started again and again.
     *
     * @return always the same view
     */
    public final PersistentCalls persistent() {
        return persistent;
    }

    @Override
    final Communicator self() {
        return this;
    }
}
