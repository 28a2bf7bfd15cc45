package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.bench.measure.Batching;

/**
 * Calls of one collective by all endpoints, one after the other. Each call has the next rank as its root: where one
 * root only gave, it would run ahead of all others, and its time would say nothing of them. With a fixed root a barrier
 * stands between two calls, and the time is the mean of all endpoints, as in OSU's benchmarks.
 */
abstract class CollectiveWorkload implements Workload {
    final Communicator world;
    final Batching batching;
    final boolean isRootFixed;
    private final int ranks;
    private int root; // 0 as long as it is fixed

    /**
     * Prepares calls.
     *
     * @param crowdedIterations of a batch at most, where endpoints outnumber processors: they take a
     *     thousand times longer a call
     */
    CollectiveWorkload(Plan plan, long sizeBytes, Communicator world, int crowdedIterations) {
        this.world = world;
        this.ranks = world.size();
        this.isRootFixed = plan.setting(Setting.ROOT).equals(Setting.FIXED_ROOT);
        Batching usual = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        boolean isCrowded = ranks > Runtime.getRuntime().availableProcessors() && plan.iterations() == 0;
        int iterations = isCrowded ? Math.min(usual.iterations(), crowdedIterations) : usual.iterations();
        int rounds = (iterations + ranks - 1) / ranks; // every root as often as any other
        this.batching = new Batching(usual.batches(), rounds * ranks);
    }

    /** Calls the collective and waits for it. */
    abstract void call(int withRoot, long computeNs);

    final void callOnce(long computeNs) {
        call(root, computeNs);
        if (!isRootFixed) {
            root = root + 1 == ranks ? 0 : root + 1;
        }
    }

    /** Returns the time of a call in a batch. */
    final double batchNs(long computeNs) {
        if (isRootFixed) {
            return meanNs(computeNs);
        }
        long start = System.nanoTime();
        for (int i = 0; i < batching.iterations(); i++) {
            callOnce(computeNs);
        }
        return (System.nanoTime() - start) / (double) batching.iterations();
    }

    /** Returns the mean of calls that are timed one by one with a barrier between them, over all endpoints. */
    private double meanNs(long computeNs) {
        long ns = 0;
        for (int i = 0; i < batching.iterations(); i++) {
            long start = System.nanoTime();
            callOnce(computeNs);
            ns += System.nanoTime() - start;
            world.barrier();
        }
        double[] sum = {(double) ns / batching.iterations() / ranks};
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        return sum[0];
    }

    @Override
    public final void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            batchNs(0);
        }
    }
}
