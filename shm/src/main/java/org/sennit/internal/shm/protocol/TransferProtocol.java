package org.sennit.internal.shm.protocol;

/**
 * A protocol that moves a message between two endpoints of a JVM. Immutable; {@link ProtocolSelection} selects one for
 * a message.
 */
public sealed interface TransferProtocol permits ImmediateProtocol, SingleCopyProtocol, SynergisticProtocol {
    /** Returns the name of the protocol. */
    String name();

    /** Returns the shortest message that goes this way by its size alone, in bytes. */
    long shortestBytes();

    /**
     * Returns the longest message that goes this way by its size alone, in bytes; below {@link #shortestBytes} when
     * none does.
     */
    long longestBytes();

    /** Returns which options set the range and the way of copying, and to what, as {@code name=value} pairs. */
    String thresholds();

    /** Returns how it works, when it is chosen, and why, in one line. */
    String explain();
}
