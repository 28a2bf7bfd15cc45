package org.sennit.internal.runtime.progress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of endpoints of a process whose last wait was long that may wait awake at a time, looking and yielding;
 * the others of those park at once. Where endpoints outnumber cores, each that finds no work takes a turn from
 * one that has something to do; and where no thread stays awake, the cores enter an idle state between two hops, and
 * waking one costs more than ten switches.
 *
 * <p>Any thread may call any method.
 */
public final class YieldPermits {
    // Atomic read-modify-writes; guards nothing, so that the order of other accesses does not matter. Its line is
    // written twice in a wait, and a wait that comes here has given up its core at least once, for 500 ns or more.
    private final AtomicInteger free;

    /**
     * Makes free permits.
     *
     * @param permits their number, at least 0
     */
    public YieldPermits(int permits) {
        this.free = new AtomicInteger(permits);
    }

    /**
     * Takes a permit if one is free; never blocks.
     *
     * @return whether the caller has one now, to be given back by {@link #leave}
     */
    boolean take() {
        if (free.get() <= 0) {
            return false;
        }
        if (free.getAndDecrement() > 0) {
            return true;
        }
        free.getAndIncrement();
        return false;
    }

    /** Gives a permit back. */
    void leave() {
        free.getAndIncrement();
    }
}
