package org.sennit.bench.crowd;

import java.util.EnumMap;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Operation;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Barriers, and then sums of 8 bytes, by all endpoints of a job, one after the other. Rank 0 takes the time of batches
 * and says how many calls the next has. One object a job, shared by its endpoints.
 */
final class ScalingProgram implements EndpointProgram {
    /** The collectives whose cost in endpoints is looked at. */
    enum Call {
        BARRIER,
        ALLREDUCE
    }

    private static final long BATCH_NS = 10_000_000L;
    private static final long MOST_CALLS = 1000;

    private final long warmUpNs;
    private final long measureNs;
    private final long fewestCalls;

    // Written by rank 0 before its job ends, read by the thread that ran the job.
    private final Map<Call, Summary> times = new EnumMap<>(Call.class);
    private long calls;

    /** Duration of each, and its smallest number of calls. */
    ScalingProgram(long warmUpNs, long measureNs, long fewestCalls) {
        this.warmUpNs = warmUpNs;
        this.measureNs = measureNs;
        this.fewestCalls = fewestCalls;
    }

    /** Returns ns a call, over batches. */
    Summary time(Call call) {
        return times.get(call);
    }

    /** Returns the number of timed that calls have ended, of all kinds. */
    long calls() {
        return calls;
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        double[] in = {1};
        double[] out = new double[1];
        for (Call call : Call.values()) {
            Runnable one = switch (call) {
                case BARRIER -> world::barrier;
                case ALLREDUCE -> () -> world.allreduce(in, out, Operation.SUM);
            };
            if (world.rank() == 0) {
                lead(world, one, warmUpNs, 1, new Samples());
                Samples samples = new Samples();
                calls += lead(world, one, measureNs, fewestCalls, samples);
                times.put(call, samples.summary());
                announce(world, 0);
            } else {
                follow(world, one);
            }
        }
        if (out[0] != world.size()) {
            throw new IllegalStateException("sum=" + out[0] + " endpoints=" + world.size());
        }
    }

    private static long lead(Communicator world, Runnable one, long durationNs, long fewest, Samples samples) {
        long start = System.nanoTime();
        long batch = 1;
        long done = 0;
        while (done < fewest || System.nanoTime() - start < durationNs) {
            announce(world, batch);
            long begin = System.nanoTime();
            repeat(one, batch);
            double ns = (System.nanoTime() - begin) / (double) batch;
            samples.record(ns);
            done += batch;
            batch = Math.clamp((long) (BATCH_NS / ns), 1, MOST_CALLS);
        }
        return done;
    }

    private static void follow(Communicator world, Runnable one) {
        for (long batch = announce(world, -1); batch != 0; batch = announce(world, -1)) {
            repeat(one, batch);
        }
    }

    private static long announce(Communicator world, long batch) {
        long[] next = {batch};
        world.broadcast(next, 0);
        return next[0];
    }

    private static void repeat(Runnable one, long count) {
        for (long i = 0; i < count; i++) {
            one.run();
        }
    }
}
