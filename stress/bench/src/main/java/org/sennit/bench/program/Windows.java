package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.message.Request;

/**
 * Windows of nonblocking sends from each rank of the first half to one of the second, each answered by an empty
 * message: ns a message of all pairs. In both directions the second half sends as well, and nothing is answered.
 */
final class Windows implements Workload {
    private static final int DATA_TAG = 1;
    private static final int ANSWER_TAG = 2;
    private static final int WINDOWS_PER_BATCH = 10;
    private static final long FEWER_ABOVE_BYTES = 1 << 20;
    private static final int FEWER = 4;
    private static final byte[] NOTHING = {};

    private final Communicator world;
    private final int pairs;
    private final int peer;
    private final boolean isSender;
    private final boolean isBothWays;
    private final int batches;
    private final int windowsPerBatch;
    private final int window;
    private final Request[] requests;
    private final Object memory;
    private final Object other;

    Windows(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.pairs = Math.max(1, world.size() / 2);
        this.isSender = world.rank() < pairs;
        this.peer = isSender ? world.rank() + pairs : world.rank() - pairs;
        this.isBothWays = plan.benchmark() == Benchmark.BI_BANDWIDTH;
        this.batches = sizeBytes <= FEWER_ABOVE_BYTES ? plan.batches() : plan.batches() / FEWER + 1;
        this.windowsPerBatch = sizeBytes <= Batching.SINGLE_ABOVE_BYTES ? WINDOWS_PER_BATCH : 1;
        this.window = plan.window();
        this.requests = new Request[isBothWays ? 2 * window : window];
        this.memory = BenchMemory.ofBytes(world, plan, sizeBytes);
        this.other = isBothWays ? BenchMemory.ofBytes(world, plan, sizeBytes) : memory;
    }

    @Override
    public void warmUp(int atLeast) {
        windows(Math.max(atLeast, batches / 5 + 1) * windowsPerBatch);
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batches; batch++) {
            meet();
            long start = System.nanoTime();
            windows(windowsPerBatch);
            meet();
            samples.record((System.nanoTime() - start) / (double) windowsPerBatch / requests.length / pairs);
        }
        return samples.summary();
    }

    /** Meets the others; the clock of rank 0 counts for all pairs. */
    private void meet() {
        if (pairs > 1) {
            world.barrier();
        }
    }

    private void windows(int count) {
        for (int i = 0; i < count; i++) {
            if (isBothWays) {
                exchange();
            } else if (isSender) {
                send();
            } else {
                receive();
            }
        }
    }

    private void exchange() {
        for (int i = 0; i < window; i++) {
            requests[i] = world.nonblocking().receive(other, peer, DATA_TAG);
        }
        for (int i = 0; i < window; i++) {
            requests[window + i] = world.nonblocking().send(memory, peer, DATA_TAG);
        }
        Request.awaitAll(requests);
    }

    private void send() {
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.nonblocking().send(memory, peer, DATA_TAG);
        }
        Request.awaitAll(requests);
        world.receive(NOTHING, peer, ANSWER_TAG);
    }

    private void receive() {
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.nonblocking().receive(memory, peer, DATA_TAG);
        }
        Request.awaitAll(requests);
        world.send(NOTHING, peer, ANSWER_TAG);
    }
}
