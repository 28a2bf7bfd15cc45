package org.sennit.internal.runtime.trace;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;

/** The options of watching a job: a profile, a trace, an event of the flight recorder for each message. */
public final class TraceOptions implements OptionProvider {
    /** Whether a table of calls is printed at the end. */
    public static final Option<Boolean> PROFILE = Option.ofBoolean(
            "profile", false, "whether a table of calls, peers and waiting is printed at the end (run --profile)");

    /** File of the table; empty: the error output. */
    public static final Option<String> PROFILE_FILE = Option.ofString(
            "profile.file", "", "file for the complete table of the profile; empty: its first lines are printed");

    /** Path at which a process of a launched job leaves its part of the profile for the launcher. */
    public static final Option<String> PROFILE_PARTS =
            Option.ofString("profile.parts", "", "folder for the parts of a profile; set by the launcher");

    /** File of the trace; empty: there is none. */
    public static final Option<String> TRACE =
            Option.ofString("trace.file", "", "file for a trace that Perfetto shows (run --trace)");

    /** The longest trace. */
    public static final Option<Integer> TRACE_EVENTS = Option.ofInt(
            "trace.events",
            500_000,
            1,
            Integer.MAX_VALUE,
            "events",
            "most events of each endpoint in a trace, about 200 bytes each in the file");

    /** Whether each message is an event of the flight recorder. */
    public static final Option<Boolean> JFR_MESSAGES = Option.ofBoolean(
            "jfr.messages", false, "whether each message sent and matched is a JFR event while a recording runs");

    @Override
    public List<Option<?>> options() {
        return List.of(PROFILE, PROFILE_FILE, PROFILE_PARTS, TRACE, TRACE_EVENTS, JFR_MESSAGES);
    }

    /**
     * Returns whether anything is to be watched, so that endpoints are built for it.
     *
     * @return false when nothing is, and nothing is paid
     */
    public static boolean isAnyOn(Options options) {
        return options.value(PROFILE) || !options.value(TRACE).isEmpty() || options.value(JFR_MESSAGES);
    }
}
