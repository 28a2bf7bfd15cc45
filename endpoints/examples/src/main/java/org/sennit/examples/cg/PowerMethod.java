package org.sennit.examples.cg;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The inverse power method: solves A z = x again and again, each time with x the normalised z of the time before, and
 * estimates the eigenvalue of A nearest to the shift as shift + 1 / (x · z).
 *
 * <p>Every rank makes the same calls, one thread each. Surprise: the benchmark runs one iteration untimed and then
 * starts anew from x = 1, which lets caches and the compiler settle. Source: RNR-94-007, section "Kernel CG".
 */
final class PowerMethod {
    private final Communicator world;
    private final ConjugateGradient solver;
    private final double shift;
    private final int rows;
    private final double[] x;
    private final double[] sums = new double[2];
    private double residualNorm;

    PowerMethod(Communicator world, RowBlock block, SparseRows matrix, double shift) {
        this.world = world;
        this.solver = new ConjugateGradient(world, block, matrix);
        this.shift = shift;
        this.rows = block.count();
        this.x = new double[block.blockRows()];
        restart();
    }

    /** Sets x back to 1. */
    void restart() {
        Arrays.fill(x, 0, rows, 1.0);
    }

    /** Makes one outer iteration; returns zeta, the same on every rank. */
    double iterate() {
        residualNorm = solver.solve(x);
        double[] z = solver.solution();
        sums[0] = ConjugateGradient.dot(x, z, rows);
        sums[1] = ConjugateGradient.dot(z, z, rows);
        world.allreduce(Communicator.IN_PLACE, sums, Operation.SUM);
        double scale = 1.0 / Math.sqrt(sums[1]);
        for (int i = 0; i < rows; i++) {
            x[i] = scale * z[i];
        }
        return shift + 1.0 / sums[0];
    }

    /** Returns the norm of x − A z in the last iteration, the same on every rank. */
    double residualNorm() {
        return residualNorm;
    }
}
