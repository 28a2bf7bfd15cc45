package org.sennit.spi.bootstrap;

import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;

/**
 * Joins the jobs of one kind of engine, such as the built-in launcher or a process manager that speaks PMI. Found with
 * {@link java.util.ServiceLoader}, so it has a public constructor without parameters that does no work. Of those whose
 * engine has started this process the one with the highest preference is taken.
 */
public interface BootstrapProvider {
    /**
     * Returns the name of the engine.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * Returns the preference where several providers have started this process, as where one
     * engine runs inside another.
     *
     * @return the higher the better; the built-in launcher has 200, a job of this process alone has 0
     */
    int preference();

    /**
     * Returns the reason for which this engine has not started this process. Cheap: reads options or the environment.
     *
     * @param options the job's options
     * @return one line; null when it has
     */
    String unavailableBecause(Options options);

    /**
     * Says what this engine reports of the deaths of processes, and what {@code failure=continue} can promise under
     * it, for {@code sennit info}.
     *
     * @return one line; empty when there is nothing to say
     */
    default String deaths() {
        return "";
    }

    /**
     * Joins the job. Blocks at most {@code bootstrap.timeout}.
     *
     * @param options the job's options
     * @param context clocks and threads of the job
     * @return this process's part of the job
     * @throws org.sennit.message.SennitException with BOOTSTRAP when the engine cannot be reached or refuses this
     *     process, with ARG when an option is malformed; do not retry
     */
    Bootstrap join(Options options, RuntimeContext context);
}
