package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.spi.network.VirtualConnection;

/** A large message under way with another process, as held by a {@link TransferTable}. */
interface Transfer {
    /** Returns the connection of its packets in both directions. */
    VirtualConnection connection();

    /** Returns the process at the other end. */
    default int process() {
        return connection().process();
    }

    /** Returns whether this is the receiving side, which is under way from the match on. */
    default boolean isReceiving() {
        return false;
    }

    /** Returns whether an endpoint of this process has a step to run for it. */
    default boolean isDrivenBy(int endpoint) {
        return false;
    }

    /** Called with the connection's upcalls when the connection or the peer of the message with an id is lost. */
    void failed(long id, Throwable cause);
}
