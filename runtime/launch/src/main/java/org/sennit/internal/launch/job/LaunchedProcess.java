package org.sennit.internal.launch.job;

/** A process of a job, on this host or on another one. Threads: any. */
interface LaunchedProcess {
    /** Returns its number in the operating system of its host; 0 while it is not known. */
    long pid();

    /** Returns the host by its name in the list of hosts; empty for a process that no agent has started. */
    String host();

    /** Returns what else than its own exit has ended it, as in " was lost with host b"; null when nothing has. */
    String fate();

    /** Waits for its end; returns the exit status. */
    int await() throws InterruptedException;

    /** Waits for its end for some time, in nanoseconds; returns whether it has ended. */
    boolean await(long timeoutNs) throws InterruptedException;

    /** Waits until all its output has come through, after its end; for this time at most, in nanoseconds. */
    void awaitOutput(long timeoutNs) throws InterruptedException;

    /** Asks it to end. */
    void end();

    /** Kills it. */
    void kill();
}
