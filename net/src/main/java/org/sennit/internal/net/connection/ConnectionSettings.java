package org.sennit.internal.net.connection;

/**
 * The settings of connections.
 *
 * @param eagerLimitBytes the advice that a connection gives
 * @param pieceBytes the size of a staging buffer, so the most bytes that are copied at once
 * @param handshakeTimeoutNs how long a connection may take to become ready
 * @param sendBufferBytes SO_SNDBUF; 0: the system's choice
 * @param receiveBufferBytes SO_RCVBUF; 0: the system's choice
 * @param isCongestionControlOfSystem whether sockets within a host keep the system's congestion control
 * @param resendBytes the most bytes that a connection keeps until they are acknowledged
 * @param batchDelayNs how long a message may be delayed for a batch; 0: no batching
 * @param gatherBytes the shortest payload that is sent directly from the user's memory
 * @param silenceNs silence after which a peer is taken for dead
 */
public record ConnectionSettings(
        int eagerLimitBytes,
        int pieceBytes,
        long handshakeTimeoutNs,
        int sendBufferBytes,
        int receiveBufferBytes,
        boolean isCongestionControlOfSystem,
        int resendBytes,
        long batchDelayNs,
        int gatherBytes,
        long silenceNs) {}
