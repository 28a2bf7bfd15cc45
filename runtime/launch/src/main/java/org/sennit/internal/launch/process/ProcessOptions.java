package org.sennit.internal.launch.process;

import org.sennit.config.Option;

/** Options that a process of a job reads for itself. */
public final class ProcessOptions {
    /** Whether output lines carry the rank that printed them. */
    public static final Option<Boolean> PREFIX = Option.ofBoolean(
            "output.prefix", false, "whether every output line begins with the rank in brackets (run --prefix)");

    /** Level of the log of the runtime and its libraries. */
    public static final Option<String> LOG = Option.ofChoice(
            "log",
            "warn",
            "least level of the log lines on standard error, where the program brings no SLF4J provider of its own",
            "off",
            "error",
            "warn",
            "info",
            "debug",
            "trace");

    private ProcessOptions() {}
}
