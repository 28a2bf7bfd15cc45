package org.sennit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * A source and destination of messages, with a rank and a match queue of its own. Driven by one thread at a time, but
 * not bound to a thread. (The endpoints proposal for MPI; MPI 4.1, chapter 11)
 */
public interface Endpoint {
    /**
     * Returns the communicator with which this endpoint was made: of all endpoints of the job in all processes, or of
     * those made by one {@link Communicator#createEndpoints}.
     *
     * @return the world; do not close that of the job
     */
    Communicator world();

    /**
     * Returns the number of this endpoint in its process.
     *
     * @return 0 or more; never reused in this process
     */
    int id();

    /**
     * Returns the number of threads that may use this endpoint at once. (MPI_Query_thread)
     *
     * @return the level that the program has asked for when it opened the job, or that of option {@code thread.level}
     */
    ThreadLevel threadLevel();

    /**
     * Returns the grid that all endpoints of the job form: {@code sennit run --grid 2x2x4}, or option
     * {@code job.grid}. The coordinates of a rank are row-major, as in {@link Communicator#createCartesian}.
     * Sennit itself does not use it.
     *
     * @return the dimensions; empty without a grid. Their product is the number of endpoints of the job where the
     *     launcher was given that number, too (-t); else it is for the program to compare them
     * @throws SennitException ARG when the option is not a grid; final
     */
    int[] grid();

    /**
     * Returns the time by the clock of the job, which its deadlines are measured by: that of the JVM, or of the
     * context that was given to
     * {@link Job#open(int, org.sennit.config.Options, org.sennit.spi.context.RuntimeContext)}. (MPI_Wtime)
     *
     * @return nanoseconds since any moment, at any thread and also when the endpoint has ended; the
     *     difference of two is a time
     */
    long nanoTime();

    /**
     * Returns the random numbers of the job, which a simulated job draws again in its next run.
     *
     * @return a generator for any thread; not for secrets
     */
    RandomGenerator random();

    /**
     * Returns the counters of this endpoint since its start. Exact in the thread that drives the endpoint.
     *
     * @return a snapshot
     */
    EndpointStatistics statistics();

    /**
     * Sets the error handler of all communicators of this endpoint that have none of their own.
     *
     * @param handler the handler
     * @throws SennitException ARG without one; final
     */
    void setErrorHandler(ErrorHandler handler);

    /**
     * Returns the error handler of communicators that have none of their own.
     *
     * @return the handler, {@link ErrorHandler#THROW} at first
     */
    ErrorHandler errorHandler();

    /**
     * Attaches a memory for buffered sends on communicators that have no buffer of their own. (MPI_Buffer_attach)
     *
     * @param memory room for all messages that are under way, each with {@link Communicator#BUFFER_OVERHEAD_BYTES}; in
     *     use until {@link #detachBuffer}
     * @throws SennitException BUFFER when one is attached, or this memory cannot be one; final
     */
    void attachBuffer(@Memory Object memory);

    /**
     * Takes the buffer back; blocks until all its messages have gone. (MPI_Buffer_detach)
     *
     * @return the memory, or null when none was attached
     * @throws SennitException the error of a message that has failed; all have ended then
     */
    Object detachBuffer();

    /**
     * Blocks until all messages of the endpoint's buffer have gone. (MPI_Buffer_flush)
     *
     * @throws SennitException the error of a message that has failed; all have ended then
     */
    void flushBuffer();

    /**
     * Starts a request for an operation of the user's own, to be waited for together with requests of this endpoint.
     * (MPI_Grequest_start)
     *
     * @param operation the operation
     * @return an active request; {@link GeneralizedRequest#complete()} completes it
     * @throws SennitException ARG when the operation is null; final
     */
    GeneralizedRequest startGeneralized(GeneralizedRequest.Operation operation);

    /**
     * Allocates memory that every process of this host maps on first use: a message from it, or into it, is copied
     * once, also between processes, and a long one between two such memories by both sides at once. Otherwise it is
     * memory like any other. (MPI_Alloc_mem; the shared heap of Friedley et al., Hybrid MPI, 2013)
     *
     * @param bytes the length in bytes
     * @return memory for any endpoint and thread of this process, filled with zeros, aligned to 64 bytes; it
     *     lasts until the job ends
     * @throws SennitException NO_MEM when there is not so much, with how much there is, and the same call may succeed
     *     later; ARG when the number is negative; SESSION when the job is over
     */
    MemorySegment allocateShared(long bytes);

    /**
     * Allocates memory that every process of this host maps on first use.
     *
     * @param bytes the length in bytes
     * @param alignment a power of two, at most 1 GiB; above 4096 the piece has a mapping of its own
     * @return memory for any endpoint and thread of this process, filled with zeros; it lasts until the job ends
     * @throws SennitException as for {@link #allocateShared(long)}
     */
    MemorySegment allocateShared(long bytes, long alignment);

    /**
     * Opens an arena of memory that every process of this host maps on first use, for memory that is freed
     * before the job ends. The end of the job closes it. A message that is under way from or into the memory of
     * a closed arena fails on both sides. While a piece of it is copied, {@code close} throws IllegalStateException and
     * changes nothing: call it again.
     *
     * @return a fresh arena that any thread may use and close; its {@code allocate} throws a SennitException with
     *     NO_MEM when memory has run out
     */
    Arena newSharedArena();

    /**
     * Registers work for the end of this endpoint: when its program has returned or failed, after unreceived messages
     * have been dropped. It runs when the job is aborted, too, but then no message is dropped before.
     *
     * @param work runs once, perhaps in another thread than the endpoint's; must not block, throw, or use the endpoint
     * @throws SennitException ARG when the work is null; final
     */
    void atEnd(Runnable work);
}
