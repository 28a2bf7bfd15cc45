package org.sennit.internal.runtime.progress;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.sennit.spi.context.RuntimeContext;

/** A clock that goes on by spins and yields only. */
class SteppedMachine implements RuntimeContext {
    static final int SPIN_HINT_NS = 25;

    long now;
    long turnNs;
    int spins;
    int yields;
    boolean hasYielded;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        throw new IllegalStateException("parked");
    }

    @Override
    public void unpark(Thread thread) {}

    @Override
    public void yield() {
        now += turnNs;
        yields++;
        hasYielded = true;
    }

    @Override
    public void spin() {
        now += SPIN_HINT_NS;
        spins++;
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        throw new IllegalStateException("thread");
    }

    @Override
    public Instant wallTime() {
        throw new IllegalStateException("wallTime");
    }

    @Override
    public void start(Thread thread) {
        throw new IllegalStateException("start");
    }

    @Override
    public boolean join(Thread thread, long timeoutNs) {
        throw new IllegalStateException("join");
    }

    @Override
    public RandomGenerator random() {
        throw new IllegalStateException("random");
    }

    @Override
    public int availableProcessors() {
        return 2;
    }
}
