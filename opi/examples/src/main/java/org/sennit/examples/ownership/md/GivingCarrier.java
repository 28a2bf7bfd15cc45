package org.sennit.examples.ownership.md;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;

/**
 * By give and take: a buffer from the pool is given away, and the one that was taken is freed and filled next time. A
 * taken buffer says itself how long it is, so nothing is probed. Belongs to the thread of its endpoint.
 */
final class GivingCarrier implements Carrier {
    private static final int TAG = 2;

    private final OwnershipPool pool;
    private final Handover handover;
    private final int own;
    private OwnedBuffer held;
    private final List<OwnedBuffer> kept = new ArrayList<>();

    GivingCarrier(Communicator world, OwnershipPool pool) {
        this.pool = pool;
        this.handover = pool.over(world);
        this.own = world.rank();
    }

    @Override
    public MemorySegment room(long bytes) {
        held = pool.alloc(bytes);
        return held.segment();
    }

    @Override
    public MemorySegment swap(int to, int from, long expectedBytes) {
        if (to != own) {
            Request giving = handover.giveNonblocking(held, to, TAG);
            held = handover.take(from, TAG);
            giving.await();
        }
        return held.segment();
    }

    @Override
    public void finish() {
        pool.free(held);
    }

    /** Called when what came will be read until {@link #finishKept}; instead of {@link #finish}. */
    void keep() {
        kept.add(held);
    }

    /** Called when all that was kept has been read. */
    void finishKept() {
        for (OwnedBuffer each : kept) {
            pool.free(each);
        }
        kept.clear();
    }
}
