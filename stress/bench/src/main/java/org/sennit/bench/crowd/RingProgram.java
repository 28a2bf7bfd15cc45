package org.sennit.bench.crowd;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * One message of 8 bytes goes round and round a ring of all endpoints, while all but one of them wait. Rank 0 counts
 * the time of whole laps and ends it. One object a job, shared by its endpoints.
 */
final class RingProgram implements EndpointProgram {
    private static final int TAG = 3;
    private static final long STOP = -1;

    private final long warmUpNs;
    private final long measureNs;
    private final long batchNs;

    // Written by rank 0 before its job ends, read by the thread that ran the job.
    private Summary hop = Summary.NONE;
    private long barrierNs;

    /** Makes a ring that runs for so long, in batches of whole laps. */
    RingProgram(long warmUpNs, long measureNs, long batchNs) {
        this.warmUpNs = warmUpNs;
        this.measureNs = measureNs;
        this.batchNs = batchNs;
    }

    /** Returns the time of one hop, over batches. */
    Summary hop() {
        return hop;
    }

    /** Returns the time of one barrier of all endpoints, the best of some. */
    long barrierNs() {
        return barrierNs;
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        long[] token = new long[1];
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        world.barrier();
        if (world.rank() == 0) {
            lead(world, token, next, previous);
        } else {
            do {
                world.receive(token, previous, TAG);
                world.send(token, next, TAG);
            } while (token[0] != STOP);
        }
        barriers(world);
    }

    private void lead(Communicator world, long[] token, int next, int previous) {
        laps(world, token, next, previous, warmUpNs, new Samples());
        Samples samples = new Samples();
        laps(world, token, next, previous, measureNs, samples);
        hop = samples.summary();
        token[0] = STOP;
        world.send(token, next, TAG);
        world.receive(token, previous, TAG);
    }

    private void laps(Communicator world, long[] token, int next, int previous, long durationNs, Samples samples) {
        long start = System.nanoTime();
        long batchStart = start;
        long hops = 0;
        while (batchStart - start < durationNs) {
            token[0]++;
            world.send(token, next, TAG);
            world.receive(token, previous, TAG);
            hops += world.size();
            long now = System.nanoTime();
            if (now - batchStart >= batchNs) {
                samples.record((double) (now - batchStart) / hops);
                batchStart = now;
                hops = 0;
            }
        }
    }

    private void barriers(Communicator world) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            world.barrier();
            best = Math.min(best, System.nanoTime() - start);
        }
        if (world.rank() == 0) {
            barrierNs = best;
        }
    }
}
