package org.sennit.contract.netmod;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Counts what runs while something of another thread does; one thread may be inside several times. Any thread. */
final class Turns {
    // Compare-and-exchange by each thread on entry, volatile store by the one that entered first.
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private final AtomicInteger overlaps = new AtomicInteger();

    void take(Runnable action) {
        Thread self = Thread.currentThread();
        Thread seen = inside.compareAndExchange(null, self);
        if (seen != null && seen != self) {
            overlaps.incrementAndGet();
        }
        try {
            action.run();
        } finally {
            if (seen == null) {
                inside.set(null);
            }
        }
    }

    int overlaps() {
        return overlaps.get();
    }
}
