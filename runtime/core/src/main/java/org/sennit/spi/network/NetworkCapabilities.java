package org.sennit.spi.network;

import java.util.Set;

/**
 * The capabilities of a network module beyond the mandatory core; checked by the contract tests.
 *
 * @param largeMessageModes modes for large messages; the module chooses one for each message
 * @param detectsPeerDeath whether the end of a peer's process is reported as a failed connection without being asked
 * @param healsConnections whether a connection that breaks while both processes live is made again with nothing lost
 * @param hasListeningPort whether strangers can send bytes to it, so that they must be turned away
 * @param isSameHostOnly whether both processes must be on one host
 */
public record NetworkCapabilities(
        Set<LargeMessageMode> largeMessageModes,
        boolean detectsPeerDeath,
        boolean healsConnections,
        boolean hasListeningPort,
        boolean isSameHostOnly) {
    /** The mandatory core and nothing else. */
    public static final NetworkCapabilities CORE =
            new NetworkCapabilities(Set.of(LargeMessageMode.NULL), false, false, false, false);

    /** Copies the set. */
    public NetworkCapabilities {
        largeMessageModes = Set.copyOf(largeMessageModes);
    }
}
