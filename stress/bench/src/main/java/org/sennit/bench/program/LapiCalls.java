package org.sennit.bench.program;

import java.util.Map;
import org.sennit.Communicator;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RmwOperation;
import org.sennit.message.DataLayout;

/**
 * Calls of LAPI from rank 0 to rank 1, each when the one before is complete at rank 0, in turn with what does the same
 * without LAPI: an access to a window over equal memory, with a flush, or an active message. Rank 1 waits in a barrier.
 */
final class LapiCalls implements Workload {
    private static final int TARGET = 1;

    private final Communicator world;
    private final Batching batching;
    private final Lapi lapi;
    private final LapiCounter done;
    private final Window window;
    private final Runnable call;
    private final Runnable other;
    private final String label;
    private Summary others = Summary.NONE;

    LapiCalls(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.batching = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.lapi = Lapi.init(world);
        this.done = lapi.newCounter();
        Object exposed = BenchMemory.ofWords(world, plan, sizeBytes);
        Object mine = BenchMemory.ofWords(world, plan, sizeBytes);
        RemoteAddress there = lapi.addressInit(lapi.register(exposed))[TARGET];
        if (plan.benchmark() == Benchmark.LAPI_AMSEND) {
            this.window = null;
            this.label = Benchmark.ACTIVE;
            this.call = amsend(exposed, mine, sizeBytes);
            this.other = activeMessage(exposed, mine, sizeBytes);
        } else {
            this.window = world.createWindow(BenchMemory.ofWords(world, plan, sizeBytes), 1);
            this.label = Benchmark.WINDOW;
            this.call = call(plan.benchmark(), there, mine, sizeBytes);
            this.other = access(plan, mine, sizeBytes);
        }
    }

    private Runnable amsend(Object in, Object mine, long bytes) {
        LapiVector to = LapiVector.of(in, bytes);
        int handler = lapi.registerHandler(ignored -> to);
        return () -> {
            lapi.amsend(TARGET, handler, null, 0, mine, bytes, null, null, done);
            lapi.waitcntr(done, 1);
        };
    }

    /** Both ranks register in one order, so the numbers of their handlers are the same. */
    private Runnable activeMessage(Object in, Object mine, long bytes) {
        ActiveMessages active = world.activeMessages();
        ActiveCounter complete = active.newCounter();
        ActiveVector to = bytes == 0 ? ActiveVector.EMPTY : ActiveVector.of(in);
        ActiveVector data = bytes == 0 ? ActiveVector.EMPTY : ActiveVector.of(mine);
        int handler = active.register(ignored -> to);
        return () -> {
            active.send(TARGET, handler, null, data, ActiveMessages.NO_COUNTER, null, complete);
            complete.await(1);
        };
    }

    private Runnable call(Benchmark benchmark, RemoteAddress there, Object mine, long bytes) {
        return switch (benchmark) {
            case LAPI_PUT ->
                () -> {
                    lapi.put(TARGET, bytes, there, mine, null, null, done);
                    lapi.waitcntr(done, 1);
                };
            case LAPI_GET ->
                () -> {
                    lapi.get(TARGET, bytes, there, mine, null, done);
                    lapi.waitcntr(done, 1);
                };
            default -> {
                long[] one = {1};
                long[] previous = new long[1];
                yield () -> {
                    lapi.rmw64(RmwOperation.FETCH_AND_ADD, TARGET, there, one, previous, done);
                    lapi.waitcntr(done, 1);
                };
            }
        };
    }

    private Runnable access(Plan plan, Object mine, long bytes) {
        DataLayout layout =
                bytes % Long.BYTES == 0 ? DataLayout.LONG.count(bytes / Long.BYTES) : DataLayout.BYTE.count(bytes);
        return switch (plan.benchmark()) {
            case LAPI_PUT ->
                () -> {
                    window.put(mine, layout, TARGET, 0, layout);
                    window.flush(TARGET);
                };
            case LAPI_GET ->
                () -> {
                    window.get(mine, layout, TARGET, 0, layout);
                    window.flush(TARGET);
                };
            default -> {
                long[] one = {1};
                long[] previous = new long[1];
                yield () -> {
                    window.fetchAndOp(one, previous, DataLayout.LONG, TARGET, 0, Operation.SUM);
                    window.flush(TARGET);
                };
            }
        };
    }

    @Override
    public void warmUp(int batches) {
        phase(() -> {
            for (int batch = 0; batch < Math.max(batches, batching.warmUpBatches()); batch++) {
                timeNs(call);
                timeNs(other);
            }
        });
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        Samples beside = new Samples();
        phase(() -> {
            for (int batch = 0; batch < batching.batches(); batch++) {
                samples.record(timeNs(call));
                beside.record(timeNs(other));
            }
        });
        if (world.rank() == TARGET) { // has timed nothing, and is not asked
            return Summary.NONE;
        }
        others = beside.summary();
        return samples.summary();
    }

    @Override
    public Map<String, Summary> beside() {
        return Map.of(label, others);
    }

    @Override
    public double tailNs() {
        return Double.NaN;
    }

    /** Runs the calls of rank 0, in an epoch of the window, while rank 1 waits. */
    private void phase(Runnable calls) {
        if (world.rank() != TARGET) {
            if (window != null) {
                window.lock(LockKind.SHARED, TARGET);
            }
            calls.run();
            if (window != null) {
                window.unlock(TARGET);
            }
        }
        world.barrier();
    }

    private double timeNs(Runnable repeated) {
        long start = System.nanoTime();
        for (int i = 0; i < batching.iterations(); i++) {
            repeated.run();
        }
        return (double) (System.nanoTime() - start) / batching.iterations();
    }

    @Override
    public void close() {
        if (window != null) {
            window.close();
        }
        lapi.term();
    }
}
