package org.sennit.endpoints.device;

import org.sennit.runtime.netmod.VirtualConnection;

/**
 * Another process of the job, and the connection to it. Immutable; any thread may call.
 *
 * <p>Surprise: the module is told of the peer at once, though no socket is opened before the first send: a module lets a
 * peer in only when it knows it, and a process that merely receives would never ask.
 */
public final class RemoteProcess {
    private final int process;
    private final VirtualConnection connection;
    private final CreditWindows windows;

    RemoteProcess(int process, VirtualConnection connection, CreditWindows windows) {
        this.process = process;
        this.windows = windows;
        this.connection = connection;
    }

    /**
     * The number of the process.
     *
     * @return its number in the job
     */
    public int process() {
        return process;
    }

    /** What may still be sent eagerly to one of its endpoints. */
    CreditWindow window(int endpoint) {
        return windows.of(endpoint);
    }

    /**
     * The connection to it; does not block.
     *
     * @return the connection, opened at its first send
     */
    public VirtualConnection connection() {
        return connection;
    }
}
