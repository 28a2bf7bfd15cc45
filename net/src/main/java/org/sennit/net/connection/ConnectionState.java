package org.sennit.net.connection;

/**
 * The states of a virtual connection.
 *
 * <pre>
 *            send                    accepted by peer
 *   IDLE ------------> CONNECTING ---------------------> READY
 *    |  \                 | told to yield                 ^ |
 *    |   \                v                               | | CLOSE sent or
 *    |    \           AWAITING ---- the peer's attempt ---+ | received
 *    |     \------------- the peer's attempt ------------/  v
 *    +&lt;------------------ both CLOSEs through ---------- CLOSING
 * </pre>
 *
 * A failure leads from each of them to IDLE.
 */
enum ConnectionState {
    /** No socket; the next send opens one. */
    IDLE,
    /** This side's attempt is under way. */
    CONNECTING,
    /** The peer's attempt wins and is to arrive. */
    AWAITING,
    /** Messages flow. */
    READY,
    /** This side has sent CLOSE; the peer's is to come. */
    CLOSING
}
