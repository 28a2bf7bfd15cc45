package org.sennit.lapi;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;

/** The counters of this task by number. Any thread. */
final class Counters {
    private final ActiveMessages messages;
    private final int task;
    private final LongSupplier clock;
    private final ConcurrentHashMap<Integer, ActiveCounter> counters = new ConcurrentHashMap<>();

    Counters(ActiveMessages messages, int task, LongSupplier clock) {
        this.messages = messages;
        this.task = task;
        this.clock = clock;
    }

    LapiCounter add() {
        LapiCounter counter = new LapiCounter(messages.newCounter(), task, clock);
        counters.put(counter.address().number(), counter.active());
        return counter;
    }

    /** Returns a counter, null for a number that no counter has. */
    ActiveCounter active(int number) {
        return counters.get(number);
    }
}
