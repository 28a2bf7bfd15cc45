package org.sennit.examples.cg;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The method of conjugate gradients for A z = x, with 25 steps from z = 0 and no test of convergence,
 * as the benchmark prescribes; A and all vectors are cut in blocks of rows over a communicator.
 *
 * <p>Every rank of the communicator makes the same calls; one thread each. Each step exchanges the
 * direction p once (allgather) and sums two scalars (allreduce). Sums run in ascending order inside a
 * block and in the canonical order of the collectives across blocks, so the result depends on the
 * number of endpoints, to the last bit, and on nothing else. Source: RNR-94-007, section "Kernel CG".
 */
final class ConjugateGradient {
    private final Communicator world;
    private final SparseRows matrix;
    private final int rows;

    // One block each, padded to the same length on every rank; the padding stays zero.
    private final double[] solution;
    private final double[] residual;
    private final double[] direction;
    private final double[] product;

    /** The direction of all ranks. */
    private final double[] wholeDirection;

    private final double[] scalar = new double[1];

    ConjugateGradient(Communicator world, RowBlock block, SparseRows matrix) {
        this.world = world;
        this.matrix = matrix;
        this.rows = block.count();
        this.solution = new double[block.blockRows()];
        this.residual = new double[block.blockRows()];
        this.direction = new double[block.blockRows()];
        this.product = new double[block.blockRows()];
        this.wholeDirection = new double[block.blockRows() * world.size()];
    }

    /** Returns this rank's block of z after {@link #solve}. */
    double[] solution() {
        return solution;
    }

    /**
     * Solves for z.
     *
     * @param right this rank's block of x
     * @return the norm of x − A z
     */
    double solve(double[] right) {
        double rho = sumOverRanks(start(right));
        for (int step = 0; step < ProblemClass.INNER_ITERATIONS; step++) {
            multiply(direction);
            double alpha = rho / sumOverRanks(dot(direction, product, rows));
            double nextRho = sumOverRanks(advance(alpha));
            turn(nextRho / rho);
            rho = nextRho;
        }
        multiply(solution);
        return Math.sqrt(sumOverRanks(distance(right, product, rows)));
    }

    /** z = 0, r = p = x; returns r · r. */
    private double start(double[] right) {
        Arrays.fill(solution, 0.0);
        System.arraycopy(right, 0, residual, 0, rows);
        System.arraycopy(right, 0, direction, 0, rows);
        return dot(right, right, rows);
    }

    /** product = A v. */
    private void multiply(double[] block) {
        world.allgather(block, wholeDirection);
        matrix.multiply(wholeDirection, product);
    }

    /** z = z + alpha p, r = r − alpha q; returns r · r. */
    private double advance(double alpha) {
        double sum = 0.0;
        for (int i = 0; i < rows; i++) {
            solution[i] += alpha * direction[i];
            double r = residual[i] - alpha * product[i];
            residual[i] = r;
            sum += r * r;
        }
        return sum;
    }

    /** p = r + beta p. */
    private void turn(double beta) {
        for (int i = 0; i < rows; i++) {
            direction[i] = residual[i] + beta * direction[i];
        }
    }

    private double sumOverRanks(double part) {
        scalar[0] = part;
        world.allreduce(Communicator.IN_PLACE, scalar, Operation.SUM);
        return scalar[0];
    }

    static double dot(double[] left, double[] right, int count) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    private static double distance(double[] left, double[] right, int count) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            double difference = left[i] - right[i];
            sum += difference * difference;
        }
        return sum;
    }
}
