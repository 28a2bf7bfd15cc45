package org.sennit.internal.runtime.bootstrap.server;

import java.io.InputStream;
import java.io.OutputStream;

/** Receives the reports of processes through the server. Called by the server's threads; must not block. */
public interface ServerEvents {
    /**
     * Called when a process asks to end the job.
     *
     * @param process its number
     * @param status the exit status that it wants, never 0
     * @param report what has happened
     */
    void aborted(int process, int status, String report);

    /**
     * Called when an exception has left the main method of a process.
     *
     * @param process its number
     * @param report the exception
     */
    void uncaught(int process, String report);

    /**
     * Called when a process has lost another one for good, and takes it for dead.
     *
     * @param process its number
     * @param lost the other one's
     * @param why how it has noticed
     */
    void lost(int process, int lost, String why);

    /**
     * Called when a process has not reached a step of start-up within the time of another one that waits for it.
     *
     * @param process its number
     * @param why the step, the process that has waited, and how long, as in "has not come to ..."
     */
    void late(int process, String why);

    /**
     * Called when the connection of a process to its key-value space has ended without leaving. A launcher, which sees
     * its processes end, needs no such event.
     *
     * @param process its number
     */
    default void disconnected(int process) {}

    /**
     * Called when the connection of a host has ended, or was silent for too long.
     *
     * @param process the number of the host's first process
     */
    default void hostLeft(int process) {}

    /** Returns whether hosts may join ({@link #joined}). */
    default boolean takesHosts() {
        return false;
    }

    /**
     * Called when a host has joined. Unlike the other events it blocks for the life of the connection, which ends with
     * it.
     *
     * @param count the number of processes that it offers to start
     * @param host its identity, as {@code HostIdentity} has it
     * @param address where it is, in digits
     * @param in what it writes, decrypted
     * @param out what it reads; each write is encrypted at once
     */
    default void joined(int count, String host, String address, InputStream in, OutputStream out) {}
}
