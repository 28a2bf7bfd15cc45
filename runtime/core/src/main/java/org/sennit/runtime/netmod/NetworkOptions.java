package org.sennit.runtime.netmod;

import org.sennit.runtime.config.Option;

/** What concerns all network modules. */
public final class NetworkOptions {
    /** The name of the module, or empty for the best that is available. */
    public static final Option<String> MODULE = Option.ofString(
            "net.module",
            "",
            "network between processes: tcp, unix (sockets of one host), mapped (memory that the JVMs of a host share,"
                    + " demanded); empty takes mapped on one host and tcp elsewhere");

    private NetworkOptions() {}
}
