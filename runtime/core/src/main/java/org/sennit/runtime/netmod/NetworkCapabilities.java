package org.sennit.runtime.netmod;

/**
 * What a network module can do beyond the contract; a promise that the contract tests hold it to.
 *
 * @param largeMessageMode who moves the bytes of large messages
 * @param detectsPeerDeath whether the end of a peer's process is reported as a failed connection without being asked
 * @param hasListeningPort whether strangers can send bytes to it, so that they must be turned away
 * @param isSameHostOnly whether both processes must be on one host
 */
public record NetworkCapabilities(
        LargeMessageMode largeMessageMode,
        boolean detectsPeerDeath,
        boolean hasListeningPort,
        boolean isSameHostOnly) {}
