package org.sennit.lapi;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;

/** The counters of this task by number. Any thread. */
final class Counters {
    private static final int FIRST_COUNTERS = 8;

    private final ActiveMessages messages;
    private final int task;
    private final LongSupplier clock;

    // By number; null for numbers that are not LAPI's. Written under the lock of this object, and stored again after
    // each change; volatile load by those that have a number from a thread that has seen its counter here.
    private volatile ActiveCounter[] counters = new ActiveCounter[FIRST_COUNTERS];

    Counters(ActiveMessages messages, int task, LongSupplier clock) {
        this.messages = messages;
        this.task = task;
        this.clock = clock;
    }

    synchronized LapiCounter add() {
        LapiCounter counter = new LapiCounter(messages.newCounter(), task, clock);
        int number = counter.address().number();
        ActiveCounter[] all = counters;
        if (number >= all.length) {
            all = Arrays.copyOf(all, Math.max(2 * all.length, number + 1));
        }
        all[number] = counter.active();
        counters = all;
        return counter;
    }

    /** Returns a counter, null for a number that no counter has. */
    ActiveCounter active(int number) {
        ActiveCounter[] all = counters;
        return number >= 0 && number < all.length ? all[number] : null;
    }
}
