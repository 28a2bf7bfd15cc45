package org.sennit.examples.ft;

import org.sennit.Communicator;
import org.sennit.examples.npb.Kernel;
import org.sennit.examples.npb.KernelProgram;

/**
 * The program {@code ft [CLASS]}: the 3-D FFT kernel of the NAS Parallel Benchmarks, with its verification against
 * the published checksums.
 *
 * <p>Ends as {@link KernelProgram} says. Stateless; every endpoint's thread calls it. Source: RNR-94-007, section
 * "Kernel FT".
 */
public final class Ft implements Kernel<ProblemClass> {
    private Ft() {}

    /**
     * Runs the benchmark and ends the JVM with a status other than 0 if it fails.
     *
     * @param args the letter of a problem class; none means S
     */
    public static void main(String[] args) {
        int status = new KernelProgram<>(new Ft(), args).run();
        if (status != 0) {
            System.exit(status);
        }
    }

    @Override
    public String name() {
        return "FT";
    }

    @Override
    public ProblemClass[] problems() {
        return ProblemClass.values();
    }

    @Override
    public String describe(ProblemClass problem) {
        return "grid " + problem.grid() + ", " + problem.iterations() + " iterations";
    }

    @Override
    public FtResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return FtKernel.run(world, problem, showsProgress);
    }
}
