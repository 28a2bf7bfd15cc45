package org.sennit.internal.runtime.bootstrap.server;

import java.io.InputStream;
import java.io.OutputStream;

/** What processes tell the launcher through its server. Called by the server's threads; must not block. */
public interface ServerEvents {

    /**
     * A process asks to end the job.
     *
     * @param process its number
     * @param status the exit status that it wants, never 0
     * @param report what has happened
     */
    void aborted(int process, int status, String report);

    /**
     * An exception has left the main method of a process.
     *
     * @param process its number
     * @param report the exception
     */
    void uncaught(int process, String report);

    /**
     * A process has lost another one for good, and takes it for dead.
     *
     * @param process its number
     * @param lost the other one's
     * @param why how it has noticed
     */
    void lost(int process, int lost, String why);

    /**
     * A process has not come to a step of start-up in the time that another one has for it.
     *
     * @param process its number
     * @param why the step, who has waited and how long, as in "has not come to ..."
     */
    void late(int process, String why);

    /**
     * The connection of a process to its key-value space has ended without a good-bye. A launcher, which sees its processes
     * end, need not listen.
     *
     * @param process its number
     */
    default void disconnected(int process) {}

    /**
     * The connection of a host has ended, or has been silent for so long that the host is cut off.
     *
     * @param process the number of the host's first process
     */
    default void hostLeft(int process) {}

    /** Returns whether hosts may come by themselves ({@link #joined}). */
    default boolean takesHosts() {
        return false;
    }

    /**
     * A host has come by itself. Unlike the other events it blocks, until the connection is over, which ends with it.
     *
     * @param count how many processes it offers to start
     * @param host its identity, as {@code HostIdentity} has it
     * @param address where it is, in digits
     * @param in what it writes, decrypted
     * @param out what it reads; each write is encrypted at once
     */
    default void joined(int count, String host, String address, InputStream in, OutputStream out) {}
}
