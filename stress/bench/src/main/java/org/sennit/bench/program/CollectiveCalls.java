package org.sennit.bench.program;

import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/** Calls of one collective operation, one after the other, by all endpoints: ns a call as rank 0 sees it. */
final class CollectiveCalls implements Workload {

    private static final int TAIL_CALLS = 10_000;

    private final Runnable call;
    private final Batching batching;

    CollectiveCalls(Plan plan, long sizeBytes, int ranks, Runnable call) {
        this.call = call;
        Batching usual = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        // More endpoints than processors take a thousand times longer a call.
        boolean isCrowded = ranks > Runtime.getRuntime().availableProcessors() && plan.iterations() == 0;
        this.batching = isCrowded ? new Batching(usual.batches(), Math.min(usual.iterations(), 100)) : usual;
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
            long start = System.nanoTime();
            calls(batching.iterations());
            samples.record((System.nanoTime() - start) / (double) batching.iterations());
        }
        return samples.summary();
    }

    private void calls(int count) {
        for (int i = 0; i < count; i++) {
            call.run();
        }
    }

    @Override
    public double tailNs() {
        if (batching.iterations() == 1) {
            return Double.NaN;
        }
        Samples samples = new Samples();
        int calls = Math.min(TAIL_CALLS, batching.batches() * batching.iterations());
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            call.run();
            samples.record(System.nanoTime() - start);
        }
        return samples.summary().p99Ns();
    }
}
