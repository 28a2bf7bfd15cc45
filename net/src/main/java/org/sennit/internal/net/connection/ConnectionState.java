package org.sennit.internal.net.connection;

/**
 * The states of a connection with regard to its socket. The state of its session is independent: {@link Session}.
 *
 * <pre>
 *          send                    accepted by the peer
 *   IDLE ---------> CONNECTING ---------------------------> READY
 *    |  \            |      ^ \ asked to yield               ^ |
 *    |   \    failed v      |  v                             | | socket broken, session not over
 *    |    \         PAUSING | AWAITING                       | v
 *    |     \           |    |   |                            | CONNECTING
 *    |      \          v    v   v                            |
 *    |       +------ the peer's attempt ---------------------+
 *    +&lt;----------- session over, or failed for good: from each of them
 * </pre>
 */
enum ConnectionState {
    /** No session; the next send begins one. */
    IDLE,
    /** This side's attempt is under way. */
    CONNECTING,
    /** The peer's attempt wins and is to arrive. */
    AWAITING,
    /** Until the next attempt. */
    PAUSING,
    /** There is a socket. */
    READY
}
