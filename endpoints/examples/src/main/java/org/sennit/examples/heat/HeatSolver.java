package org.sennit.examples.heat;

import java.util.function.IntConsumer;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * Jacobi's method on a picture whose rows are shared out over a communicator: in each step, halo rows travel while the
 * inner rows are computed, and at intervals all ranks agree whether the field still changes.
 *
 * <p>Collective; one thread a rank. The result has the same bits for every number of ranks: a pixel's sum does not
 * depend on which endpoint computes it, and the largest change, unlike a sum of squares, not on the order in which it
 * is found. Source: Jacobi's method for Laplace's equation with five points.
 */
final class HeatSolver {
    private static final int UPWARD = 1;
    private static final int DOWNWARD = 2;

    private final Communicator world;

    /** Null on a rank that has no rows. */
    private final Slab slab;

    private final int up;
    private final int down;
    private final float[] change = new float[1];
    private int steps;

    HeatSolver(Communicator world, int height, Slab slab) {
        this.world = world;
        this.slab = slab;
        int lastWithRows = Math.min(height, world.size()) - 1;
        this.up = world.rank() == 0 ? Communicator.NULL_PROCESS : world.rank() - 1;
        this.down = world.rank() >= lastWithRows ? Communicator.NULL_PROCESS : world.rank() + 1;
    }

    /** Steps done so far. */
    int steps() {
        return steps;
    }

    /** Returns the largest change of any pixel in the step after which the ranks last agreed. */
    float largestChange() {
        return change[0];
    }

    /** Steps until the largest change is below the tolerance, or the given number of steps is done. */
    void solve(int maxSteps, int checkInterval, float tolerance, IntConsumer stepsDone) {
        boolean isSettled = false;
        while (steps < maxSteps && !isSettled) {
            steps++;
            if (slab != null) {
                step();
            }
            if (steps % checkInterval == 0 || steps == maxSteps) {
                isSettled = agreeOnChange() < tolerance;
                stepsDone.accept(steps);
            }
            if (slab != null) {
                slab.advance();
            }
        }
    }

    /** Computes a step. Operations with a neighbor that is NULL_PROCESS end at once, as in MPI. */
    private void step() {
        DataLayout row = DataLayout.FLOAT;
        int last = slab.rows();
        Request above = world.nonblocking().receive(slab.row(0), row, up, DOWNWARD);
        Request below = world.nonblocking().receive(slab.row(last + 1), row, down, UPWARD);
        Request toAbove = world.nonblocking().send(slab.row(1), row, up, UPWARD);
        Request toBelow = world.nonblocking().send(slab.row(last), row, down, DOWNWARD);
        slab.computeInner();
        Request.awaitAll(above, below, toAbove, toBelow);
        slab.computeOuter();
    }

    private float agreeOnChange() {
        change[0] = slab == null ? 0 : slab.largestChange();
        world.allreduce(Communicator.IN_PLACE, change, Operation.MAX);
        return change[0];
    }
}
