package org.sennit.bench.program;

import java.util.Locale;
import java.util.Map;
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
    private final String besideLabel;
    private final Object besideOut;
    private final Object besideIn;
    private Summary beside = Summary.NONE;

    PingPong(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.rank = world.rank();
        this.batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.out = BenchMemory.ofBytes(world, plan, sizeBytes);
        this.in = BenchMemory.ofBytes(world, plan, sizeBytes);
        this.besideLabel = plan.setting(Setting.BESIDE);
        boolean isBeside = !besideLabel.equals(Setting.BESIDE.usual());
        Plan other = isBeside ? plan.withMemory(Plan.MemoryKind.valueOf(besideLabel.toUpperCase(Locale.ROOT))) : plan;
        this.besideOut = isBeside ? BenchMemory.ofBytes(world, other, sizeBytes) : null;
        this.besideIn = isBeside ? BenchMemory.ofBytes(world, other, sizeBytes) : null;
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            roundTrips(batching.iterations(), out, in);
            if (besideOut != null) {
                roundTrips(batching.iterations(), besideOut, besideIn);
            }
        }
    }

    @Override
    public Map<String, Summary> beside() {
        return besideOut == null ? Map.of() : Map.of(besideLabel, beside);
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        Samples ofOther = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            samples.record(oneWayNs(out, in));
            if (besideOut != null) {
                ofOther.record(oneWayNs(besideOut, besideIn));
            }
        }
        beside = ofOther.summary();
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
            roundTrips(1, out, in);
            samples.record((System.nanoTime() - start) / 2.0);
        }
        return samples.summary().p99Ns();
    }

    private double oneWayNs(Object sent, Object received) {
        long start = System.nanoTime();
        roundTrips(batching.iterations(), sent, received);
        return (System.nanoTime() - start) / 2.0 / batching.iterations();
    }

    private void roundTrips(int count, Object sent, Object received) {
        if (rank == 0) {
            for (int i = 0; i < count; i++) {
                world.send(sent, 1, TAG);
                world.receive(received, 1, TAG);
            }
        } else {
            for (int i = 0; i < count; i++) {
                world.receive(received, 0, TAG);
                world.send(sent, 0, TAG);
            }
        }
    }
}
