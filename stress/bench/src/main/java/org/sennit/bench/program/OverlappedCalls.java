package org.sennit.bench.program;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.message.Request;

/**
 * A nonblocking collective, started and awaited; then with a computation between start and wait that takes as long as
 * the collective alone and makes no call. What the computation hides is the overlap, as in OSU's benchmarks.
 */
final class OverlappedCalls extends CollectiveWorkload {
    private static final int CROWDED_ITERATIONS = 20;
    private static final double PERCENT = 100;

    private final CollectiveStart collective;
    private final Map<String, Summary> beside = new LinkedHashMap<>();

    OverlappedCalls(Plan plan, long sizeBytes, Communicator world, CollectiveStart collective) {
        super(plan, sizeBytes, world, CROWDED_ITERATIONS);
        this.collective = collective;
    }

    @Override
    void call(int withRoot, long computeNs) {
        Request request = collective.run(withRoot);
        if (computeNs > 0) {
            compute(computeNs);
        }
        request.await();
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

    private static void compute(long ns) {
        long end = System.nanoTime() + ns;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
