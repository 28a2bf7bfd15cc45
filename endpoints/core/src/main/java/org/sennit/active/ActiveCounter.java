package org.sennit.active;

/**
 * A counter that is incremented at an event of each active message, and on which a program waits. Made by
 * {@link ActiveMessages#newCounter}. Any thread may call; one at a time may wait.
 */
public interface ActiveCounter {
    /**
     * Returns the number by which an origin names this counter as a target counter.
     *
     * @return the number; counters of one endpoint in one communicator have 0, 1, … in the order
     *     in which they were made
     */
    int number();

    /**
     * Returns the value. Makes no progress. What has been done before each event that is counted is visible.
     *
     * @return the value
     */
    long value();

    /**
     * Sets the value. Messages that have failed before, of which no wait has been notified, count no more.
     *
     * @param value any
     */
    void set(long value);

    /**
     * Moves the counter, as an active message does.
     *
     * @param value what to add
     */
    void add(long value);

    /**
     * Blocks until the counter has reached a value, and subtracts it. Makes progress for the endpoint. (LAPI_Waitcntr)
     *
     * @param value the value
     * @throws org.sennit.message.SennitException PROC_FAILED when a message that would have moved the counter has
     *     lost its peer, or a member of the communicator has failed that is neither acknowledged nor purged;
     *     REQUEST when such a message was purged; UNSUPPORTED when another thread waits for this counter, or in a
     *     header handler; nothing is subtracted. A failed message ends one wait: one for several is notified of as many
     *     failed messages at once
     */
    void await(long value);

    /**
     * As {@link #await(long)}, but for a limited time.
     *
     * @param value the value
     * @param timeoutNs the longest wait in nanoseconds
     * @return false when the time has passed, and nothing is subtracted
     */
    boolean await(long value, long timeoutNs);
}
