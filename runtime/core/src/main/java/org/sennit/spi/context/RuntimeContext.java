package org.sennit.spi.context;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Clocks, waiting, thread starts and random numbers of one job: everything that makes a run differ from the next goes
 * through this object, so that a whole job can be simulated by replacing it.
 *
 * <p>Any thread may call any method. Nothing here is static: two jobs in one JVM have two contexts.
 */
public interface RuntimeContext {
    /**
     * Returns the clock of every deadline in the job.
     *
     * @return nanoseconds from an arbitrary origin; compare by subtraction, as with {@link System#nanoTime()}
     */
    long nanoTime();

    /**
     * Returns the time of day, for texts and for the age of files; never for deadlines.
     *
     * @return the wall clock's time
     */
    Instant wallTime();

    /**
     * Blocks this thread until it is unparked, interrupted, or the time has passed; may return without a reason, so
     * the caller loops over its condition.
     *
     * @param blocker what the thread waits for, shown in stack dumps; may be null
     * @param timeoutNs the longest wait in nanoseconds; {@link Long#MAX_VALUE} for no limit; nothing happens when it
     *     is not positive
     */
    void parkNanos(Object blocker, long timeoutNs);

    /**
     * Ends the current or the next {@link #parkNanos} of a thread.
     *
     * @param thread the thread; null is ignored
     */
    void unpark(Thread thread);

    /** Lets another thread of this processor run. */
    void yield();

    /** Hints to the processor that this thread spins. */
    void spin();

    /**
     * Makes a daemon thread, not yet started.
     *
     * @param name the name of the thread
     * @param isVirtual whether the thread is virtual
     * @param body what it runs
     * @return the thread, to be started by the caller
     */
    Thread newThread(String name, boolean isVirtual, Runnable body);

    /**
     * Starts a thread that {@link #newThread} has made.
     *
     * @param thread the thread, not yet started
     */
    void start(Thread thread);

    /**
     * Waits until a thread has ended.
     *
     * @param thread a thread that has been started
     * @param timeoutNs the longest wait in nanoseconds; must be positive
     * @return true when it has ended
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    boolean join(Thread thread, long timeoutNs) throws InterruptedException;

    /**
     * Returns random numbers, safe for use by any thread.
     *
     * @return a generator; not for secrets
     */
    RandomGenerator random();

    /**
     * Returns the processors that this job may count on, read once so that pinning a thread later does not change it.
     *
     * @return at least 1
     */
    int availableProcessors();

    /**
     * Returns the context of a real run: the JDK's clock, threads, and parking.
     *
     * @return a fresh context
     */
    static RuntimeContext system() {
        return new SystemRuntimeContext();
    }
}
