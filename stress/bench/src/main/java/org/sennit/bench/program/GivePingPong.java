package org.sennit.bench.program;

import java.util.Map;
import org.sennit.Communicator;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;

/**
 * One buffer of the pool that ranks 0 and 1 give each other, never touched, in turn with messages of 8 bytes that they
 * send each other; half a round trip is one way.
 *
 * <p>How many round trips a batch has is found out by trying: a buffer whose bytes travel may take as long as a
 * million whose reference does.
 */
final class GivePingPong implements Workload {
    private static final int GIVE_TAG = 1;
    private static final int SEND_TAG = 2;
    private static final int MOST_ITERATIONS = 1000;
    private static final int TAIL_ROUND_TRIPS = 10_000;
    private static final long BATCH_NS = 400_000;
    private static final long SIZE_NS = 2_000_000_000L;

    private final Communicator world;
    private final int peer;
    private final OwnershipPool pool;
    private final Handover handover;
    private final int wantedBatches;
    private final int wantedIterations;
    private final long[] message = new long[1];
    private Summary ofMessages = Summary.NONE;

    /** Null while the other side has it. */
    private OwnedBuffer buffer;

    // Agreed by both sides before the first batch, and while they get warm; 0 until then.
    private int iterations;
    private int batches;

    GivePingPong(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.peer = 1 - world.rank();
        this.wantedBatches = plan.batches();
        this.wantedIterations = plan.iterations();
        this.pool = world.rank() < 2 ? OwnershipPool.of(world.endpoint()) : null;
        this.handover = pool == null ? null : pool.over(world);
        this.buffer = world.rank() == 0 ? pool.alloc(sizeBytes) : null;
    }

    @Override
    public void warmUp(int atLeast) {
        if (isShort()) { // again and again: a cold give takes as long as a hundred, and one a batch stays cold
            agree();
        }
        for (int batch = 0; batch < Math.max(atLeast, batches / 5 + 1); batch++) {
            gives(iterations);
            messages(Batching.of(0, 1, wantedIterations).iterations());
        }
    }

    /**
     * Agrees on a batch: rank 0 doubles the number by its clock, and sends it to the other side, until it fills one.
     */
    private void agree() {
        long[] agreed = new long[2];
        for (int count = 1; agreed[0] == 0; count *= 2) {
            long before = System.nanoTime();
            gives(count);
            long ns = Math.max(1, System.nanoTime() - before);
            if (ns >= BATCH_NS || 2 * count > MOST_ITERATIONS) {
                int fitting = Math.clamp(BATCH_NS * count / ns, 1, MOST_ITERATIONS);
                agreed[0] = wantedIterations > 0 ? Math.min(wantedIterations, fitting) : fitting;
                agreed[1] = Math.clamp(SIZE_NS * count / (agreed[0] * ns), 2, Math.max(2, wantedBatches));
            }
            if (world.rank() == 0) {
                world.send(agreed, peer, SEND_TAG);
            } else {
                world.receive(agreed, peer, SEND_TAG);
            }
        }
        iterations = (int) agreed[0];
        batches = (int) agreed[1];
    }

    /** Returns whether a batch takes so little time that it is worth while to look again how many gives fill it. */
    private boolean isShort() {
        return iterations == 0 || batches >= wantedBatches;
    }

    @Override
    public Summary measure() {
        if (isShort()) {
            agree();
        }
        Samples ofGives = new Samples();
        Samples ofSends = new Samples();
        int messages = Batching.of(0, 1, wantedIterations).iterations();
        for (int batch = 0; batch < batches; batch++) {
            long start = System.nanoTime();
            gives(iterations);
            long middle = System.nanoTime();
            messages(messages);
            ofGives.record((middle - start) / 2.0 / iterations);
            ofSends.record((System.nanoTime() - middle) / 2.0 / messages);
        }
        ofMessages = ofSends.summary();
        return ofGives.summary();
    }

    @Override
    public Map<String, Summary> beside() {
        return Map.of(Benchmark.EIGHT_BYTES, ofMessages);
    }

    @Override
    public double tailNs() {
        if (iterations < MOST_ITERATIONS) {
            return Double.NaN;
        }
        Samples samples = new Samples();
        for (int i = 0; i < Math.min(TAIL_ROUND_TRIPS, batches * iterations); i++) {
            long start = System.nanoTime();
            gives(1);
            samples.record((System.nanoTime() - start) / 2.0);
        }
        return samples.summary().p99Ns();
    }

    private void gives(int count) {
        if (world.rank() == 0) {
            OwnedBuffer mine = buffer;
            for (int i = 0; i < count; i++) {
                handover.give(mine, peer, GIVE_TAG);
                mine = handover.take(peer, GIVE_TAG);
            }
            buffer = mine;
        } else {
            for (int i = 0; i < count; i++) {
                handover.give(handover.take(peer, GIVE_TAG), peer, GIVE_TAG);
            }
        }
    }

    private void messages(int count) {
        if (world.rank() == 0) {
            for (int i = 0; i < count; i++) {
                world.send(message, peer, SEND_TAG);
                world.receive(message, peer, SEND_TAG);
            }
        } else {
            for (int i = 0; i < count; i++) {
                world.receive(message, peer, SEND_TAG);
                world.send(message, peer, SEND_TAG);
            }
        }
    }

    /** Frees the buffers: the largest is a gigabyte, and no size leaves one to the next. */
    @Override
    public void close() {
        if (buffer != null) {
            pool.free(buffer);
        }
        pool.trim(0);
    }
}
