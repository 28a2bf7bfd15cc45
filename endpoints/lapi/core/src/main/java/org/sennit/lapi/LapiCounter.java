package org.sennit.lapi;

import java.util.function.LongSupplier;
import org.sennit.active.ActiveCounter;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A counter that operations move by one, and that {@link Lapi#waitcntr} waits for; made by {@link Lapi#newCounter}. Any
 * thread may read, write and use it; one at a time waits. (lapi_cntr_t)
 */
public final class LapiCounter {
    /** Longest wait before a check whether operations have been given up, in nanoseconds. */
    private static final long SLICE_NS = 5_000_000;

    /** The same while no operation awaits a reply: another thread may begin one at any time. */
    private static final long LONG_SLICE_NS = 100_000_000;

    private final ActiveCounter counter;
    private final CounterAddress address;
    private final LongSupplier clock; // nanoseconds
    private final OriginEvent event;

    // Guarded by this.
    private boolean isAwaited;
    private boolean isForReplies; // the operations that move it may be given up without a failure of the counter
    private int givenUp;

    LapiCounter(ActiveCounter counter, int task, LongSupplier clock) {
        this.counter = counter;
        this.clock = clock;
        this.address = new CounterAddress(task, counter.number());
        this.event = new OriginEvent(this, null);
    }

    /**
     * Returns what other tasks name this counter by.
     *
     * @return to be exchanged by {@link Lapi#addressInit}; counters that all tasks make in the same order have the same
     *     numbers
     */
    public CounterAddress address() {
        return address;
    }

    /** Returns the event that moves this; always the same. */
    OriginEvent event() {
        return event;
    }

    ActiveCounter active() {
        return counter;
    }

    /** Sets the value; operations that were given up before count no more. */
    synchronized void set(long value) {
        givenUp = 0;
        counter.set(value);
    }

    /** Adds one. */
    void move() {
        counter.add(1);
    }

    /** Counts an operation that will move this counter when a reply has come. */
    synchronized void awaitsReply() {
        isForReplies = true;
    }

    /** Counts an operation no more that awaited a reply and has been given up. */
    synchronized void giveUp() {
        givenUp++;
    }

    /** Takes the failed ones that a wait for a value needed; the others end later waits. */
    private synchronized boolean takeGivenUp(long value) {
        if (givenUp == 0) {
            return false;
        }
        givenUp -= (int) Math.min(givenUp, Math.max(1, value));
        return true;
    }

    private synchronized boolean isForReplies() {
        return isForReplies;
    }

    private synchronized boolean beginWait() {
        boolean isFree = !isAwaited;
        isAwaited = true;
        return isFree;
    }

    private synchronized void endWait() {
        isAwaited = false;
    }

    /** Waits for a value and subtracts it; a time limit of 0 is none. */
    void await(String operation, long value, long timeoutNs) {
        if (!beginWait()) {
            throw new LapiException(LapiStatus.MULTIPLE_WAITERS, operation, "counter=" + address + " value=" + value);
        }
        try {
            if (!isReached(operation, value, timeoutNs)) {
                throw new SennitException(
                        ErrorClass.TIMEOUT,
                        operation + ": the time-out of the handle has passed: counter=" + address + " value=" + value
                                + " current=" + counter.value());
            }
        } finally {
            endWait();
        }
    }

    private boolean isReached(String operation, long value, long timeoutNs) {
        long start = clock.getAsLong();
        while (true) {
            long left = timeoutNs == 0 ? Long.MAX_VALUE : timeoutNs - (clock.getAsLong() - start);
            long slice = isForReplies() ? SLICE_NS : LONG_SLICE_NS;
            if (counter.await(value, Math.max(0, Math.min(left, slice)))) {
                return true;
            }
            if (takeGivenUp(value)) {
                throw new LapiException(LapiStatus.TGT_PURGED, operation, "counter=" + address + " value=" + value);
            }
            if (left <= 0) {
                return false;
            }
        }
    }

    @Override
    public String toString() {
        return "counter " + address.number() + " of task " + address.task() + ": " + counter.value();
    }
}
