package org.sennit.spi.bootstrap;

import java.util.Collection;

/**
 * This process's part of a job, as given by the engine that started the process: its numbers, and the exchange of texts
 * between the processes at start-up. One object for each run of a job in a process; close it when the endpoints have
 * ended, since a process that exits before is reported as having died.
 *
 * <p>The methods without a body are the mandatory core. The others are for engines that watch their processes; without
 * a body of their own they do nothing, and the network alone reports deaths.
 *
 * <p>Threads: one at a time, except {@link #onLauncherLost}, {@link #reportLost}, {@link #reportEndpointFailed} and the
 * space's abort, which any thread may call.
 */
public interface Bootstrap extends AutoCloseable {
    /**
     * Returns the job, and the place of this process in it.
     *
     * @return the description
     */
    JobDescription job();

    /**
     * Returns the space in which the processes of the job exchange their first texts.
     *
     * @return the space
     */
    KeyValueSpace space();

    /**
     * Returns the secret that the processes of this job share with no other.
     *
     * @return a copy of the bytes, at least 16
     */
    byte[] secret();

    /**
     * Reports how many endpoints this process has, so that the engine can name ranks. Does not wait for an answer.
     *
     * @param count the number of endpoints
     */
    default void announceEndpoints(int count) {}

    /**
     * Registers an action for the loss of the engine's launcher while the job runs. It runs on a daemon thread, or at
     * once when the launcher is lost already.
     *
     * @param action what to do; must not block
     */
    default void onLauncherLost(Runnable action) {}

    /**
     * Registers the listener for deaths, including those that have been reported already.
     *
     * @param listener the listener; one for each job
     */
    default void onDeath(DeathListener listener) {}

    /**
     * Reports that another process is lost for good, so that the engine notifies all others and ends it if it still
     * lives. Does not wait for an answer. Any thread.
     *
     * @param process its number
     * @param why how the loss was noticed
     */
    default void reportLost(int process, String why) {}

    /**
     * Reports that the program of an endpoint of this process has failed while the others go on, so that the engine
     * notifies the processes that do not learn it by the network. Does not wait for an answer. Any thread.
     *
     * @param endpoint its id in this process
     * @param why what has happened
     * @param known the numbers of the processes that learn it by the network, behind the endpoint's messages
     */
    default void reportEndpointFailed(int endpoint, String why, Collection<Integer> known) {}

    /** Leaves the job; closes the space. Never throws; idempotent. */
    @Override
    void close();
}
