package org.sennit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.AttachedBuffer;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.SharedMemory;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.p2p.SendModes;
import org.sennit.internal.runtime.bootstrap.JobGrid;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * A rank of its own: an object with a match queue, driven by one thread at a time, and not bound to it. (The endpoints
 * proposal for MPI; MPI 4.1, chapter 11)
 */
public final class Endpoint {
    private static final long LINE_BYTES = 64;

    private final Communicator world;
    private final int id;
    private final MatchQueue queue;
    private final Device device;
    private final SharedMemory memory;
    private final OwnershipEndpoint passing;
    private final Options options;
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
        this.memory = context.own().process().device().sharedMemory();
        this.options = context.own().process().device().options();
        this.passing = new OwnershipEndpoint(
                device,
                context.own().process().passing(),
                options,
                context.own().process().hostProcesses());
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
     * Returns how many threads may use this endpoint at once. (MPI_Query_thread)
     *
     * @return the level that the program has asked for when it opened the job, or that of option {@code thread.level}
     */
    public ThreadLevel threadLevel() {
        return device.self().progress().isShared() ? ThreadLevel.MULTIPLE : ThreadLevel.SERIALIZED;
    }

    /**
     * Returns the grid that all endpoints of the job form: {@code sennit run --grid 2x2x4}, or option {@code job.grid}. The
     * coordinates of a rank are row-major, as in {@link Communicator#createCartesian}. Sennit itself does nothing with it.
     *
     * @return the dimensions; empty without a grid. Their product is the number of endpoints of the job where the launcher was
     *     told that number, too (-t); else it is for the program to compare them
     * @throws SennitException ARG when the option is not a grid; final
     */
    public int[] grid() {
        return JobGrid.parse(options.value(JobOptions.GRID));
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
     * @throws SennitException ARG without one; final
     */
    public void setErrorHandler(ErrorHandler handler) {
        checkGiven("setErrorHandler", "handler", handler);
        errorHandler = handler;
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
    public void attachBuffer(@Memory Object memory) {
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
        checkGiven("startGeneralized", "operation", operation);
        return new GeneralizedRequest(
                device.self().progress(),
                error -> {
                    errorHandler.handle(world, error);
                    return error;
                },
                operation);
    }

    /**
     * Allocates memory that every process of this host maps when it first hears of it: a message from it, or into it, is
     * copied once, also between processes, and a long one between two such memories by both sides at once. Otherwise it is
     * memory like any other. (HMPI's shared heap; MPI_Alloc_mem)
     *
     * @param bytes how many
     * @return memory for any endpoint and thread of this process, filled with zeros, aligned to 64 bytes; it lasts until the
     *     job ends
     * @throws SennitException NO_MEM when there is not so much, with how much there is, and the same call may succeed later;
     *     ARG when the number is negative; SESSION when the job is over
     */
    public MemorySegment allocateShared(long bytes) {
        return allocateShared(bytes, LINE_BYTES);
    }

    /**
     * Allocates memory that every process of this host maps when it first hears of it.
     *
     * @param bytes how many
     * @param alignment a power of two, at most 1 GiB; above 4096 the piece has a mapping of its own
     * @return memory for any endpoint and thread of this process, filled with zeros; it lasts until the job ends
     * @throws SennitException as for {@link #allocateShared(long)}
     */
    public MemorySegment allocateShared(long bytes, long alignment) {
        return memory.allocate(bytes, alignment);
    }

    /**
     * Opens an arena of such memory, for what is to be freed before the job ends; at its end it is closed. A message that is under way from or into the
     * memory of a closed arena fails on both sides.
     *
     * @return a fresh arena that any thread may use and close; its {@code allocate} throws a SennitException with NO_MEM when
     *     memory has run out
     */
    public Arena newSharedArena() {
        return memory.newArena();
    }

    /**
     * Has something done when this endpoint ends: when its program has returned or failed, after messages that nobody has
     * received have been dropped. Where the job is aborted, too, but nothing is dropped before.
     *
     * @param work done once, perhaps by another thread than the endpoint's; must not block, throw, or use the endpoint
     */
    public void atEnd(Runnable work) {
        checkGiven("atEnd", "work", work);
        device.atEnd(work);
    }

    private void checkGiven(String operation, String what, Object argument) {
        if (argument == null) {
            SennitException error = new SennitException(
                    ErrorClass.ARG, "no " + what + ": given=null operation=" + operation + " " + this);
            errorHandler.handle(world, error);
            throw error;
        }
    }

    /**
     * This endpoint as pools of memory see it whose ownership is passed (the module opi).
     *
     * @return what they need of it
     */
    public OwnershipEndpoint passing() {
        return passing;
    }

    @Override
    public String toString() {
        return "endpoint " + world.rank();
    }
}
