package org.sennit.bench.program;

import java.util.Locale;
import java.util.Map;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.net.tcp.TcpOptions;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.internal.runtime.network.NetworkSelection;

/** What carries messages between the JVMs of a benchmark. */
public enum Network {
    /** What Sennit takes by itself. */
    BEST(""),
    /** TCP over loopback. */
    TCP(NetworkOptions.TCP),
    /** The same, encrypted. */
    TLS(NetworkOptions.TCP),
    /** Sockets of the Unix domain. */
    UNIX(NetworkOptions.UNIX),
    /** Memory that the JVMs share. */
    MAPPED(NetworkOptions.MAPPED);

    private final String module;

    Network(String module) {
        this.module = module;
    }

    /**
     * Returns the options of a job over it.
     *
     * @return options with their values; none for the best
     */
    public Map<Option<String>, String> options() {
        return switch (this) {
            case BEST -> Map.of();
            case TLS -> Map.of(NetworkOptions.MODULE, module, TcpOptions.TLS, "on");
            default -> Map.of(NetworkOptions.MODULE, module);
        };
    }

    /** Returns its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns what the best is between JVMs of this host: the floor and the peers depend on it.
     *
     * @return this; instead of {@link #BEST} one of the others
     */
    public Network resolved() {
        if (this != BEST) {
            return this;
        }
        Options options = Options.fromEnvironment();
        String wanted = options.value(NetworkOptions.MODULE);
        String chosen = NetworkSelection.of(options).chosen().name();
        if (chosen.contains(NetworkOptions.MAPPED)) {
            return MAPPED;
        }
        return wanted.equals(NetworkOptions.TCP)
                        || options.value(TcpOptions.UNIX).equals("off")
                ? TCP
                : UNIX;
    }
}
