package org.sennit.spi.network;

/**
 * The direction that {@link NetworkModule#poll} polls first; the other one follows in the same call if the work limit
 * allows.
 */
public enum PollDirection {
    /** Arrivals first, then pending sends. */
    IN_FIRST,
    /** Pending sends first, then arrivals. */
    OUT_FIRST
}
