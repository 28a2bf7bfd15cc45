package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.message.Request;

/** Windows of nonblocking sends from rank 0 to rank 1, each answered by an empty message: ns a message. */
final class Windows implements Workload {

    private static final int DATA_TAG = 1;
    private static final int ANSWER_TAG = 2;
    private static final int WINDOWS_PER_BATCH = 10;
    private static final long FEWER_ABOVE_BYTES = 1 << 20;
    private static final int FEWER = 4;
    private static final byte[] NOTHING = {};

    private final Communicator world;
    private final int rank;
    private final int batches;
    private final int windowsPerBatch;
    private final Request[] requests;
    private final Object memory;

    Windows(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.rank = world.rank();
        this.batches = sizeBytes <= FEWER_ABOVE_BYTES ? plan.batches() : plan.batches() / FEWER + 1;
        this.windowsPerBatch = sizeBytes <= Batching.SINGLE_ABOVE_BYTES ? WINDOWS_PER_BATCH : 1;
        this.requests = new Request[plan.window()];
        this.memory = Memory.ofBytes(world, plan, sizeBytes);
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
            samples.record((System.nanoTime() - start) / (double) windowsPerBatch / requests.length);
        }
        return samples.summary();
    }

    private void windows(int count) {
        for (int window = 0; window < count; window++) {
            if (rank == 0) {
                send();
            } else {
                receive();
            }
        }
    }

    private void send() {
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.nonblocking().send(memory, 1, DATA_TAG);
        }
        Request.awaitAll(requests);
        world.receive(NOTHING, 1, ANSWER_TAG);
    }

    private void receive() {
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.nonblocking().receive(memory, 0, DATA_TAG);
        }
        Request.awaitAll(requests);
        world.send(NOTHING, 0, ANSWER_TAG);
    }

    @Override
    public double tailNs() {
        return Double.NaN;
    }
}
