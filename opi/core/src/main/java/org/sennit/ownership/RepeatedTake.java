package org.sennit.ownership;

/**
 * A persistent take: its arguments, and one receive that is posted again. Belongs to the thread that drives the
 * endpoint.
 */
final class RepeatedTake extends PooledTake implements PersistentTake {
    private final Handover handover;
    private final int source;
    private final int tag;
    private final long maxBytes;

    RepeatedTake(Handover handover, PoolBuffers pool, int source, int tag, long maxBytes) {
        super(pool);
        this.handover = handover;
        this.source = source;
        this.tag = tag;
        this.maxBytes = maxBytes;
    }

    @Override
    public void start() {
        checkStartable();
        dropTaken();
        handover.startTake(this, "start", source, tag, maxBytes);
    }
}
