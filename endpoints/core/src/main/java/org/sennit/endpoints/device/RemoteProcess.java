package org.sennit.endpoints.device;

import org.sennit.runtime.netmod.BusinessCard;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.VirtualConnection;

/** Another process of the job. Its connection is made when it is first needed. Any thread may call. */
public final class RemoteProcess {
    private final int process;
    private final BusinessCard card;
    private final NetworkModule module;

    // Set once; the module returns the same connection to everybody who asks, so the race is benign.
    private volatile VirtualConnection connection;

    RemoteProcess(int process, BusinessCard card, NetworkModule module) {
        this.process = process;
        this.card = card;
        this.module = module;
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
        VirtualConnection c = connection;
        if (c == null) {
            c = module.connect(process, card);
            connection = c;
        }
        return c;
    }
}
