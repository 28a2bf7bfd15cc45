package org.sennit.ownership;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.opi.pool.Block;
import org.sennit.internal.opi.pool.BlockPool;
import org.sennit.internal.opi.pool.SharedBlockPool;
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
    private final Endpoint endpoint;
    private final OwnershipEndpoint ownership;
    private final PoolOptions options;
    private final BlockPool blocks;
    private final OwnershipCheck check; // null: not checked
    private final Runnable atEnd = this::close;

    // Handles by the numbers of their blocks; replaced and filled under this object's monitor, read without. A benign
    // race where threads share the endpoint: the owner of a block has got it from the last one under the pool's lock,
    // or by a message, and sees the array as that one did, or a newer one; both have the same entry for the block.
    private PlainBuffer[] handles = {};

    private final Map<Communicator, Handover> handovers =
            new IdentityHashMap<>(); // guarded by itself; closed ones go with the next

    private OwnershipPool(Endpoint endpoint, PoolOptions options) {
        this.endpoint = endpoint;
        this.ownership = ownershipOf(endpoint);
        this.options = options;
        Supplier<Arena> arenas = () -> ownership.newArena(options.isShared());
        boolean isOfMany = ownership.isShared();
        this.blocks = isOfMany
                ? new SharedBlockPool(
                        ownership,
                        options.isSenderSide(),
                        options.capBytes(),
                        arenas,
                        options.isShared(),
                        this::abandonedAfterTheEnd)
                : new BlockPool(
                        ownership,
                        options.isSenderSide(),
                        options.capBytes(),
                        arenas,
                        options.isShared(),
                        this::abandonedAfterTheEnd);
        this.check = options.isChecked() ? new OwnershipCheck(this, isOfMany) : null;
    }

    /**
     * Returns the pool of an endpoint, with the options of its job; made when it is asked for at first, closed when the
     * endpoint ends.
     *
     * @param endpoint whose
     * @return always the same
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
     */
    public static OwnershipPool open(Endpoint endpoint, PoolOptions options) {
        OwnershipPool pool = new OwnershipPool(endpoint, options);
        pool.ownership.atEnd(pool.atEnd);
        return pool;
    }

    /**
     * Returns the options of an endpoint's job.
     *
     * @param endpoint the endpoint
     * @return the options of {@link #of}
     */
    public static PoolOptions defaults(Endpoint endpoint) {
        OwnershipEndpoint ownership = ownershipOf(endpoint);
        return PoolOptions.of(ownership.options(), ownership.hostProcesses());
    }

    private static OwnershipEndpoint ownershipOf(Endpoint endpoint) {
        return ((EndpointHandle) endpoint).ownership();
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
        mayCall("alloc");
        Block block;
        try {
            block = blocks.alloc(bytes);
        } catch (SennitException e) { // of a pool of blocks, which does not know whose it is
            throw raised(new SennitException(e.errorClass(), e.getMessage() + " " + describe(), e.getCause()));
        }
        return check == null ? plain(block, bytes) : check.hold(block, bytes, "alloc");
    }

    /**
     * Frees a buffer, whichever endpoint has allocated it.
     *
     * @param buffer the caller's; not any more after the call
     * @throws SennitException BUFFER in checked mode, when it is not the caller's: it has been freed or given before,
     *     or belongs to another endpoint; the pool is as it was; final
     */
    public void free(@Consumes OwnedBuffer buffer) {
        Block block;
        try {
            block = end(buffer, "free", -1, -1);
        } catch (SennitException e) {
            throw raised(e);
        }
        blocks.free(block);
    }

    /** Ends the handle; the block has no owner. Does not call the error handler. */
    Block end(OwnedBuffer buffer, String operation, int peer, int tag) {
        if (buffer == null) {
            missing(operation);
        }
        if (check != null) {
            check.enter(operation);
            check.ours(buffer, operation);
        }
        return buffer.end(this, operation, peer, tag);
    }

    /** Ends the handle of a buffer that is about to be given. */
    Block leave(OwnedBuffer buffer, String operation, int peer, int tag) {
        Block block = end(buffer, operation, peer, tag);
        blocks.leave();
        return block;
    }

    /** Throws: there is no buffer. */
    long missing(String operation) {
        throw new SennitException(ErrorClass.BUFFER, "no buffer: operation=" + operation + " " + describe());
    }

    /** Throws when the buffer could not be given or freed now. The error handler is not called. */
    void mayEnd(OwnedBuffer buffer, String operation) {
        if (check != null) {
            check.enter(operation);
            check.ours(buffer, operation);
            buffer.check(operation);
        }
    }

    /** Checks an operation that needs no buffer. Its errors are not passed to the error handler. */
    void enter(String operation) {
        if (check != null) {
            check.enter(operation);
        }
    }

    /** Checks an operation whose errors are passed to the error handler. */
    private void mayCall(String operation) {
        try {
            enter(operation);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /** Returns the handle of a block that a collective leaves with the endpoint. */
    OwnedBuffer kept(Block block, long bytes, String operation) {
        return check == null ? plain(block, bytes) : check.hold(block, bytes, operation);
    }

    /**
     * Returns the handle of a block that the endpoint owns: the pool's own, so that none of its lines goes to and fro
     * with the block.
     */
    private PlainBuffer plain(Block block, long bytes) {
        int number = block.number();
        PlainBuffer[] made = handles;
        PlainBuffer buffer = number < made.length ? made[number] : null;
        if (buffer == null || buffer.block() != block) {
            buffer = makePlain(block, number);
        }
        buffer.hold(bytes);
        return buffer;
    }

    private synchronized PlainBuffer makePlain(Block block, int number) {
        if (number >= handles.length) {
            handles = Arrays.copyOf(handles, Math.max(number + 1, 2 * handles.length));
        }
        PlainBuffer made = new PlainBuffer(block, this);
        handles[number] = made;
        return made;
    }

    /** Returns the handle of memory that has been taken and is now the endpoint's. */
    OwnedBuffer taken(OwnershipMemory memory, long bytes, String operation) {
        Block block = blocks.blockOf(memory);
        blocks.adopt();
        return check == null ? plain(block, bytes) : check.hold(block, bytes, operation);
    }

    /**
     * Gives and takes on a communicator of this endpoint.
     *
     * @param communicator any of the endpoint's that is open
     * @return the operations, always the same for a communicator
     * @throws SennitException COMM when it is another endpoint's, or closed; final
     */
    public Handover over(Communicator communicator) {
        synchronized (handovers) {
            Handover known = handovers.get(communicator);
            if (known != null && !communicator.isClosed()) {
                return known;
            }
            handovers.keySet().removeIf(Communicator::isClosed);
            Handover made = new Handover(this, communicator);
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
        mayCall("trim");
        return blocks.trim(keptBytes);
    }

    /**
     * Declares the calling thread the one that drives the endpoint from now on. Needed in checked mode only: there a
     * buffer may be used by the thread that first used the pool, until another one says this. A buffer's {@code
     * MemorySegment} that the earlier thread has obtained before stays usable by that thread, also when the buffer has
     * been given or freed by another one: only the thread of such a view can end it. Obtain it anew after a claim.
     */
    public void claim() {
        if (check != null) {
            check.claim();
        }
    }

    /**
     * Returns the counters of the pool.
     *
     * @return a snapshot
     */
    public PoolStatistics statistics() {
        return PoolStatistics.of(blocks.counters());
    }

    /**
     * Returns the options of the pool.
     *
     * @return never null
     */
    public PoolOptions options() {
        return options;
    }

    /**
     * Returns the endpoint.
     *
     * @return whose pool it is
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Ends the pool: its memory goes back to the system, that of others to their pools. Buffers that are still in use
     * stay usable, here and elsewhere, and are freed later, at the end of the job at the latest; in checked mode those
     * that the endpoint has never freed are dead, and reported unless the job is being aborted. A second call does
     * nothing.
     */
    @Override
    public void close() {
        if (blocks.isEnded()) {
            return;
        }
        boolean isTold = check != null && !ownership.hasJobFailed();
        if (check != null) {
            check.end(isTold);
        }
        blocks.end();
        ownership.notAtEnd(atEnd);
        long abandoned = blocks.counters().abandoned();
        if (isTold && abandoned > 0 && check.isFirstAbandonment()) {
            options.warnings()
                    .accept("rank " + endpoint.world().rank() + ": buffers given and never taken: " + abandoned);
        }
    }

    private void abandonedAfterTheEnd() {
        if (check != null && !ownership.hasJobFailed() && check.isFirstAbandonment()) {
            options.warnings()
                    .accept("rank " + endpoint.world().rank()
                            + ": buffers given and never taken; the first was given back after the end of the giver");
        }
    }

    /** Takes the block of a buffer that was never freed. */
    void drop(Block block) {
        blocks.free(block);
    }

    /** Calls the endpoint's error handler, unless one has been called with this error. */
    SennitException raised(SennitException error) {
        if (error.markReported()) {
            endpoint.errorHandler().handle(endpoint.world(), error);
        }
        return error;
    }

    /** Describes the pool for error texts. */
    String describe() {
        return "rank=" + endpoint.world().rank();
    }

    OwnershipEndpoint ownership() {
        return ownership;
    }

    BlockPool blocks() {
        return blocks;
    }
}
