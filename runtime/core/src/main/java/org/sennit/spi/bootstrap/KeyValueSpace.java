package org.sennit.spi.bootstrap;

import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The exchange of texts at start-up: every process puts a few, all of them fence, then every process reads.
 *
 * <p>Threads: one at a time, except {@link #abort}, which any thread may call at any time. Keys and values are texts of
 * at most {@value #MAX_LENGTH} characters of any kind. Modelled on the put, get and fence of PMI, so that a process
 * manager that speaks PMI can stand behind it; a provider wraps an engine of stricter limits in a {@link ChunkedSpace}.
 */
public interface KeyValueSpace extends AutoCloseable {
    /** The step of the last fence of a job; a process that leaves before it has not come to the job's end. */
    String LAST_STEP = "end";

    /** Longest key and longest value, in characters. */
    int MAX_LENGTH = 8192;

    /**
     * Puts a value under a key. Others see it after the next fence. May block for a round trip to the launcher.
     *
     * @param key the key; a second put replaces the first
     * @param value the value
     * @throws SennitException {@link ErrorClass#ARG}: too long; {@link ErrorClass#BOOTSTRAP}: the launcher does not
     *     answer or is gone; do not retry
     */
    void put(String key, String value);

    /**
     * Returns the value that some process has put under a key before the last fence. May block for a round trip.
     *
     * @param key the key
     * @return the value
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: no process has put it, or the launcher does not answer
     *     or is gone; do not retry
     */
    String get(String key);

    /**
     * As {@link #get(String)} for several keys, in fewer round trips where the engine can.
     *
     * @param keys the keys
     * @return their values, in the same order
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: no process has put one of them, or the launcher does not
     *     answer or is gone; do not retry
     */
    default List<String> getAll(List<String> keys) {
        return keys.stream().map(this::get).toList();
    }

    /**
     * Waits until every process of the job has reached this step.
     *
     * @param step a name for messages, the same in every process
     * @param timeoutNs the longest wait in nanoseconds
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: the time has passed, or a process has ended without
     *     reaching the step; the message names the processes that are missing; do not retry
     */
    void fence(String step, long timeoutNs);

    /**
     * Waits until every process of the job has reached this step, or has died: those are not waited for.
     *
     * @param step a name for messages, the same in every process
     * @param timeoutNs the longest wait in nanoseconds
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: the time has passed; the message names the processes that
     *     are missing; do not retry
     */
    void fenceOfSurvivors(String step, long timeoutNs);

    /**
     * Asks the launcher to print a report, end all processes of the job, and exit with a status. Best effort: returns
     * at once, does nothing without a launcher, and only the first report of a job is printed.
     *
     * @param exitCode the exit status of the job; 0 is taken for 1
     * @param report what has happened, for the user; may have several lines
     */
    void abort(int exitCode, String report);

    /** Reports that this process has left the job, and frees the connection. Never throws; idempotent. */
    @Override
    void close();
}
