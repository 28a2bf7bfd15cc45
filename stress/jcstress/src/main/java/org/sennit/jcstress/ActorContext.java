package org.sennit.jcstress;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.sennit.spi.context.RuntimeContext;

/** The context of tests whose threads are actors: starts none, and time does not matter. */
public abstract class ActorContext implements RuntimeContext {
    /** For subclasses. */
    protected ActorContext() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH;
    }

    @Override
    public void start(Thread thread) {} // the actor is the thread

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
    public RandomGenerator random() {
        return RandomGenerator.getDefault();
    }

    @Override
    public int availableProcessors() {
        return 2;
    }
}
