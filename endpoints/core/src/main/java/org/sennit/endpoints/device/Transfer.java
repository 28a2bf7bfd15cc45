package org.sennit.endpoints.device;

/** A large message that is under way with another process: what a {@link TransferTable} holds. */
interface Transfer {
    /** The process at the other end. */
    int process();

    /** The connection or the peer is lost; with the connection's upcalls. */
    void failed(Throwable cause);
}
