package org.sennit.chaos.faulty;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Items that any thread processes in order, one thread at a time. No thread waits for another, so that there is no lock
 * order between this module and those above and beneath it. Any thread.
 */
abstract class SerialQueue<T> {
    private final ConcurrentLinkedQueue<T> items = new ConcurrentLinkedQueue<>();

    // Calls of work() that have not been answered. The increments and the last decrement are volatile: what one worker
    // wrote is visible to the next.
    private final AtomicInteger asked = new AtomicInteger();

    final void add(T item) {
        items.add(item);
    }

    final T peek() {
        return items.peek();
    }

    final T take() {
        return items.poll();
    }

    final boolean isEmpty() {
        return items.isEmpty();
    }

    /** Returns whether no thread is at work here and no item is left. */
    boolean isAtRest() {
        return items.isEmpty() && asked.get() == 0;
    }

    /**
     * Works off what may be worked off now; returns at once where another thread does, which then looks again.
     *
     * @return pieces of work
     */
    final int work() {
        if (asked.getAndIncrement() != 0) {
            return 0;
        }
        int done = 0;
        int seen = 1;
        do {
            done += workOnce();
            seen = asked.addAndGet(-seen);
        } while (seen != 0);
        return done;
    }

    /** Works off items until there is none or the first must wait. By one thread at a time; must not throw. */
    abstract int workOnce();
}
