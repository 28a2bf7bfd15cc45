package org.sennit.internal.endpoints.watch;

import org.sennit.config.Option;

/** Options on waits that no endpoint can end. */
public final class WatchOptions {
    /** Whether waits for programs that have ended continue. */
    public static final Option<Boolean> ENDED_WAIT = Option.ofBoolean(
            "ended.wait",
            false,
            "whether a call that only ended endpoints could complete waits for ever, as in MPI, instead of failing with"
                    + " PROC_ENDED");

    /** Least time that all endpoints must have waited before a deadlock is searched for. */
    public static final Option<Integer> DEADLOCK_AFTER = Option.ofInt(
            "deadlock.after",
            5,
            0,
            Integer.MAX_VALUE / 1000,
            "s",
            "how long every endpoint must have waited before a deadlocked job (all wait for each other, no message is"
                    + " under way) is ended with a report of which endpoint waits for which; 0: never");

    private WatchOptions() {}
}
