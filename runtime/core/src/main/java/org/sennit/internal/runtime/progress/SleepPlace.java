package org.sennit.internal.runtime.progress;

import org.sennit.spi.progress.Condition;

/**
 * The one place where the threads of a process sleep: parked, or blocked in the network's loop. Any thread may wake
 * any other.
 */
public interface SleepPlace {
    /**
     * Blocks this thread; may return early.
     *
     * @param mustNotSleep checked by this thread before it blocks and whenever it is woken
     * @param timeoutNs the longest sleep in nanoseconds
     */
    void sleep(Condition mustNotSleep, long timeoutNs);

    /**
     * Ends the sleep of a thread.
     *
     * @param thread a thread that is in {@link #sleep} or about to enter it
     */
    void wake(Thread thread);
}
