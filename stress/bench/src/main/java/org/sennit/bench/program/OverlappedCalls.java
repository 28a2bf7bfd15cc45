package org.sennit.bench.program;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.message.Request;

/**
 * A nonblocking collective, started and awaited; then with a computation between start and wait that takes as long as the
 * collective alone and makes no call. What the computation hides is the overlap, as in OSU's benchmarks. Each call has the next rank as
 * its root.
 */
final class OverlappedCalls implements Workload {
    private static final int CROWDED_ITERATIONS = 20;
    private static final double PERCENT = 100;

    private final Communicator world;
    private final CollectiveStart collective;
    private final int ranks;
    private final boolean isRootFixed;
    private final Batching batching;
    private final Map<String, Summary> beside = new LinkedHashMap<>();
    private int root; // 0 as long as it is fixed

    OverlappedCalls(Plan plan, long sizeBytes, Communicator world, CollectiveStart collective) {
        this.world = world;
        this.collective = collective;
        this.ranks = world.size();
        this.isRootFixed = plan.setting(Setting.ROOT).equals(Setting.FIXED_ROOT);
        Batching usual = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        boolean isCrowded = ranks > Runtime.getRuntime().availableProcessors() && plan.iterations() == 0;
        int iterations = isCrowded ? Math.min(usual.iterations(), CROWDED_ITERATIONS) : usual.iterations();
        this.batching = new Batching(usual.batches(), (iterations + ranks - 1) / ranks * ranks);
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            batchNs(0);
        }
    }

    @Override
    public Summary measure() {
        Samples alone = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            alone.record(batchNs(0));
        }
        Summary pure = alone.summary();
        double[] computeNs = {pure.medianNs()};
        world.broadcast(computeNs, 0);
        Samples together = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            together.record(batchNs((long) computeNs[0]));
        }
        Summary overall = together.summary();
        double hidden = PERCENT * (1 - (overall.medianNs() - computeNs[0]) / computeNs[0]);
        double percent = Math.clamp(hidden, 0, PERCENT);
        beside.put(Benchmark.OVERALL, overall);
        beside.put(Benchmark.OVERLAP, new Summary(1, percent, percent, percent));
        return pure;
    }

    @Override
    public Map<String, Summary> beside() {
        return beside;
    }

    private double batchNs(long computeNs) {
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

    private void callOnce(long computeNs) {
        Request request = collective.run(root);
        if (computeNs > 0) {
            compute(computeNs);
        }
        request.await();
        if (!isRootFixed) {
            root = root + 1 == ranks ? 0 : root + 1;
        }
    }

    private static void compute(long ns) {
        long end = System.nanoTime() + ns;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public double tailNs() {
        return Double.NaN;
    }
}
