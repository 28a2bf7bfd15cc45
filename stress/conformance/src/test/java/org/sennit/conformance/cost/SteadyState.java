package org.sennit.conformance.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.CleanWindows;
import org.sennit.testkit.Deadlines;

/**
 * Waits until a step that all ranks of a communicator take together allocates no more than it may on any of them. The
 * compilers need some tens of thousands of calls, and on a busy machine they fall behind, so the limit is a time and
 * not a number of calls. Where other programs take turns with the ranks a call may take milliseconds: then windows
 * become shorter.
 */
final class SteadyState {
    /**
     * Until then a step that still allocates is not taken for one that always will; multiplied as in {@link Deadlines}.
     */
    private static final long LIMIT_SECONDS = 20;

    private static final long SECOND_NS = 1_000_000_000;

    /** Of the threads in the background: twice what they allocate in a second without any calls. */
    private static final long BACKGROUND_BYTES_PER_SECOND = 64 << 10;

    /**
     * The JVM option under which the bytes stand that a window may make in code that is not compiled, for each hundred
     * steps; none without it. A call of the system makes two slices, of 80 bytes together, until its code is compiled.
     * Most messages over sockets come whole. For one that comes in parts, other code makes such calls, which the
     * compiler does not reach for long.
     */
    private static final String COLD_BYTES = "sennit.test.cold.bytes";

    /** Of a call of the system in code that is not compiled, and how many such a window of a hundred steps may have. */
    private static final int CALL_BYTES = 80;

    private static final int COLD_CALLS = 4;

    private static final int LEAST_WINDOWS = 20;
    private static final long LONG_WINDOW_NS = SECOND_NS;
    private static final int SHORTEST_WINDOW = 100; // steps

    /**
     * Of the limit, the part that passes unjudged after the first judgement that the step has failed; twice as much
     * after each further one. A thread that asks for the compilation of a method makes the string constants of its
     * class, and on a busy machine such requests spread over seconds, while a window takes milliseconds: all judgements
     * would be over before the last of them.
     */
    private static final int FIRST_PAUSE = 80;

    private SteadyState() {}

    /**
     * Returns the JVM options for a program whose ranks exchange messages over sockets: a few calls of the system in a
     * hundred steps may make objects.
     */
    static List<String> flagsForSockets() {
        List<String> flags = new ArrayList<>(Deadlines.flags());
        flags.add("-D" + COLD_BYTES + "=" + COLD_CALLS * CALL_BYTES);
        return flags;
    }

    /**
     * Repeats the step in windows until they show on all ranks that it allocates no more ({@link CleanWindows}), and
     * fails when they do not.
     *
     * @param world all ranks of it call this
     * @param most steps in a window
     * @param mostBytes that a step may allocate
     * @param step what every rank repeats
     */
    static void await(Communicator world, int most, long mostBytes, Runnable step) {
        await(world, most, mostBytes, 0, AllocatedBytes::ofThisThread, step);
    }

    /**
     * As {@link #await} for a step that may allocate nothing, of all threads of the JVM, which has one rank: also of
     * those that execute what others ask for. Less than an object a step is left to those that watch clocks.
     */
    static void awaitOfAllThreads(Communicator world, int most, Runnable step) {
        awaitOfAllThreads(world, most, 0, step);
    }

    /** The same for a step that may make objects in some calls of the system, whose code the JVM may never compile. */
    static void awaitOfAllThreads(Communicator world, int most, int uncompiledCalls, Runnable step) {
        await(
                world,
                most,
                Long.BYTES + uncompiledCalls * CALL_BYTES,
                BACKGROUND_BYTES_PER_SECOND,
                AllocatedBytes::ofAllThreads,
                step);
    }

    private static void await(
            Communicator world,
            int most,
            long mostBytes,
            long mostBytesPerSecond,
            LongSupplier allocatedBytes,
            Runnable step) {
        long startNs = System.nanoTime();
        long limitNs = Deadlines.ns(LIMIT_SECONDS);
        CleanWindows last = new CleanWindows(0);
        long coldBytes = Long.getLong(COLD_BYTES, 0); // in a hundred steps
        int steps = most;
        boolean isSteady = false;
        boolean isLate = false;
        int failed = 0;
        long resumeNs = startNs;
        int[] votes = new int[3];
        for (int window = 1; !isSteady && !isLate; window++) {
            step.run(); // the first one after another call may make a view of its memory
            long beginNs = System.nanoTime();
            long before = allocatedBytes.getAsLong();
            for (int i = 0; i < steps; i++) {
                step.run();
            }
            long bytes = allocatedBytes.getAsLong() - before;
            long endNs = System.nanoTime();
            if (endNs - resumeNs >= 0) {
                long inBackground = (endNs - beginNs) * mostBytesPerSecond / SECOND_NS;
                last.add(bytes - mostBytes * steps - coldBytes * Math.max(steps, 100) / 100 - inBackground);
            }
            if (last.failedJudgements() > failed) {
                resumeNs = endNs + (limitNs / FIRST_PAUSE << failed);
                failed = last.failedJudgements();
            }
            votes[0] = last.isSteady() ? 0 : 1;
            votes[1] = last.isHopeless() || window >= LEAST_WINDOWS && endNs - startNs > limitNs ? 1 : 0;
            votes[2] = endNs - beginNs > LONG_WINDOW_NS ? Math.max(steps / 4, Math.min(steps, SHORTEST_WINDOW)) : steps;
            world.allreduce(Communicator.IN_PLACE, votes, Operation.SUM);
            isSteady = votes[0] == 0;
            isLate = votes[1] > 0;
            steps = votes[2] / world.size();
        }
        last.assertSteady("rank=" + world.rank() + " steps=" + steps + " bytes a step=" + mostBytes
                + " bytes in a hundred steps of cold code=" + coldBytes);
    }
}
