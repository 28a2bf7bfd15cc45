package org.sennit.ownership;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * An endpoint's pool of buffers whose ownership can be passed. Freed buffers are reused, the most recent first; sizes
 * are rounded up by at most a quarter from 256 bytes on, and a free buffer of up to twice the size may be used.
 *
 * <p>By default a buffer stays in the pool of the endpoint that frees it (the receiver's side); beyond
 * {@link PoolOptions#capBytes} buffers return to their home pool in batches. On the sender's side each returns at once.
 * The memory is freed when the endpoint ends; buffers that others own then, when they free them; all others when the
 * job ends, in any way: then segments throw, and Agrona views must not be used.
 *
 * <p>Belongs to the thread that drives the endpoint; at thread level multiple any thread of the endpoint may call.
 * (The ownership passing interface of Friedley et al., Ownership Passing, 2013)
 */
public final class OwnershipPool implements AutoCloseable {
    /** Classes of this package, in which no program's line is. */
    private static final Set<Class<?>> LIBRARY = Set.of(
            OwnershipPool.class,
            PoolBuffers.class,
            OwnershipCheck.class,
            OwnedBuffer.class,
            CheckedBuffer.class,
            CheckedAgronaView.class,
            Handover.class,
            OwnershipCollectives.class,
            BufferCollective.class,
            PooledTake.class,
            RepeatedTake.class,
            PersistentGive.class,
            Places.class);

    private final PoolBuffers buffers;
    private final Map<Communicator, Handover> handovers =
            new IdentityHashMap<>(); // guarded by itself; closed ones go with the next

    private OwnershipPool(PoolBuffers buffers) {
        this.buffers = buffers;
    }

    /**
     * Returns the pool of an endpoint, with the options of its job; made when it is asked for at first, closed when the
     * endpoint ends.
     *
     * @param endpoint whose
     * @return always the same
     * @throws SennitException ARG when the endpoint is null; final
     */
    public static OwnershipPool of(Endpoint endpoint) {
        return ownershipOf(endpoint).attachment(OwnershipPool.class, () -> open(endpoint, defaults(endpoint)));
    }

    /**
     * Opens one more pool for an endpoint; closed when the endpoint ends, or before.
     *
     * @param endpoint whose
     * @param options how it works; {@link #defaults} and what is changed
     * @return an empty pool
     * @throws SennitException ARG when the endpoint or the options are null; final
     */
    public static OwnershipPool open(Endpoint endpoint, PoolOptions options) {
        OwnershipEndpoint ownership = ownershipOf(endpoint);
        Given.given(options, ErrorClass.ARG, "options", "open");
        OwnershipPool pool = new OwnershipPool(new PoolBuffers(endpoint, ownership, options, LIBRARY));
        pool.buffers.endWithEndpoint();
        return pool;
    }

    /**
     * Returns the options of an endpoint's job.
     *
     * @param endpoint the endpoint
     * @return the options of {@link #of}
     * @throws SennitException ARG when the endpoint is null; final
     */
    public static PoolOptions defaults(Endpoint endpoint) {
        OwnershipEndpoint ownership = ownershipOf(endpoint);
        return PoolOptions.of(ownership.options(), ownership.hostProcesses());
    }

    private static OwnershipEndpoint ownershipOf(Endpoint endpoint) {
        return ((EndpointHandle) Given.given(endpoint, ErrorClass.ARG, "endpoint", "OwnershipPool")).ownership();
    }

    /**
     * Returns a buffer of at least the given length; its content is undefined.
     *
     * @param bytes 0 or more
     * @return a buffer that the caller owns, of exactly that length
     * @throws SennitException ARG for a negative number; NO_MEM when there is not so much, even after trimming, with
     *     how much there is: nothing is lost, and it may be tried again; SESSION when the pool has been closed; BUFFER
     *     in checked mode when another thread drives the endpoint
     */
    public OwnedBuffer alloc(long bytes) {
        return buffers.alloc(bytes);
    }

    /**
     * Frees a buffer, whichever endpoint has allocated it.
     *
     * @param buffer the caller's; not any more after the call
     * @throws SennitException BUFFER in checked mode, when it is not the caller's: it has been freed or given before,
     *     or belongs to another endpoint; the pool is as it was; final
     */
    public void free(@Consumes OwnedBuffer buffer) {
        buffers.free(buffer);
    }

    /**
     * Gives and takes on a communicator of this endpoint.
     *
     * @param communicator any of the endpoint's that is open
     * @return the operations, always the same for a communicator
     * @throws SennitException COMM when it is null, another endpoint's, or closed; final
     */
    public Handover over(Communicator communicator) {
        Given.given(communicator, ErrorClass.COMM, "communicator", "over");
        synchronized (handovers) {
            Handover known = handovers.get(communicator);
            if (known != null && !communicator.isClosed()) {
                return known;
            }
            handovers.keySet().removeIf(Communicator::isClosed);
            Handover made = new Handover(buffers, communicator);
            handovers.put(communicator, made);
            return made;
        }
    }

    /**
     * Releases unused memory: buffers of other pools to these, its own to the system, the oldest first.
     *
     * @param keptBytes how much may stay
     * @return how much less lies in the pool, in bytes
     */
    public long trim(long keptBytes) {
        return buffers.trim(keptBytes);
    }

    /**
     * Declares the calling thread the one that drives the endpoint from now on. Needed in checked mode only: there a
     * buffer may be used by the thread that first used the pool, until another one says this. A buffer's {@code
     * MemorySegment} that the earlier thread has obtained before stays usable by that thread, also when the buffer has
     * been given or freed by another one: only the thread of such a view can end it. Obtain it anew after a claim.
     */
    public void claim() {
        buffers.claim();
    }

    /** Returns what works on the buffers. */
    PoolBuffers buffers() {
        return buffers;
    }

    /**
     * Returns the counters of the pool.
     *
     * @return a snapshot
     */
    public PoolStatistics statistics() {
        return PoolStatistics.of(buffers.blocks().counters());
    }

    /**
     * Returns the options of the pool.
     *
     * @return never null
     */
    public PoolOptions options() {
        return buffers.options();
    }

    /**
     * Returns the endpoint.
     *
     * @return whose pool it is
     */
    public Endpoint endpoint() {
        return buffers.endpoint();
    }

    /**
     * Ends the pool: its memory goes back to the system, that of others to their pools. Buffers that are still in use
     * stay usable, here and elsewhere, and are freed later, at the end of the job at the latest; in checked mode those
     * that the endpoint has never freed are dead, and reported unless the job is being aborted. A second call does
     * nothing.
     */
    @Override
    public void close() {
        buffers.end();
    }
}
