package org.sennit.internal.net.loop;

/** Phases of the loop, in order. */
enum LoopStatus {
    OPEN,
    CLOSING,
    CLOSED
}
