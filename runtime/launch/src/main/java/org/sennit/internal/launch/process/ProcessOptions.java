package org.sennit.internal.launch.process;

import org.sennit.config.Option;

/** Options that a process of a job reads for itself. */
public final class ProcessOptions {

    /** Whether output lines carry the rank that printed them. */
    public static final Option<Boolean> PREFIX =
            Option.ofBoolean("output.prefix", false, "whether every output line begins with [rank] (run --prefix)");

    private ProcessOptions() {}
}
