package org.sennit.examples.is;

import org.sennit.Communicator;
import org.sennit.examples.npb.Kernel;
import org.sennit.examples.npb.KernelProgram;

/**
 * The program {@code is [CLASS]}: the integer-sort kernel of the NAS Parallel Benchmarks, with its partial verification
 * in each iteration and its full one at the end.
 *
 * <p>Ends as {@link KernelProgram} says. Stateless; every endpoint's thread calls it. Source: RNR-94-007, section
 * "Kernel IS".
 */
public final class Is implements Kernel<ProblemClass> {
    private Is() {}

    /**
     * Runs the benchmark and ends the JVM with a status other than 0 if it fails.
     *
     * @param args the letter of a problem class; none means S
     */
    public static void main(String[] args) {
        int status = new KernelProgram<>(new Is(), args).run();
        if (status != 0) {
            System.exit(status);
        }
    }

    @Override
    public String name() {
        return "IS";
    }

    @Override
    public ProblemClass[] problems() {
        return ProblemClass.values();
    }

    @Override
    public String describe(ProblemClass problem) {
        return problem.totalKeys() + " keys below " + problem.maxKey() + ", " + ProblemClass.ITERATIONS + " iterations";
    }

    @Override
    public IsResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return IsKernel.run(world, problem, showsProgress);
    }
}
