package org.sennit.ownership;

import java.lang.foreign.MemorySegment;
import org.agrona.MutableDirectBuffer;
import org.sennit.internal.opi.pool.Block;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Off-heap memory of a pool, owned by one endpoint until it is given away or freed: then this handle is dead, and the
 * memory has another owner. Aligned to 64 bytes. The contents of a fresh buffer are undefined.
 *
 * <p>In checked mode any use of a dead handle or of its views is an error that names both lines. Otherwise it is not
 * detected, and a write changes memory of another owner: the same handle object is reused when the endpoint owns the
 * memory again.
 *
 * <p>Belongs to the thread that drives the endpoint.
 */
public abstract sealed class OwnedBuffer permits PlainBuffer, CheckedBuffer {
    private final Block block;
    private final PoolBuffers pool;
    private long length; // written only where it changes: other owners of the block read it on the same line

    OwnedBuffer(Block block, PoolBuffers pool, long length) {
        this.block = block;
        this.pool = pool;
        this.length = length;
    }

    final Block block() {
        return block;
    }

    final PoolBuffers pool() {
        return pool;
    }

    /** Makes the endpoint the owner of the block again. */
    final void hold(long bytes) {
        if (length != bytes) {
            length = bytes;
        }
    }

    /** Returns the length, whatever the state. */
    final long lengthPlain() {
        return length;
    }

    /** Checks whether this operation may use the buffer; the error handler is called when not. */
    abstract void use(String operation);

    /** Checks as above, for operations that call the error handler themselves. */
    abstract void check(String operation);

    /**
     * Ends the handle; the block belongs to the pool. Peer and tag are −1 where there are none. Does not call the error
     * handler.
     */
    abstract Block end(String operation, int peer, int tag);

    /**
     * Returns the memory, as long as {@link #length}.
     *
     * @return a segment that any thread may touch; in checked mode, at the default thread level, only this one. Dead
     *     when the buffer is given or freed: then an access throws IllegalStateException in checked mode, where native
     *     access is enabled
     * @throws SennitException BUFFER in checked mode, when the buffer is not the caller's any more; final
     */
    @Borrowed
    public abstract MemorySegment segment();

    /**
     * Returns the memory as a buffer of Agrona's, as long as {@link #length}.
     *
     * @return an {@link org.agrona.concurrent.UnsafeBuffer}; in checked mode a proxy, whose calls throw as this one
     *     does, and which refuses {@code wrap}, {@code addressOffset}, and to be wrapped: {@code byteBuffer()} dies
     *     with the buffer as segments do
     * @throws SennitException BUFFER in checked mode, when the buffer is not the caller's any more; UNSUPPORTED when
     *     the JVM was started without the flag that Agrona needs, with its name; COUNT beyond 2 GiB, which Agrona's
     *     buffers cannot see; final
     */
    @Borrowed
    public abstract MutableDirectBuffer agrona();

    /**
     * Returns the length of the memory in use: what was allocated, or the length of the message with which it came.
     *
     * @return bytes
     * @throws SennitException BUFFER in checked mode, when the buffer is not the caller's any more; final
     */
    public final long length() {
        use("length");
        return length;
    }

    /**
     * Changes how much of the memory is in use, and so the length of the message when it is given.
     *
     * @param bytes 0 to {@link #capacity}
     * @throws SennitException COUNT when it is not; BUFFER in checked mode, when the buffer is not the caller's any
     *     more; final
     */
    public final void length(long bytes) {
        use("length");
        if (bytes < 0 || bytes > block.capacity()) {
            throw pool.raised(new SennitException(
                    ErrorClass.COUNT,
                    "a length outside the buffer: operation=length bytes=" + bytes + " capacity=" + block.capacity()
                            + " " + pool.describe()));
        }
        length = bytes;
    }

    /**
     * Returns the capacity of the memory: at least what was allocated.
     *
     * @return bytes
     * @throws SennitException BUFFER in checked mode, when the buffer is not the caller's any more; final
     */
    public final long capacity() {
        use("capacity");
        return block.capacity();
    }

    /**
     * Gives the memory back to the pool.
     *
     * @throws SennitException as {@link OwnershipPool#free}
     */
    @Consumes
    public abstract void free();

    /** Describes the buffer for error texts. */
    String describe() {
        return "length=" + length + " capacity=" + block.capacity();
    }

    @Override
    public String toString() {
        return "buffer " + describe();
    }
}
