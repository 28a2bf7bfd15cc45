package org.sennit;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.sennit.spi.context.RuntimeContext;

/** The context of a real run, for subclasses that replace some of its calls. Any thread. */
public class ForwardingContext implements RuntimeContext {
    protected final RuntimeContext real = RuntimeContext.system();

    @Override
    public long nanoTime() {
        return real.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return real.wallTime();
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        real.parkNanos(blocker, timeoutNs);
    }

    @Override
    public void unpark(Thread thread) {
        real.unpark(thread);
    }

    @Override
    public void yield() {
        real.yield();
    }

    @Override
    public void spin() {
        real.spin();
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        return real.newThread(name, isVirtual, body);
    }

    @Override
    public void start(Thread thread) {
        real.start(thread);
    }

    @Override
    public boolean join(Thread thread, long timeoutNs) throws InterruptedException {
        return real.join(thread, timeoutNs);
    }

    @Override
    public RandomGenerator random() {
        return real.random();
    }

    @Override
    public int availableProcessors() {
        return real.availableProcessors();
    }
}
