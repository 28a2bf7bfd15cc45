package org.sennit;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A clock that goes on by what threads wait, spin and yield, and else stands still: an hour passes at once. Any thread.
 */
final class VirtualTime extends ForwardingContext {
    private static final long SPIN_NS = 25;
    private static final long YIELD_NS = 1_000;
    private static final long REAL_PARK_NS = 100_000;

    private final AtomicLong nowNs = new AtomicLong();
    private final Random random = new Random(1);

    @Override
    public long nanoTime() {
        return nowNs.get();
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH.plusNanos(nowNs.get());
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        if (timeoutNs == Long.MAX_VALUE) {
            real.parkNanos(blocker, timeoutNs);
        } else if (timeoutNs > 0) {
            real.parkNanos(blocker, REAL_PARK_NS); // others run meanwhile
            nowNs.addAndGet(timeoutNs);
        }
    }

    @Override
    public void yield() {
        real.yield();
        nowNs.addAndGet(YIELD_NS);
    }

    @Override
    public void spin() {
        real.spin();
        nowNs.addAndGet(SPIN_NS);
    }

    @Override
    public boolean join(Thread thread, long timeoutNs) throws InterruptedException {
        nowNs.addAndGet(timeoutNs);
        return real.join(thread, REAL_PARK_NS);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public int availableProcessors() {
        return 2;
    }
}
