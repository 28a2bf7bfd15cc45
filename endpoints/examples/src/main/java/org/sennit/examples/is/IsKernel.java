package org.sennit.examples.is;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.examples.console.Progress;
import org.sennit.examples.npb.KernelTiming;

/**
 * Runs kernel IS on a communicator of any size: makes the keys, ranks them once untimed and then ten times, each time
 * with two keys changed and five ranks looked up, and at the end puts them in order.
 *
 * <p>Collective: every rank calls {@link #run} once with the same problem, from its own thread. Source: RNR-94-007,
 * section "Kernel IS".
 */
public final class IsKernel {
    private final Communicator world;
    private final ProblemClass problem;
    private final KeyShare share;
    private final BucketSort sort;

    private IsKernel(Communicator world, ProblemClass problem) {
        this.world = world;
        this.problem = problem;
        this.share = KeyShare.of(problem, world.rank(), world.size());
        this.sort = new BucketSort(world, problem, share.keys().length);
    }

    /**
     * Runs the benchmark. Blocks until all ranks have finished.
     *
     * @param world the ranks that share the work
     * @param showsProgress whether this rank may show progress, if there is a terminal
     * @return the result, the same on every rank
     */
    public static IsResult run(Communicator world, ProblemClass problem, boolean showsProgress) {
        return new IsKernel(world, problem).run(showsProgress);
    }

    private IsResult run(boolean showsProgress) {
        try (Progress progress = Progress.open(showsProgress, "iterations", ProblemClass.ITERATIONS + 1)) {
            iterate(1); // untimed, as the benchmark has it
            progress.advanceTo(1);
            world.barrier();
            long startNs = System.nanoTime();
            int[] right = {0};
            for (int iteration = 1; iteration <= ProblemClass.ITERATIONS; iteration++) {
                right[0] += iterate(iteration);
                progress.advanceTo(iteration + 1);
            }
            KernelTiming timing = KernelTiming.agree(world, System.nanoTime() - startNs);
            world.allreduce(Communicator.IN_PLACE, right, Operation.SUM);
            boolean isSorted = FullVerification.isSorted(world, sort.sorted(), problem.totalKeys());
            return new IsResult(problem, right[0], isSorted, timing);
        }
    }

    private int iterate(int iteration) {
        share.set(iteration, iteration);
        share.set(iteration + ProblemClass.ITERATIONS, problem.maxKey() - iteration);
        sort.rank(share);
        return sort.rightRanks(iteration);
    }
}
