package org.sennit.examples.cg;

import org.sennit.Communicator;
import org.sennit.examples.npb.Kernel;
import org.sennit.examples.npb.KernelProgram;

/**
 * The program {@code cg [CLASS]}: the conjugate-gradient kernel of the NAS Parallel Benchmarks, with
 * its verification against the published value.
 *
 * <p>Ends as {@link KernelProgram} says. Stateless; every endpoint's thread calls it. Source: RNR-94-007,
 * section "Kernel CG".
 */
public final class Cg implements Kernel<ProblemClass> {
    private Cg() {}

    /**
     * Runs the benchmark and ends the JVM with a status other than 0 if it fails.
     *
     * @param args the letter of a problem class; none means S
     */
    public static void main(String[] args) {
        int status = new KernelProgram<>(new Cg(), args).run();
        if (status != 0) {
            System.exit(status);
        }
    }

    @Override
    public String name() {
        return "CG";
    }

    @Override
    public ProblemClass[] problems() {
        return ProblemClass.values();
    }

    @Override
    public String describe(ProblemClass problem) {
        return "size " + problem.rows() + ", " + problem.iterations() + " iterations";
    }

    @Override
    public CgResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return CgKernel.run(world, problem, showsProgress);
    }
}
