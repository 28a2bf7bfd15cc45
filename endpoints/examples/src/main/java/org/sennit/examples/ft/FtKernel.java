package org.sennit.examples.ft;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.examples.console.Progress;
import org.sennit.examples.npb.KernelTiming;

/**
 * Runs kernel FT on a communicator of any size: transforms once untimed, then makes the field anew, transforms it, and
 * for each iteration takes a step in time, transforms back and adds up the checksum.
 *
 * <p>Collective: every rank calls {@link #run} once with the same problem, from its own thread. Three arrays hold the
 * grid: the spectrum that evolves, and two that the transform goes between. Source: RNR-94-007, section "Kernel FT".
 */
public final class FtKernel {
    private final Communicator world;
    private final ProblemClass problem;
    private final Slabs slabs;
    private final GridTransform transform;
    private final Evolution evolution;
    private final double[] spectrum;
    private final double[] columns;
    private final double[] planes;

    private FtKernel(Communicator world, ProblemClass problem) {
        this.world = world;
        this.problem = problem;
        this.slabs = new Slabs(problem.grid(), world.rank(), world.size());
        this.transform = new GridTransform(world, slabs);
        this.evolution = new Evolution(slabs);
        this.spectrum = new double[slabs.length()];
        this.columns = new double[slabs.length()];
        this.planes = new double[slabs.length()];
    }

    /**
     * Runs the benchmark. Blocks until all ranks have finished.
     *
     * @param world the ranks that share the work
     * @param showsProgress whether this rank may show progress, if there is a terminal
     * @return the result, the same on every rank
     */
    public static FtResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return new FtKernel(world, problem).run(showsProgress);
    }

    private FtResult run(boolean showsProgress) {
        try (Progress progress = Progress.open(showsProgress, "transforms", problem.iterations() + 2)) {
            start(); // untimed, as the benchmark has it
            progress.advanceTo(1);
            world.barrier();
            long startNs = System.nanoTime();
            start();
            progress.advanceTo(2);
            List<Complex> checksums = new ArrayList<>();
            for (int i = 1; i <= problem.iterations(); i++) {
                evolution.step(spectrum, columns);
                transform.inverse(columns, planes);
                checksums.add(Checksum.of(world, slabs, planes));
                progress.advanceTo(i + 2);
            }
            return new FtResult(problem, checksums, KernelTiming.agree(world, System.nanoTime() - startNs));
        }
    }

    private void start() {
        InitialField.fill(slabs, planes);
        transform.forward(planes, spectrum);
    }
}
