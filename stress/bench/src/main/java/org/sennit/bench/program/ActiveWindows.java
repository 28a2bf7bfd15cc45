package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Windows of active messages from rank 0 to rank 1, each awaited as a whole at its origin: ns a message. Rank 1 waits
 * for all of a batch.
 */
final class ActiveWindows implements Workload {
    private static final int WINDOWS_PER_BATCH = 10;

    private final boolean isOrigin;
    private final ActiveMessages active;
    private final ActiveCounter arrived;
    private final ActiveCounter complete;
    private final int handler;
    private final int batches;
    private final int windowsPerBatch;
    private final int window;
    private final ActiveVector data;

    ActiveWindows(Communicator world, Plan plan, long sizeBytes) {
        this.isOrigin = world.rank() == 0;
        this.batches = plan.batches();
        this.windowsPerBatch = sizeBytes <= Batching.SINGLE_ABOVE_BYTES ? WINDOWS_PER_BATCH : 1;
        this.window = plan.window();
        this.data = ActiveVector.of(BenchMemory.ofBytes(world, plan, sizeBytes));
        this.active = world.activeMessages();
        this.arrived = active.newCounter();
        this.complete = active.newCounter();
        this.handler = active.register(ignored -> data);
    }

    @Override
    public void warmUp(int atLeast) {
        windows(Math.max(atLeast, batches / 5 + 1) * windowsPerBatch);
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batches; batch++) {
            long start = System.nanoTime();
            windows(windowsPerBatch);
            samples.record((System.nanoTime() - start) / (double) windowsPerBatch / window);
        }
        return samples.summary();
    }

    @Override
    public double tailNs() {
        return Double.NaN;
    }

    private void windows(int count) {
        if (!isOrigin) {
            arrived.await((long) count * window);
            return;
        }
        for (int i = 0; i < count; i++) {
            for (int message = 0; message < window; message++) {
                active.send(1, handler, null, data, arrived.number(), null, complete);
            }
            complete.await(window);
        }
    }

    @Override
    public void close() {
        active.register(handler, null);
    }
}
