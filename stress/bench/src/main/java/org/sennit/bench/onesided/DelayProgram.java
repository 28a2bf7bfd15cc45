package org.sennit.bench.onesided;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.program.WarmUp;

/**
 * Single accesses of 8 bytes by rank 0 to memory of rank 1, each timed by itself until it is complete at the target:
 * first while rank 1 waits in a call, then, where that is wanted, while it computes without any. Rank 0 writes a line
 * an operation to a file: name, median and 99th percentile waiting, then computing, in ns. One object a process.
 */
public final class DelayProgram implements EndpointProgram {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WINDOW_BYTES = 128;
    private static final long STOP_PLACE = 8; // in words, on a cache line of its own
    private static final long PHASE_NS = 1_000_000_000L;
    private static final int STEPS = 1000;
    private static final long WARM_UP_NS = 100_000_000L; // of a phase that is not timed
    private static final int ROUNDS_A_BATCH = 1000; // of the warm-up, which is counted in batches

    private final DelayPlan plan;
    private final Path result;
    private final Supplier<LongPredicate> warmUps;
    private volatile long computed;

    /** What is timed. */
    private record Timed(String name, boolean isUnderLock, Runnable call) {}

    /**
     * Makes a program of all endpoints.
     *
     * @param plan what is measured
     * @param result receives the figures
     */
    public DelayProgram(DelayPlan plan, Path result) {
        this(plan, result, () -> WarmUp.of(plan.rounds() / ROUNDS_A_BATCH, true)::isDue);
    }

    /** As the public constructor, with warm-ups that say at a time in ns whether they are to go on. */
    DelayProgram(DelayPlan plan, Path result, Supplier<LongPredicate> warmUps) {
        this.plan = plan;
        this.result = result;
        this.warmUps = warmUps;
    }

    /**
     * Runs in a launched process.
     *
     * @param arguments those of the plan, and the file for the figures
     */
    public static void main(String[] arguments) {
        Job.run(1, new DelayProgram(DelayPlan.of(arguments), Path.of(arguments[DelayPlan.ARGUMENTS])));
    }

    @Override
    public void run(Endpoint endpoint) throws IOException {
        Communicator world = endpoint.world();
        try (Window window = plan.isOfArray()
                ? world.createWindow(new long[WINDOW_BYTES / Long.BYTES])
                : world.allocateWindow(WINDOW_BYTES, Long.BYTES)) {
            ActiveMessages active = world.activeMessages();
            ActiveCounter complete = active.newCounter();
            int handler = active.register(ignored -> ActiveVector.EMPTY);
            List<String> lines = new ArrayList<>();
            for (Timed each : timed(window, active, handler, complete)) {
                Summary waiting = warmPhase(world, window, each, false);
                Summary computing = plan.isBusy() ? warmPhase(world, window, each, true) : Summary.NONE;
                lines.add(String.format(
                        Locale.ROOT,
                        "%s %.1f %.1f %.1f %.1f",
                        each.name,
                        waiting.medianNs(),
                        waiting.p99Ns(),
                        computing.medianNs(),
                        computing.p99Ns()));
            }
            if (world.rank() == 0) {
                Files.write(result, lines);
            }
        }
    }

    /** Returns the caller's own memory in the window. */
    private static MemorySegment own(Window window) {
        return window.memory() instanceof long[] array ? MemorySegment.ofArray(array) : (MemorySegment) window.memory();
    }

    private static List<Timed> timed(Window window, ActiveMessages active, int handler, ActiveCounter complete) {
        long[] one = {1};
        long[] old = new long[1];
        return List.of(
                new Timed("put", true, () -> {
                    window.put(one, 1, 0);
                    window.flush(1);
                }),
                new Timed("get", true, () -> {
                    window.get(old, 1, 0);
                    window.flush(1);
                }),
                new Timed("lock", false, () -> {
                    window.lock(LockKind.EXCLUSIVE, 1);
                    window.unlock(1);
                }),
                new Timed("accumulate", true, () -> {
                    window.accumulate(one, 1, 0, Operation.SUM);
                    window.flush(1);
                }),
                new Timed("fetch-and-op", true, () -> {
                    window.fetchAndOp(one, old, 1, 0, Operation.SUM);
                    window.flush(1);
                }),
                new Timed("amsend", false, () -> {
                    active.send(1, handler, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, complete);
                    complete.await(1);
                }));
    }

    /**
     * Measures a phase when no compiler works any more: the compilers of two JVMs take the cores of the endpoints, and
     * an active message, which needs both, then waits for the turn of its target: 50 to 700 us in place of 2.
     */
    private Summary warmPhase(Communicator world, Window window, Timed timed, boolean isComputing) {
        LongPredicate warmUp = warmUps.get();
        int[] isAgain = {1};
        while (isAgain[0] == 1) {
            phase(world, window, timed, isComputing, WARM_UP_NS);
            isAgain[0] = warmUp.test(System.nanoTime()) ? 1 : 0;
            world.allreduce(Communicator.IN_PLACE, isAgain, Operation.MAX);
        }
        return phase(world, window, timed, isComputing, PHASE_NS);
    }

    /** Measures accesses for a time at most; rank 0 has the figures. */
    private Summary phase(Communicator world, Window window, Timed timed, boolean isComputing, long mostNs) {
        world.barrier();
        Samples samples = new Samples();
        if (world.rank() == 0) {
            if (timed.isUnderLock) {
                window.lock(LockKind.SHARED, 1);
            }
            long end = System.nanoTime() + mostNs;
            for (int round = 0; round < plan.rounds() && System.nanoTime() < end; round++) {
                long start = System.nanoTime();
                timed.call.run();
                samples.record(System.nanoTime() - start);
            }
            if (timed.isUnderLock) {
                window.unlock(1);
            }
            window.lock(LockKind.SHARED, 1);
            window.put(new long[] {isComputing ? 1 : 0}, 1, STOP_PLACE);
            window.unlock(1);
        } else if (isComputing && world.rank() == 1) {
            compute(own(window));
        }
        world.barrier();
        return samples.summary();
    }

    /** Makes no call until rank 0 has written its word. */
    private void compute(MemorySegment own) {
        long offset = STOP_PLACE * Long.BYTES;
        long state = computed + 1;
        while ((long) WORD.getAcquire(own, offset) == 0) {
            for (int step = 0; step < STEPS; step++) {
                state = state * 6364136223846793005L + 1442695040888963407L;
            }
        }
        computed = state;
        WORD.setRelease(own, offset, 0L);
    }
}
