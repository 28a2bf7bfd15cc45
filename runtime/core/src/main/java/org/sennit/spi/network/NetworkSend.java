package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A send in progress: one or more batches of header and payload, and what to do when a batch has gone. It is used for
 * one message at a time and may be used again when it is done.
 *
 * <p>The callbacks run with the module's loop held, on whichever thread drives it, exactly one of
 * {@code onDataAvailable} returning true and {@code onFailure} ends the operation. {@link #isDone}, {@link #failure}
 * and {@link #whenDone} may be called by any thread. Everything under "for network modules" is for them only; it is
 * guarded by the module's loop. In Nemesis: a send request with its OnDataAvail callback.
 */
public class NetworkSend {
    /** The longest header, in bytes. */
    public static final int MAX_PACKET_HEADER_BYTES = 4096;

    private static final Runnable DONE = () -> {};
    private static final VarHandle WHEN_DONE =
            FieldHandle.of(MethodHandles.lookup(), NetworkSend.class, "whenDone", Runnable.class);

    // guarded by the module's loop from stage() until the operation is done
    private byte[] headerBytes;
    private MemorySegment headerMemory;
    private int headerLength;
    private MemorySegment payload;
    private List<MemorySegment> slices;
    private boolean isStagedAgain;
    private boolean isUnsent;
    private NetworkSend next;
    private Throwable failure;

    // null: running without a listener; DONE: done; else the listener. Exchanged atomically by whenDone and finish.
    private Runnable whenDone;

    /** Makes an operation that is not in use. */
    public NetworkSend() {}

    /**
     * Called when the batch is gone and its memory is free. Runs with the loop held; must not block. Here: one batch is
     * all.
     *
     * @param vc the connection
     * @return true when the operation is finished; false when there is more, and {@link #again} has been called with it
     */
    protected boolean onDataAvailable(VirtualConnection vc) {
        return true;
    }

    /**
     * Called when the operation has failed; nothing of it will be sent any more and its memory is free. Runs with the
     * loop held; must not block. Here: does nothing.
     *
     * @param vc the connection
     * @param cause the cause
     */
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        // the owner asks failure()
    }

    /**
     * Returns whether the first batch is all: {@link #onDataAvailable} always answers true. A module may then send what
     * is queued behind it before the batch has gone, as when it waits for an acknowledgement instead of copying.
     *
     * @return false where there may be more
     */
    protected boolean isWhole() {
        return false;
    }

    /**
     * For network modules: the answer of {@link #isWhole}.
     *
     * @return true when nothing follows the batch
     */
    public final boolean isOneBatch() {
        return isWhole();
    }

    /**
     * Gives the next batch; only inside {@link #onDataAvailable}, which then returns false. The batch goes out before
     * anything else that is queued.
     *
     * @param header the header, copied during the call
     * @param payload the payload, in use until the next callback
     */
    protected final void again(MemorySegment header, MemorySegment payload) {
        stage(header, payload);
        isStagedAgain = true;
    }

    /**
     * Gives the next batch as slices; otherwise like {@link #again(MemorySegment, MemorySegment)}. Only on a connection
     * that is a {@link VectorConnection}.
     *
     * @param header the header, copied during the call
     * @param slices the payload in order, in use until the next callback
     */
    protected final void again(MemorySegment header, List<MemorySegment> slices) {
        stage(header, slices);
        isStagedAgain = true;
    }

    /**
     * Returns whether the operation has ended, well or not. Everything that its callbacks did is
     * visible after true was seen.
     *
     * @return true once it has ended
     */
    public final boolean isDone() {
        // acquire: pairs with the exchange in finish, which publishes failure and what the callback wrote
        return (Runnable) WHEN_DONE.getAcquire(this) == DONE;
    }

    /**
     * Returns the cause of the failure.
     *
     * @return the cause; null when it went well. Meaningful after {@link #isDone}
     */
    public final Throwable failure() {
        return failure;
    }

    /**
     * Returns whether it failed before the peer could see anything of its batch.
     *
     * @return true when that is certain. Meaningful after {@link #isDone}
     */
    public final boolean isUnsent() {
        return isUnsent;
    }

    /**
     * Runs an action when the operation has ended, at once if it has ended already, else with the loop held. One action
     * per use of the operation.
     *
     * @param action must not block
     * @throws IllegalStateException when there is an action already
     */
    public final void whenDone(Runnable action) {
        Objects.requireNonNull(action, "action");
        // full exchange: either finish sees the action, or this sees DONE; the action runs exactly once
        Runnable seen = (Runnable) WHEN_DONE.compareAndExchange(this, (Runnable) null, action);
        if (seen == DONE) {
            action.run();
        } else if (seen != null) {
            throw new IllegalStateException("whenDone has been called before");
        }
    }

    // ---- for network modules ----

    /** For network modules: makes the operation fresh at the start of a send. */
    public final void begin() {
        failure = null;
        next = null;
        isStagedAgain = false;
        isUnsent = false;
        // release is enough: the operation is handed to the loop by the queue that follows
        WHEN_DONE.setRelease(this, (Runnable) null);
    }

    /**
     * For network modules: keeps a batch, copying its header.
     *
     * @param header the header
     * @param payload the payload
     * @throws SennitException with {@link ErrorClass#COUNT} when the header is too long
     */
    public final void stage(MemorySegment header, MemorySegment payload) {
        stageHeader(header);
        this.payload = payload;
        this.slices = null;
    }

    /**
     * For network modules: keeps a batch of slices, copying its header.
     *
     * @param header the header
     * @param slices the payload
     * @throws SennitException with {@link ErrorClass#COUNT} when the header is too long
     */
    public final void stage(MemorySegment header, List<MemorySegment> slices) {
        stageHeader(header);
        this.payload = null;
        this.slices = slices;
    }

    private void stageHeader(MemorySegment header) {
        long length = header.byteSize();
        if (length > MAX_PACKET_HEADER_BYTES) {
            throw new SennitException(
                    ErrorClass.COUNT, "header too long, length=" + length + " most=" + MAX_PACKET_HEADER_BYTES);
        }
        if (headerBytes == null || headerBytes.length < length) {
            headerBytes = new byte[Math.max(64, (int) length)];
            headerMemory = MemorySegment.ofArray(headerBytes);
        }
        MemorySegment.copy(header, ValueLayout.JAVA_BYTE, 0, headerBytes, 0, (int) length);
        headerLength = (int) length;
    }

    /**
     * For network modules: the copied header.
     *
     * @return a segment whose first {@link #headerLength} bytes are the header
     */
    public final MemorySegment header() {
        return headerMemory;
    }

    /**
     * For network modules: the length of the header.
     *
     * @return the length in bytes
     */
    public final int headerLength() {
        return headerLength;
    }

    /**
     * For network modules: the payload of a contiguous batch.
     *
     * @return the payload; null when the batch has slices
     */
    public final MemorySegment payload() {
        return payload;
    }

    /**
     * For network modules: the slices of a vector batch.
     *
     * @return the slices; null when the batch is contiguous
     */
    public final List<MemorySegment> slices() {
        return slices;
    }

    /**
     * For network modules: the batch has gone. Calls {@link #onDataAvailable}; when that throws, the operation
     * fails with what was thrown.
     *
     * @param vc the connection
     * @return true when the operation has ended; false when a further batch is staged
     */
    public final boolean batchSent(VirtualConnection vc) {
        isStagedAgain = false;
        boolean isFinished;
        try {
            isFinished = onDataAvailable(vc);
            if (!isFinished && !isStagedAgain) {
                throw new SennitException(ErrorClass.INTERN, "onDataAvailable answered more without giving it");
            }
        } catch (Throwable e) {
            fail(vc, e);
            return true;
        }
        if (isFinished) {
            finish(null);
        }
        return isFinished;
    }

    /**
     * For network modules: the operation has failed.
     *
     * @param vc the connection
     * @param cause the cause
     */
    public final void fail(VirtualConnection vc, Throwable cause) {
        try {
            onFailure(vc, cause);
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
        } finally {
            finish(cause);
        }
    }

    /**
     * For network modules: the operation has failed, and the peer has seen nothing of its batch.
     *
     * @param vc the connection
     * @param cause the cause
     */
    public final void failUnsent(VirtualConnection vc, Throwable cause) {
        isUnsent = true;
        fail(vc, cause);
    }

    private void finish(Throwable cause) {
        payload = null;
        slices = null;
        failure = cause;
        // full exchange: pairs with whenDone (which of the two runs the action) and with isDone
        Runnable listener = (Runnable) WHEN_DONE.getAndSet(this, DONE);
        if (listener != null && listener != DONE) {
            listener.run();
        }
    }

    /**
     * For network modules: the link of the module's queue.
     *
     * @return the operation behind this one; null when it is the last
     */
    public final NetworkSend next() {
        return next;
    }

    /**
     * For network modules: sets the link of the module's queue.
     *
     * @param operation the operation behind this one
     */
    public final void setNext(NetworkSend operation) {
        next = operation;
    }
}
