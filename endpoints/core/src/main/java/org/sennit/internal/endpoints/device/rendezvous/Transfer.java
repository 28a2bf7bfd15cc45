package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.spi.network.VirtualConnection;

/** A large message that is under way with another process: what a {@link TransferTable} holds. */
interface Transfer {
    /** Returns what it goes over, in both directions: its packets come with the upcalls of this connection alone. */
    VirtualConnection connection();

    /** Returns the process at the other end. */
    default int process() {
        return connection().process();
    }

    /** Returns whether this is the receiving side, where a message is under way from its match to its end. */
    default boolean isReceiving() {
        return false;
    }

    /** Returns whether an endpoint of this process has a step to run for it. */
    default boolean isDrivenBy(int endpoint) {
        return false;
    }

    /** The connection or the peer of the message with an id is lost; with the connection's upcalls. */
    void failed(long id, Throwable cause);
}
