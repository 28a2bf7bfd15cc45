package org.sennit.bench.program;

import java.lang.foreign.Arena;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.WindowFlavor;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Accesses of rank 0 to a window of rank 1, one after the other or in windows of many, each time completed as the plan
 * says. The target waits in a barrier, or makes the calls that belong to the synchronization. Displacements go through
 * 8 KiB. In both directions both ranks are origins at once. All times are of one access.
 */
final class WindowAccesses implements Workload {
    private static final int SPREAD_BYTES = 8 * 1024;
    private static final long PAGE_BYTES = 4096;
    private static final int TAIL_CALLS = 10_000;
    private static final int WINDOWS_PER_BATCH = 10;

    private final Communicator world;
    private final int target;
    private final boolean isOrigin;
    private final boolean isBothWays;
    private final Window window;
    private final Synchronization synchronization;
    private final AccessCall call;
    private final Batching batching;
    private final int together;
    private final long sizeBytes;
    private final long endBytes;
    private final long base; // of the target's memory in its part of the window, in bytes
    private long displacement;

    WindowAccesses(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.target = 1 - world.rank();
        this.isBothWays = plan.benchmark() == Benchmark.PUT_BI_BANDWIDTH;
        this.isOrigin = isBothWays || world.rank() == 0;
        this.sizeBytes = isOfOneWord(plan.benchmark()) ? Long.BYTES : sizeBytes;
        this.endBytes = Math.max(1, SPREAD_BYTES / this.sizeBytes) * this.sizeBytes;
        this.window = window(world, plan, endBytes);
        this.base = window.flavor() == WindowFlavor.DYNAMIC ? attached(world, endBytes) : 0;
        this.synchronization = Synchronization.of(plan);
        this.call = AccessCall.of(window, world, plan, this.sizeBytes);
        boolean isStream = plan.benchmark().isStream();
        Batching usual = Batching.of(sizeBytes, plan.batches(), plan.iterations());
        this.batching = isStream
                ? new Batching(usual.batches(), sizeBytes <= Batching.SINGLE_ABOVE_BYTES ? WINDOWS_PER_BATCH : 1)
                : usual;
        this.together = isStream ? plan.window() : 1;
    }

    private static Window window(Communicator world, Plan plan, long bytes) {
        return switch (plan.setting(Setting.EXPOSED)) {
            case "array" ->
                world.createWindow(
                        bytes % Long.BYTES == 0
                                ? new long[Math.toIntExact(bytes / Long.BYTES)]
                                : new byte[Math.toIntExact(bytes)],
                        1);
            case "segment" -> world.createWindow(Arena.ofAuto().allocate(bytes, PAGE_BYTES), 1);
            case "dynamic" -> world.createDynamicWindow();
            default -> world.allocateWindow(bytes, 1);
        };
    }

    /** Attaches memory, and returns where the target's lies. */
    private long attached(Communicator world, long bytes) {
        long[] places = new long[world.size()];
        places[world.rank()] = window.attach(Arena.ofAuto().allocate(bytes, PAGE_BYTES));
        world.allreduce(Communicator.IN_PLACE, places, Operation.SUM);
        return places[target];
    }

    private static boolean isOfOneWord(Benchmark benchmark) {
        return switch (benchmark) {
            case FETCH_AND_OP, COMPARE_AND_SWAP, FETCH_AND_OP_RATE, COMPARE_AND_SWAP_RATE -> true;
            default -> false;
        };
    }

    @Override
    public void warmUp(int batches) {
        int count = Math.max(batches, batching.warmUpBatches());
        phase(() -> {
            for (int batch = 0; batch < count; batch++) {
                epochs(batching.iterations());
            }
        });
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        phase(() -> {
            for (int batch = 0; batch < batching.batches(); batch++) {
                if (isBothWays) {
                    world.barrier();
                }
                long start = System.nanoTime();
                epochs(batching.iterations());
                if (isBothWays) {
                    world.barrier();
                }
                int accesses = batching.iterations() * together * (isBothWays ? 2 : 1);
                samples.record((System.nanoTime() - start) / (double) accesses);
            }
        });
        return samples.summary();
    }

    @Override
    public double tailNs() {
        int calls = Math.min(TAIL_CALLS, batching.batches() * batching.iterations());
        if (together > 1 || batching.iterations() == 1) {
            return Double.NaN;
        }
        Samples samples = new Samples();
        phase(() -> {
            for (int i = 0; i < calls; i++) {
                long start = System.nanoTime();
                epochs(1);
                samples.record(System.nanoTime() - start);
            }
        });
        return samples.summary().p99Ns();
    }

    /** Runs the same calls on both sides; a target that has none waits. */
    private void phase(Runnable calls) {
        boolean isCaller = isOrigin || synchronization.isActive();
        if (isCaller) {
            synchronization.begin(window, target);
            calls.run();
            synchronization.end(window, target);
        }
        world.barrier();
    }

    private void epochs(int count) {
        for (int i = 0; i < count; i++) {
            if (!isOrigin) {
                synchronization.asTarget(window, target);
                continue;
            }
            if (isBothWays) {
                synchronization.post(window, target);
            }
            synchronization.before(window, target);
            for (int access = 0; access < together; access++) {
                call.run(target, base + displacement);
                displacement = displacement + sizeBytes == endBytes ? 0 : displacement + sizeBytes;
            }
            synchronization.after(window, target);
            if (isBothWays) {
                synchronization.waitFor(window);
            }
        }
    }

    @Override
    public void close() {
        window.close();
    }
}
