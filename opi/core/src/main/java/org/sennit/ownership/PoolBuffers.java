package org.sennit.ownership;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import org.sennit.Endpoint;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.opi.pool.Block;
import org.sennit.internal.opi.pool.BlockPool;
import org.sennit.internal.opi.pool.SharedBlockPool;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The buffers of an {@link OwnershipPool}: makes the handle of each block that the endpoint owns, ends it when the
 * block leaves, and checks both. Threads as there.
 */
final class PoolBuffers {
    private final Endpoint endpoint;
    private final OwnershipEndpoint ownership;
    private final PoolOptions options;
    private final BlockPool blocks;
    private final OwnershipCheck check; // null: not checked
    private final Runnable atEnd = this::end;

    // Handles by the numbers of their blocks; replaced and filled under this object's monitor, read without. A benign
    // race where threads share the endpoint: the owner of a block has got it from the last one under the pool's lock,
    // or by a message, and sees the array as that one did, or a newer one; both have the same entry for the block.
    private PlainBuffer[] handles = {};

    /**
     * Makes an empty pool.
     *
     * @param library the classes of this package that are no program's
     */
    PoolBuffers(Endpoint endpoint, OwnershipEndpoint ownership, PoolOptions options, Set<Class<?>> library) {
        this.endpoint = endpoint;
        this.ownership = ownership;
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
        this.check = options.isChecked() ? new OwnershipCheck(this, isOfMany, new Places(library)) : null;
    }

    /** Returns a buffer as {@link OwnershipPool#alloc} does. */
    OwnedBuffer alloc(long bytes) {
        mayCall("alloc");
        Block block;
        try {
            block = blocks.alloc(bytes);
        } catch (SennitException e) { // of a pool of blocks, which does not know whose it is
            throw raised(new SennitException(e.errorClass(), e.getMessage() + " " + describe(), e.getCause()));
        }
        return check == null ? plain(block, bytes) : check.hold(block, bytes, "alloc");
    }

    /** Frees a buffer as {@link OwnershipPool#free} does. */
    void free(OwnedBuffer buffer) {
        Block block;
        try {
            block = end(buffer, "free", -1, -1);
        } catch (SennitException e) {
            throw raised(e);
        }
        blocks.free(block);
    }

    /** Releases unused memory as {@link OwnershipPool#trim} does. */
    long trim(long keptBytes) {
        mayCall("trim");
        return blocks.trim(keptBytes);
    }

    /** Declares the calling thread the one that drives the endpoint. */
    void claim() {
        if (check != null) {
            check.claim();
        }
    }

    /** Has the pool ended with its endpoint. */
    void endWithEndpoint() {
        ownership.atEnd(atEnd);
    }

    /** Ends the pool as {@link OwnershipPool#close} does. */
    void end() {
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

    /** Ends the handle; the block has no owner. Does not call the error handler. */
    Block end(OwnedBuffer buffer, String operation, int peer, int tag) {
        if (buffer == null) {
            missing(operation);
        }
        if (check != null) {
            check.enter(operation);
            check.ours(buffer, operation);
        }
        return buffer.end(operation, peer, tag);
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

    PoolOptions options() {
        return options;
    }

    Endpoint endpoint() {
        return endpoint;
    }
}
