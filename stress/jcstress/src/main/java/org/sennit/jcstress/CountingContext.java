package org.sennit.jcstress;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.sennit.spi.context.RuntimeContext;

/**
 * A context in which a park returns at once, and which records whether a thread parked and whether one was
 * woken. It claims one processor, so that waiters do not spin first.
 *
 * <p>Threads: one parks, the other unparks; the fields are read when both have ended.
 */
public final class CountingContext implements RuntimeContext {
    /** Whether a thread was woken; written by the waker. */
    public boolean hasUnparked;

    boolean hasParked; // by the waiter

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        hasParked = true;
        Thread.onSpinWait();
    }

    @Override
    public void unpark(Thread thread) {
        hasUnparked = true;
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH;
    }

    @Override
    public void start(Thread thread) {} // a thread of the loop's own would only wait

    @Override
    public boolean join(Thread thread, long timeoutNs) {
        throw new UnsupportedOperationException("join");
    }

    @Override
    public void yield() {
        Thread.onSpinWait();
    }

    @Override
    public void spin() {
        Thread.onSpinWait();
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        return new Thread(body, name);
    }

    @Override
    public RandomGenerator random() {
        return RandomGenerator.getDefault();
    }

    @Override
    public int availableProcessors() {
        return 1;
    }
}
