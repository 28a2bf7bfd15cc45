package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;

/**
 * Solves M x = b by conjugate gradients on the normal equations M†M x = M†b, in the form that keeps the residual of M x
 * = b itself (CGLS: Hestenes and Stiefel 1952, section 10). All scalar products are exact sums, so the iteration has
 * the same bits for every number of endpoints. Used by the endpoint's thread; all endpoints make the same calls.
 */
final class ConjugateGradient {
    private final NodeLattice lattice;
    private final NodeOperator operator;
    private final NodeOperator.Operand direction;
    private final NodeOperator.Operand residual;
    private final SpinorField gradient;
    private final SpinorField image;

    ConjugateGradient(NodeLattice lattice, NodeOperator operator) {
        this.lattice = lattice;
        this.operator = operator;
        this.direction = operator.newOperand();
        this.residual = operator.newOperand();
        this.gradient = new SpinorField(lattice.local());
        this.image = new SpinorField(lattice.local());
    }

    /**
     * Solves.
     *
     * @param source b
     * @param solution receives x; zero at first
     * @param tolerance of the residual, relative to the source
     * @param mostIterations after which it gives up
     * @return iterations done
     */
    int solve(SpinorField source, SpinorField solution, double tolerance, int mostIterations) {
        residual.field().set(source);
        operator.apply(residual, gradient, true);
        direction.field().set(gradient);
        double[] squares = squares(gradient, source);
        double gradientSquare = squares[0];
        double goal = tolerance * tolerance * squares[1];
        double residualSquare = squares[1];
        int iteration = 0;
        while (iteration < mostIterations && residualSquare > goal && gradientSquare > 0) {
            iteration++;
            operator.apply(direction, image, false);
            double step = gradientSquare / square(image);
            solution.add(step, direction.field());
            residual.field().add(-step, image);
            operator.apply(residual, gradient, true);
            squares = squares(gradient, residual.field());
            direction.field().scaleAndAdd(gradient, squares[0] / gradientSquare);
            gradientSquare = squares[0];
            residualSquare = squares[1];
        }
        return iteration;
    }

    private double square(SpinorField field) {
        double[] bins = new double[ExactSum.BINS];
        field.addSquare(bins, 0);
        lattice.sum(bins);
        return ExactSum.value(bins, 0);
    }

    /** Squares of two norms in one sum over nodes. */
    private double[] squares(SpinorField first, SpinorField second) {
        double[] bins = new double[2 * ExactSum.BINS];
        first.addSquare(bins, 0);
        second.addSquare(bins, ExactSum.BINS);
        lattice.sum(bins);
        return new double[] {ExactSum.value(bins, 0), ExactSum.value(bins, ExactSum.BINS)};
    }
}
