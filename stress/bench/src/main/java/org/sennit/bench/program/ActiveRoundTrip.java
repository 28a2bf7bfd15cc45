package org.sennit.bench.program;

import java.util.Map;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Active messages from rank 0 to rank 1, each when the one before is complete at rank 0, while rank 1
 * waits for all of a batch. Between processes one takes a packet there and one back, so half of its time
 * compares with a message one way.
 */
final class ActiveRoundTrip implements Workload {
    private static final int TAG = 3;

    private final Communicator world;
    private final ActiveMessages active;
    private final ActiveCounter arrived;
    private final ActiveCounter complete;
    private final int handler;
    private final Batching batching;
    private final Batching ofMessages;
    private final ActiveVector data;
    private final long[] message = new long[1];
    private Summary messages = Summary.NONE;

    ActiveRoundTrip(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.ofMessages = Batching.of(0, 1, plan.iterations());
        this.data = sizeBytes == 0 ? ActiveVector.EMPTY : ActiveVector.of(BenchMemory.ofBytes(world, plan, sizeBytes));
        this.active = world.activeMessages();
        this.arrived = active.newCounter();
        this.complete = active.newCounter();
        this.handler = active.register(ignored -> data);
    }

    @Override
    public void warmUp(int batches) {
        for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
            sends(batching.iterations());
            pingPong(ofMessages.iterations());
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        Samples beside = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            long start = System.nanoTime();
            sends(batching.iterations());
            long middle = System.nanoTime();
            pingPong(ofMessages.iterations());
            samples.record((double) (middle - start) / batching.iterations());
            beside.record((System.nanoTime() - middle) / 2.0 / ofMessages.iterations());
        }
        messages = beside.summary();
        return samples.summary();
    }

    @Override
    public Map<String, Summary> beside() {
        return Map.of(Benchmark.EIGHT_BYTES, messages);
    }

    /** Sets up the messages. Both sides register in one order, so that numbers of handlers and counters agree. */
    private void sends(int count) {
        if (world.rank() == 0) {
            for (int i = 0; i < count; i++) {
                active.send(1, handler, null, data, arrived.number(), null, complete);
                complete.await(1);
            }
        } else {
            arrived.await(count);
        }
    }

    private void pingPong(int count) {
        for (int i = 0; i < count; i++) {
            if (world.rank() == 0) {
                world.send(message, 1, TAG);
                world.receive(message, 1, TAG);
            } else {
                world.receive(message, 0, TAG);
                world.send(message, 0, TAG);
            }
        }
    }

    @Override
    public void close() {
        active.register(handler, null);
    }
}
