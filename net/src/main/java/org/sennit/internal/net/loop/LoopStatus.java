package org.sennit.internal.net.loop;

/** How far the loop is on its way: only forward. */
enum LoopStatus {
    OPEN,
    CLOSING,
    CLOSED
}
