package org.sennit.internal.runtime.network;

import java.util.List;
import org.sennit.config.Option;

/**
 * The choice of the network module of a job's processes; read by the selection, by the modules and by {@code sennit
 * info}. Constants.
 */
public final class NetworkOptions {
    /** Sockets of TCP alone, on one host too. */
    public static final String TCP = "tcp";

    /** Sockets, on one host those of the Unix domain; no memory that the processes share. */
    public static final String UNIX = "unix";

    /** Memory that the processes of a host share; an error where it cannot be had. */
    public static final String MAPPED = "mapped";

    /** The names of Sennit's own modules; others come in jars of their own. */
    public static final List<String> NAMES = List.of(TCP, UNIX, MAPPED);

    /**
     * The name of the module; empty: the best of what each pair of processes can have, on one host mapped, then unix,
     * then tcp.
     */
    public static final Option<String> MODULE = Option.ofString(
            "net.module",
            "",
            "network module between processes: tcp, unix (Unix domain sockets on one host), mapped (shared memory on"
                    + " one host) or the name of a module on the class path; empty: the fastest that is available"
                    + " (run --net)");

    private NetworkOptions() {}
}
