package org.sennit.bench.program;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Rank 1 writes its memory and sends it with the time of sending inside; rank 0 takes the time of arrival, reads all of
 * it and asks for the next. Both read one monotonic clock of the host.
 */
final class FreshOneWay implements Workload {
    private static final int DATA_TAG = 1;
    private static final int ASK_TAG = 2;

    /** The receiver posts its receive in this time, so that the figure is of an expected message. */
    private static final long HEAD_START_NS = 2_000;

    private static final byte[] NOTHING = {};

    private final Communicator world;
    private final int rank;
    private final Batching batching;
    private final Object memory;
    private final MemorySegment view;
    private long checksum;

    FreshOneWay(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.rank = world.rank();
        this.batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.memory = BenchMemory.ofBytes(world, plan, sizeBytes);
        this.view = BenchMemory.view(memory);
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            transfer(batch);
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            samples.record(transfer(batch));
        }
        return samples.summary();
    }

    private double transfer(int round) {
        if (rank == 1) {
            world.receive(NOTHING, 0, ASK_TAG);
            view.fill((byte) round);
            long start = System.nanoTime();
            long now = start;
            while (now - start < HEAD_START_NS) {
                Thread.onSpinWait();
                now = System.nanoTime();
            }
            view.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, now);
            world.send(memory, 0, DATA_TAG);
            return 0;
        }
        world.send(NOTHING, 1, ASK_TAG);
        world.receive(memory, 1, DATA_TAG);
        long arrived = System.nanoTime();
        double latencyNs = arrived - view.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        checksum += BenchMemory.sum(view);
        return latencyNs;
    }

    @Override
    public String toString() {
        return "checksum=" + checksum;
    }
}
