package org.sennit.internal.shm.protocol;

/**
 * A way in which a message's bytes get from one endpoint to another of the same JVM. Immutable; which one a message
 * takes is decided by {@link ProtocolSelection}.
 */
public sealed interface TransferProtocol permits ImmediateProtocol, SingleCopyProtocol, SynergisticProtocol {
    /**
     * Returns what it is called.
     *
     * @return a word or two, lower case
     */
    String name();

    /** Returns the shortest message that goes this way by its size alone, in bytes. */
    long shortestBytes();

    /**
     * Returns the longest message that goes this way by its size alone.
     *
     * @return bytes; below {@link #shortestBytes} when none does
     */
    long longestBytes();

    /**
     * Returns which options set the range and the way of copying, and to what.
     *
     * @return {@code name=value} pairs
     */
    String thresholds();

    /**
     * Returns how it works, when it is chosen, and why.
     *
     * @return a few sentences in one line
     */
    String explain();
}
