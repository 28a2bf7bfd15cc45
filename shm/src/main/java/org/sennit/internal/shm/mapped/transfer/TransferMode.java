package org.sennit.internal.shm.mapped.transfer;

/** The copy of a large message's bytes; beside each, the large-message mode of the Nemesis network module API. */
enum TransferMode {
    /** Both copy, through the slots of a channel: for any memory (cooperative). */
    RING,
    /** The receiver copies out of the sender's memory (get). */
    PULL,
    /** The sender copies into the receiver's memory (put). */
    PUSH,
    /** Both copy at once, blocks claimed from both ends: each reaches the other's memory (cooperative). */
    BOTH,
    /** In COOKIE packets, when every channel is in use (cooperative). */
    PARCELS;

    boolean needsChannel() {
        return this == RING || this == BOTH;
    }
}
