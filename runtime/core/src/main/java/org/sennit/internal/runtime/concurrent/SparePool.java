package org.sennit.internal.runtime.concurrent;

import java.util.Arrays;

/**
 * Objects that finished calls of an endpoint leave for the next ones. The thread that makes a call takes, the one that
 * ends it gives back: where threads share the endpoint these may be two at once, and a monitor keeps them apart, by
 * which the taker also sees all that the giver has written. Keeps as many as were under way at once, up to a limit.
 *
 * @param <T> what is kept
 */
public final class SparePool<T> {
    private static final int FIRST_PLACES = 4;
    private static final Object[] NONE = {};

    private final int most;
    private final boolean isShared;

    // Owned by the thread that drives the endpoint; where threads share it, guarded by the monitor.
    private Object[] spare = NONE;
    private int count;

    /**
     * Makes an empty pool.
     *
     * @param most how many it keeps; further ones are left to the collector
     * @param isShared whether one thread may take while another gives
     */
    public SparePool(int most, boolean isShared) {
        this.most = most;
        this.isShared = isShared;
    }

    /**
     * Takes what was given back last.
     *
     * @return one that nothing else uses; null when there is none
     */
    public T take() {
        if (!isShared) {
            return takeOwn();
        }
        synchronized (this) {
            return takeOwn();
        }
    }

    /**
     * Takes one back.
     *
     * @param done what nothing uses any more
     */
    public void give(T done) {
        if (!isShared) {
            giveOwn(done);
            return;
        }
        synchronized (this) {
            giveOwn(done);
        }
    }

    @SuppressWarnings("unchecked") // give takes nothing else
    private T takeOwn() {
        if (count == 0) {
            return null;
        }
        Object taken = spare[--count];
        spare[count] = null;
        return (T) taken;
    }

    private void giveOwn(T done) {
        if (count == most) {
            return;
        }
        if (count == spare.length) {
            spare = Arrays.copyOf(spare, Math.min(most, Math.max(FIRST_PLACES, 2 * count)));
        }
        spare[count++] = done;
    }
}
