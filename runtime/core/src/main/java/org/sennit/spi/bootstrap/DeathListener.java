package org.sennit.spi.bootstrap;

/** Learns of deaths in the job from its engine. Called by one daemon thread, which it may block for a moment. */
public interface DeathListener {
    /**
     * Called when a process has died, or is about to be ended because another one has lost it for good.
     *
     * @param process its number
     * @param why which process, when, and how the death was noticed
     */
    void processDied(int process, String why);

    /**
     * Called when the program of an endpoint has failed, which has sent nothing to this process; its process goes on.
     *
     * @param process the number of its process
     * @param endpoint its id there
     * @param why which endpoint, and what has happened
     */
    void endpointFailed(int process, int endpoint, String why);

    /**
     * Called when a process has ended the job, and no launcher ends the other processes: this one ends its part.
     *
     * @param process its number
     * @param why its report
     */
    default void jobAborted(int process, String why) {}

    /**
     * Called when a process has left the job, other than at its end: this process must not wait for it at its own end.
     *
     * @param process its number
     * @param why which process
     */
    default void processLeft(int process, String why) {}

    /** Called when the user ends the job: the launcher is being ended by a signal, and will end all processes. */
    default void jobStopped() {}
}
