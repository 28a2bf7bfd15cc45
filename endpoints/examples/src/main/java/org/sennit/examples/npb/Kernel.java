package org.sennit.examples.npb;

import org.sennit.Communicator;

/**
 * One kernel of the NAS Parallel Benchmarks, as {@link KernelProgram} runs it.
 *
 * <p>Stateless; every endpoint's thread calls it. Source: RNR-94-007.
 *
 * @param <P> the kernel's problem classes
 */
public interface Kernel<P extends Enum<P>> {
    /**
     * Returns the kernel's name in the benchmarks.
     *
     * @return two capital letters
     */
    String name();

    /**
     * Returns all problem classes.
     *
     * @return them, the smallest first; it is the default
     */
    P[] problems();

    /**
     * Returns a problem in few words, for the headline.
     *
     * @param problem a class
     * @return its size and iterations
     */
    String describe(P problem);

    /**
     * Runs the benchmark. Collective; blocks until all ranks have finished.
     *
     * @param world the ranks that share the work
     * @param problem the class to run
     * @param showsProgress whether this rank may show progress, if there is a terminal
     * @return the result, the same on every rank
     */
    KernelResult run(Communicator world, P problem, boolean showsProgress);
}
