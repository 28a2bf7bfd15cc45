package org.sennit.internal.runtime.trace;

import jdk.jfr.FlightRecorder;

/**
 * Shows whether {@link ParkEvent}s are wanted. Where no flight recorder runs, their class is not made ready, as {@link
 * JobRecord} does with its own: it would take the first wait that sleeps 100 ms.
 *
 * <p>Stateless; any thread.
 */
public final class ParkRecord {
    private ParkRecord() {}

    /** Returns whether a flight recorder runs and wants these events. */
    public static boolean isOn() {
        return FlightRecorder.isInitialized() && ParkEvent.isOn();
    }
}
