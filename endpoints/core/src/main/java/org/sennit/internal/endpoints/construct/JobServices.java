package org.sennit.internal.endpoints.construct;

import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.internal.runtime.network.NetworkSelection;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModuleFactory;

/**
 * The services that a process of a job gets from outside: clocks and threads, the engine that has started it, and the
 * network. A simulation of a whole job, or an engine that embeds processes, provides its own.
 *
 * @param context clocks, waiting, threads and random numbers of the whole job
 * @param joining joins the job; see {@link org.sennit.spi.bootstrap.BootstrapProvider#join}
 * @param networks chooses the network module of a job of several processes
 */
public record JobServices(RuntimeContext context, Joining joining, Networks networks) {
    /** Joins a job. */
    @FunctionalInterface
    public interface Joining {
        Bootstrap join(Options options, RuntimeContext context);
    }

    /** Chooses a network module. */
    @FunctionalInterface
    public interface Networks {
        NetworkModuleFactory choose(Options options);
    }

    /** Engines and network modules by {@link java.util.ServiceLoader}, as the options say. */
    public static JobServices ofClassPath(RuntimeContext context) {
        return new JobServices(
                context,
                BootstrapSelection::join,
                options -> NetworkSelection.of(options).chosen());
    }
}
