package org.sennit.conformance.cost;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.CleanWindows;
import org.sennit.testkit.Deadlines;

/**
 * Waits until a step that all ranks of a communicator take together allocates no more than it may on any of them. The
 * compilers need some tens of thousands of calls, and on a busy machine they fall behind, so the limit is a time and
 * not a number of calls.
 */
final class SteadyState {
    /** Until then a step that still allocates is not taken for one that always will; multiplied as in {@link Deadlines}. */
    private static final long LIMIT_SECONDS = 20;

    private SteadyState() {}

    /**
     * Repeats the step in windows until most of the last windows are clean on all ranks, and fails when they are not.
     *
     * @param world all ranks of it call this
     * @param steps in a window
     * @param mostBytes that a step may allocate
     * @param step what every rank repeats
     */
    static void await(Communicator world, int steps, long mostBytes, Runnable step) {
        long startNs = System.nanoTime();
        long limitNs = Deadlines.ns(LIMIT_SECONDS);
        CleanWindows last = new CleanWindows(mostBytes * steps);
        int[] goesOn = {1, 0};
        while (goesOn[0] > 0) {
            step.run(); // the first one after another call may make a view of its memory
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < steps; i++) {
                step.run();
            }
            last.add(AllocatedBytes.ofThisThread() - before);
            goesOn[0] = last.isSteady() ? 0 : 1;
            goesOn[1] = System.nanoTime() - startNs > limitNs ? 1 : 0;
            world.allreduce(Communicator.IN_PLACE, goesOn, Operation.SUM);
            if (goesOn[1] > 0) {
                break;
            }
        }
        last.assertSteady("rank=" + world.rank() + " steps=" + steps);
    }
}
