package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Calls of one collective operation, one after the other, by all endpoints: ns a call as rank 0 sees it. Each call has the
 * next rank as its root: where one root only gave, it would run ahead of all others, and its time would say nothing of
 * them. Of two endpoints, two calls are a round trip. With a fixed root a barrier stands between two calls, and the time is the
 * mean of all endpoints, as in OSU's benchmarks.
 */
final class CollectiveCalls implements Workload {

    private static final int TAIL_CALLS = 10_000;
    private static final int CROWDED_ITERATIONS = 100;

    private final CollectiveCall call;
    private final Communicator world;
    private final boolean isRootFixed;
    private final int ranks;
    private final Batching batching;
    private int root; // 0 as long as it is fixed

    CollectiveCalls(Plan plan, long sizeBytes, Communicator world, CollectiveCall call) {
        this.call = call;
        this.world = world;
        this.ranks = world.size();
        this.isRootFixed = plan.setting(Setting.ROOT).equals(Setting.FIXED_ROOT);
        Batching usual = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        // More endpoints than processors take a thousand times longer a call.
        boolean isCrowded = ranks > Runtime.getRuntime().availableProcessors() && plan.iterations() == 0;
        int iterations = isCrowded ? Math.min(usual.iterations(), CROWDED_ITERATIONS) : usual.iterations();
        int rounds = (iterations + ranks - 1) / ranks; // every root as often as any other
        this.batching = new Batching(usual.batches(), rounds * ranks);
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            calls(batching.iterations());
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            samples.record(isRootFixed ? meanNs() : batchNs());
        }
        return samples.summary();
    }

    private double batchNs() {
        long start = System.nanoTime();
        calls(batching.iterations());
        return (System.nanoTime() - start) / (double) batching.iterations();
    }

    /** Returns the mean of calls that are timed one by one, over all endpoints. */
    private double meanNs() {
        long ns = 0;
        for (int i = 0; i < batching.iterations(); i++) {
            long start = System.nanoTime();
            callOnce();
            ns += System.nanoTime() - start;
            world.barrier();
        }
        double[] sum = {(double) ns / batching.iterations() / ranks};
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        return sum[0];
    }

    private void calls(int count) {
        for (int i = 0; i < count; i++) {
            callOnce();
        }
    }

    private void callOnce() {
        call.run(root);
        if (!isRootFixed) {
            root = root + 1 == ranks ? 0 : root + 1;
        }
    }

    @Override
    public double tailNs() {
        if (batching.iterations() == 1 || isRootFixed) {
            return Double.NaN;
        }
        Samples samples = new Samples();
        int calls = Math.min(TAIL_CALLS, batching.batches() * batching.iterations());
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            callOnce();
            samples.record(System.nanoTime() - start);
        }
        return samples.summary().p99Ns();
    }
}
