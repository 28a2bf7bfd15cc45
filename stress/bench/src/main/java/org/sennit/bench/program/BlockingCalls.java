package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/** Blocking calls of one collective: ns a call as rank 0 sees it. Of two endpoints, two calls are a round trip. */
final class BlockingCalls extends CollectiveWorkload {
    private static final int TAIL_CALLS = 10_000;
    private static final int CROWDED_ITERATIONS = 100;

    private final BlockingCollective collective;

    BlockingCalls(Plan plan, long sizeBytes, Communicator world, BlockingCollective collective) {
        super(plan, sizeBytes, world, CROWDED_ITERATIONS);
        this.collective = collective;
    }

    @Override
    void call(int withRoot, long computeNs) {
        collective.run(withRoot);
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            samples.record(batchNs(0));
        }
        return samples.summary();
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
            callOnce(0);
            samples.record(System.nanoTime() - start);
        }
        return samples.summary().p99Ns();
    }
}
