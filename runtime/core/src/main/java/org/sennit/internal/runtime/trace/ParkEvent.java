package org.sennit.internal.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A wait of an endpoint that has given up its thread: how long it slept, and for what, by its stack. One thread. */
@Name("org.sennit.Park")
@Label("Park")
@Category("Sennit")
public final class ParkEvent extends Event {
    /** Never committed; shows whether a recording is active, so that a wait allocates nothing without one. */
    private static final ParkEvent PROBE = new ParkEvent();

    /** Returns whether the flight recorder runs and records these events. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }
}
