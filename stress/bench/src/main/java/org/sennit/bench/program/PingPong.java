package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/** Blocking send and receive there and back between ranks 0 and 1; half a round trip is one way. Warm, as OSU's. */
final class PingPong implements Workload {

    private static final int TAG = 1;
    private static final int TAIL_ROUND_TRIPS = 10_000;

    private final Communicator world;
    private final int rank;
    private final Batching batching;
    private final Object out;
    private final Object in;

    PingPong(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.rank = world.rank();
        this.batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.out = Memory.ofBytes(world, plan, sizeBytes);
        this.in = Memory.ofBytes(world, plan, sizeBytes);
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            roundTrips(batching.iterations());
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            long start = System.nanoTime();
            roundTrips(batching.iterations());
            samples.record((System.nanoTime() - start) / 2.0 / batching.iterations());
        }
        return samples.summary();
    }

    @Override
    public double tailNs() {
        if (batching.iterations() == 1) {
            return Double.NaN;
        }
        Samples samples = new Samples();
        int roundTrips = Math.min(TAIL_ROUND_TRIPS, batching.batches() * batching.iterations());
        for (int i = 0; i < roundTrips; i++) {
            long start = System.nanoTime();
            roundTrips(1);
            samples.record((System.nanoTime() - start) / 2.0);
        }
        return samples.summary().p99Ns();
    }

    private void roundTrips(int count) {
        if (rank == 0) {
            for (int i = 0; i < count; i++) {
                world.send(out, 1, TAG);
                world.receive(in, 1, TAG);
            }
        } else {
            for (int i = 0; i < count; i++) {
                world.receive(in, 0, TAG);
                world.send(out, 0, TAG);
            }
        }
    }
}
