package org.sennit.endpoints.watch;

import org.sennit.runtime.config.Option;

/** How a job treats waits that nobody will end. */
public final class WatchOptions {
    /** Whether waits for programs that have ended go on. */
    public static final Option<Boolean> ENDED_WAIT = Option.ofBoolean(
            "ended.wait",
            false,
            "whether a call that only endpoints can complete whose programs have ended waits for ever, as in MPI,"
                    + " instead of failing with PROC_ENDED");

    private WatchOptions() {}
}
