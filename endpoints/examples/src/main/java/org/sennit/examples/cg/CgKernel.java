package org.sennit.examples.cg;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.examples.console.Progress;
import org.sennit.examples.npb.KernelTiming;

/**
 * Runs kernel CG on a communicator of any size: makes the matrix, iterates once untimed, then the timed
 * iterations, and agrees on the result.
 *
 * <p>Collective: every rank calls {@link #run} once with the same problem, from its own thread. Surprise: every rank
 * gets the same result, bit for bit, so all can act on the verdict. Source: RNR-94-007, section "Kernel CG".
 */
public final class CgKernel {
    private final Communicator world;
    private final ProblemClass problem;
    private final RowBlock block;

    private CgKernel(Communicator world, ProblemClass problem) {
        this.world = world;
        this.problem = problem;
        this.block = RowBlock.of(problem.rows(), world.rank(), world.size());
    }

    /**
     * Runs the benchmark. Blocks until all ranks have finished.
     *
     * @param world the ranks that share the work
     * @param showsProgress whether this rank may show progress, if there is a terminal
     * @return the result, the same on every rank
     */
    public static CgResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return new CgKernel(world, problem).run(showsProgress);
    }

    private CgResult run(boolean showsProgress) {
        SparseRows matrix;
        try (Progress progress = Progress.open(showsProgress, "matrix", block.count())) {
            matrix = MatrixBuilder.build(problem, block, progress::advanceTo);
        }
        PowerMethod method = new PowerMethod(world, block, matrix, problem.shift());
        try (Progress progress = Progress.open(showsProgress, "iterations", problem.iterations() + 1)) {
            method.iterate(); // untimed, as the benchmark has it
            method.restart();
            progress.advanceTo(1);
            return timedIterations(method, matrix.nonzeroCount(), progress);
        }
    }

    private CgResult timedIterations(PowerMethod method, int blockNonzeros, Progress progress) {
        long[] nonzeros = {blockNonzeros};
        world.allreduce(Communicator.IN_PLACE, nonzeros, Operation.SUM);
        world.barrier();
        long startNs = System.nanoTime();
        double zeta = 0.0;
        for (int i = 1; i <= problem.iterations(); i++) {
            zeta = method.iterate();
            progress.advanceTo(i + 1);
        }
        KernelTiming timing = KernelTiming.agree(world, System.nanoTime() - startNs);
        return new CgResult(problem, zeta, method.residualNorm(), nonzeros[0], timing);
    }
}
