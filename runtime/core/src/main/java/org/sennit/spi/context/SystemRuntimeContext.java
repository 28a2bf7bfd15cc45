package org.sennit.spi.context;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The {@link RuntimeContext} of the operating system and the JVM. */
final class SystemRuntimeContext implements RuntimeContext {
    private final int availableProcessors = Runtime.getRuntime().availableProcessors();

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        if (timeoutNs == Long.MAX_VALUE) {
            LockSupport.park(blocker);
        } else if (timeoutNs > 0) {
            LockSupport.parkNanos(blocker, timeoutNs);
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public void yield() {
        Thread.yield();
    }

    @Override
    public void spin() {
        Thread.onSpinWait();
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        if (isVirtual) {
            return Thread.ofVirtual().name(name).unstarted(body);
        }
        return Thread.ofPlatform().name(name).daemon(true).unstarted(body);
    }

    @Override
    public void start(Thread thread) {
        thread.start();
    }

    @Override
    public boolean join(Thread thread, long timeoutNs) throws InterruptedException {
        return thread.join(Duration.ofNanos(timeoutNs));
    }

    @Override
    public RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public int availableProcessors() {
        return availableProcessors;
    }
}
