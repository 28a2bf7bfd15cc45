package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.PostingPool;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.progress.Progress;

/**
 * A receive whose memory comes with the message, or from the taker when only the bytes come. Prepared, posted and
 * waited for by the thread that drives the endpoint; may be prepared again when it is inactive.
 */
public class TakeRequest extends ReceiveRequest {
    private final Taker taker;

    // Written by the thread that drains the inbox before the request is complete.
    private OwnershipMemory taken; // null: none yet
    private long mostBytes;

    /**
     * Makes an inactive take.
     *
     * @param progress what moves it on
     * @param pool the endpoint's postings, or null
     * @param taker has memory for messages that come as bytes
     */
    public TakeRequest(Progress progress, PostingPool pool, Taker taker) {
        super(progress, pool);
        this.taker = taker;
    }

    /**
     * Makes an inactive take with a posting of its own.
     *
     * @param progress what moves it on
     * @param taker has memory for messages that come as bytes
     */
    protected TakeRequest(Progress progress, Taker taker) {
        this(progress, null, taker);
    }

    /**
     * Says how much is wanted; before it is prepared.
     *
     * @param bytes the longest message
     */
    public final void limit(long bytes) {
        mostBytes = bytes;
        taken = null;
    }

    @Override
    protected boolean makeRoom(long lengthBytes, PayloadSource from) {
        if (lengthBytes > mostBytes) {
            room(MemorySegment.NULL, mostBytes); // for the error's text
            return false;
        }
        if (from instanceof OwnershipMemory) {
            room(MemorySegment.NULL, lengthBytes);
        } else {
            OwnershipMemory own = taker.room(lengthBytes);
            taken = own;
            room(own.memory(), lengthBytes);
        }
        return true;
    }

    /**
     * Takes the ownership that has arrived with the message.
     *
     * @param memory now the taker's
     */
    public final void accept(OwnershipMemory memory) {
        taken = memory;
    }

    /**
     * Returns the memory that has been taken; once, after the outcome has been taken without an error.
     *
     * @return memory that the taker owns now; null when there is none, or it has been asked for before
     */
    public final OwnershipMemory taken() {
        OwnershipMemory memory = taken;
        taken = null;
        return memory;
    }

    @Override
    protected void finish() {
        super.finish();
        if (taken != null && failureOf(this) != null) {
            dropTaken();
        }
    }

    /** Returns memory that was not taken to its home; called after the outcome has been taken. */
    protected final void dropTaken() {
        OwnershipMemory memory = taken();
        if (memory != null) {
            memory.returned();
        }
    }

    @Override
    public void free() {
        if (isComplete()) {
            super.free();
            dropTaken();
        } else {
            whenComplete(this::dropTaken);
            super.free();
        }
    }

    @Override
    public String describe(int sourceRank, int messageTag) {
        return super.describe(sourceRank, messageTag).replaceFirst("operation=receive", "operation=take");
    }
}
