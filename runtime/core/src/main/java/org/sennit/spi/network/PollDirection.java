package org.sennit.spi.network;

/** What {@link NetworkModule#poll} looks at first; the other one follows in the same call if the work limit allows. */
public enum PollDirection {
    /** Arrivals first, then pending sends. */
    IN_FIRST,
    /** Pending sends first, then arrivals. */
    OUT_FIRST
}
