package org.sennit.internal.endpoints.coll.schedule;

/** What a simulation has found wrong with schedules. */
public final class ScheduleFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    ScheduleFault(String message) {
        super(message);
    }
}
