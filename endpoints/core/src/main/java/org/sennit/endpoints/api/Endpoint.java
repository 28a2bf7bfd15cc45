package org.sennit.endpoints.api;

import java.util.Objects;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.device.AttachedBuffer;
import org.sennit.endpoints.device.Device;
import org.sennit.endpoints.p2p.SendModes;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.request.GeneralizedRequest;
import org.sennit.shm.match.MatchQueue;

/**
 * A rank of its own: an object with a match queue, driven by one thread at a time, and not bound to it. (The endpoints
 * proposal for MPI; MPI 4.1, chapter 11)
 */
public final class Endpoint {
    private final Communicator world;
    private final int id;
    private final MatchQueue queue;
    private final Device device;
    private ErrorHandler errorHandler;

    Endpoint(CommContext context) {
        this(context, ErrorHandler.THROW, null);
    }

    /** With the handlers of those that made it: its own, and that of its first communicator. */
    Endpoint(CommContext context, ErrorHandler errorHandler, ErrorHandler worldHandler) {
        this.errorHandler = errorHandler;
        this.world = new Communicator(this, context, worldHandler);
        this.device = context.device();
        this.id = context.endpoint().id();
        this.queue = device.self().queue();
    }

    /**
     * The communicator that this endpoint was born in: all endpoints that the job has made, in all processes; or those that
     * one {@link Communicator#createEndpoints} has made.
     *
     * @return the world; do not close that of the job
     */
    public Communicator world() {
        return world;
    }

    /**
     * The number of this endpoint in its process.
     *
     * @return 0 and up; no two endpoints that the process ever has share one
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
        return new EndpointStatistics(queue.counters(), device.counters());
    }

    /**
     * Sets the error handler of all communicators of this endpoint that have none of their own.
     *
     * @param handler the handler
     */
    public void setErrorHandler(ErrorHandler handler) {
        errorHandler = Objects.requireNonNull(handler, "handler");
    }

    /**
     * Who hears of errors on communicators that have no handler of their own.
     *
     * @return the handler, {@link ErrorHandler#THROW} at first
     */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Attaches a memory for buffered sends on communicators that have no buffer of their own. (MPI_Buffer_attach)
     *
     * @param memory room for all messages that are under way, each with {@link Communicator#BUFFER_OVERHEAD_BYTES}; in use
     *     until {@link #detachBuffer}
     * @throws SennitException BUFFER when one is attached, or this memory cannot be one; final
     */
    public void attachBuffer(Object memory) {
        if (device.buffer() != null) {
            throw new SennitException(
                    ErrorClass.BUFFER, "a buffer is attached already: operation=attachBuffer " + this);
        }
        device.useBuffer(SendModes.bufferOf(device, memory));
    }

    /**
     * Takes the buffer back; blocks until all its messages have gone. (MPI_Buffer_detach)
     *
     * @return the memory, or null when none was attached
     * @throws SennitException the error of a message that has failed; all have ended then
     */
    public Object detachBuffer() {
        AttachedBuffer attached = device.buffer();
        if (attached == null) {
            return null;
        }
        attached.flush();
        device.useBuffer(null);
        return attached.given();
    }

    /**
     * Blocks until all messages of the endpoint's buffer have gone. (MPI_Buffer_flush)
     *
     * @throws SennitException the error of a message that has failed; all have ended then
     */
    public void flushBuffer() {
        AttachedBuffer attached = device.buffer();
        if (attached != null) {
            attached.flush();
        }
    }

    /**
     * Starts a request for an operation of the user's own, to be waited for together with requests of this endpoint.
     * (MPI_Grequest_start)
     *
     * @param operation the operation
     * @return an active request; {@link GeneralizedRequest#complete()} completes it
     */
    public GeneralizedRequest startGeneralized(GeneralizedRequest.Operation operation) {
        return new GeneralizedRequest(
                device.self().progress(),
                error -> {
                    errorHandler.handle(world, error);
                    return error;
                },
                operation);
    }

    @Override
    public String toString() {
        return "endpoint " + world.rank();
    }
}
