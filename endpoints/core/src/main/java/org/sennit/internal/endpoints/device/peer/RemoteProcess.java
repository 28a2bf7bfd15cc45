package org.sennit.internal.endpoints.device.peer;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.flow.CreditWindows;
import org.sennit.spi.network.ShortMessageConnection;
import org.sennit.spi.network.VirtualConnection;

/**
 * Another process of the job, and the connection to it. Any thread may call.
 *
 * <p>Surprise: the module learns of the peer before this process needs it, though no socket is opened before the first
 * send: a module accepts only peers that it knows, and a process that only receives would never connect. See
 * {@link RemoteProcesses}.
 */
public final class RemoteProcess {
    private final int process;
    private final Supplier<VirtualConnection> connector;
    private final Runnable connectAll;
    private final CreditWindows windows;

    // Volatile store by any thread; volatile load by any thread, which has the table connect when it sees none. Two may
    // store: the network finds what the other has made, so it is the same one.
    private volatile VirtualConnection connection;

    // Stored before the connection, and read after it has been seen.
    private ShortMessageConnection shortMessages; // null: the connection has no such interface

    // Plain: set by each endpoint before it sends, and read by that same one when its program has failed, or by the
    // thread that closes the process, after the end of all programs. A store by another one may be seen or not: more is
    // reported then than need be.
    private boolean isUsed;

    /**
     * Makes a remote process.
     *
     * @param connector makes the network's connection to it
     * @param connectAll calls {@link #connect} of all processes of the table
     * @param windows what may still be sent to its endpoints
     */
    RemoteProcess(int process, Supplier<VirtualConnection> connector, Runnable connectAll, CreditWindows windows) {
        this.process = process;
        this.connector = connector;
        this.connectAll = connectAll;
        this.windows = windows;
    }

    /** Makes it known to the network. */
    void connect() {
        if (connection == null) {
            VirtualConnection made = connector.get();
            shortMessages = made.extension(ShortMessageConnection.class);
            connection = made;
        }
    }

    private VirtualConnection connected() {
        VirtualConnection present = connection;
        if (present == null) {
            connectAll.run();
            present = connection;
        }
        return present;
    }

    /** Returns the number of the process in the job. */
    public int process() {
        return process;
    }

    /** Returns the window of eager messages to one of its endpoints. */
    public CreditWindow window(int endpoint) {
        return windows.of(endpoint);
    }

    /** Returns whether the calling endpoint, or one that has ended, may have sent it anything. */
    public boolean isUsed() {
        return isUsed;
    }

    /**
     * Returns the connection between an endpoint of this process and one of that process, for all that concerns the
     * two; does not block.
     *
     * @param endpoint its id here
     * @param peerEndpoint the other one's id there
     * @return the connection, opened at its first send
     */
    public VirtualConnection connection(int endpoint, int peerEndpoint) {
        return connection().lane(endpoint, peerEndpoint);
    }

    /** Returns what sends short messages to it without packets; null where there is nothing. Does not block. */
    public ShortMessageConnection shortMessages() {
        connection();
        return shortMessages;
    }

    /** Returns all connections over which any of the first endpoints of this process may have sent something there. */
    public Set<VirtualConnection> connectionsOfAll(int endpoints) {
        if (!isUsed) {
            return Set.of(connection());
        }
        Set<VirtualConnection> all = new LinkedHashSet<>();
        for (int endpoint = 0; endpoint < endpoints; endpoint++) {
            all.addAll(connectionsOf(endpoint));
        }
        return all;
    }

    /** Returns all connections over which an endpoint of this process may have sent something there. */
    public Set<VirtualConnection> connectionsOf(int endpoint) {
        Set<VirtualConnection> all = new LinkedHashSet<>();
        VirtualConnection first = connected();
        for (int peer = 0; all.add(first.lane(endpoint, peer)); peer++) {} // lanes come again after the last
        return all;
    }

    /**
     * Returns the connection to it for what concerns no endpoint, or those with the id 0; does not block.
     *
     * @return the connection, opened at its first send
     */
    public VirtualConnection connection() {
        if (!isUsed) {
            isUsed = true;
        }
        return connected();
    }
}
