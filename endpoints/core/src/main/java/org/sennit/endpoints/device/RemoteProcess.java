package org.sennit.endpoints.device;

import org.sennit.runtime.netmod.BusinessCard;
import org.sennit.runtime.netmod.NetworkModule;
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

    RemoteProcess(int process, BusinessCard card, NetworkModule module) {
        this.process = process;
        this.connection = module.connect(process, card);
    }

    /**
     * The number of the process.
     *
     * @return its number in the job
     */
    public int process() {
        return process;
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
