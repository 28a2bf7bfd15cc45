package org.sennit.ownership;

import org.sennit.message.SennitException;

/** A persistent take. Belongs to the thread that drives the endpoint. */
public final class PersistentTake extends TakenRequest {
    private final Handover handover;
    private final int source;
    private final int tag;
    private final long maxBytes;
    private boolean isFreed;

    PersistentTake(Handover handover, OwnershipPool pool, int source, int tag, long maxBytes) {
        super(pool);
        this.handover = handover;
        this.source = source;
        this.tag = tag;
        this.maxBytes = maxBytes;
    }

    /**
     * Starts the take. A buffer of the previous take that was not fetched is returned to its home.
     *
     * @throws SennitException REQUEST when it is active or has been freed; RANK, TAG, ARG, COMM, SESSION; final
     */
    @Override
    public void start() {
        checkStartable(isFreed);
        dropTaken();
        handover.startTake(this, "start", source, tag, maxBytes);
    }

    @Override
    public void free() {
        isFreed = true;
        super.free();
    }
}
