package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.gauge.GaugeField;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;

/** Checks of the operator against what is known of it. Stateless; all endpoints make the same calls. */
final class DslashChecks {
    private static final int SPINS = 4;
    private static final int[][] MODES = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, -1, 1, 0}, {1, 1, 1, 1}};

    private DslashChecks() {}

    /**
     * Compares (a, γ5 M γ5 b) with (M a, b) for random fields.
     *
     * @return the difference, relative to the norms
     */
    static double gamma5Defect(NodeLattice lattice, NodeOperator operator, long seed) {
        NodeOperator.Operand a = operator.newOperand();
        NodeOperator.Operand b = operator.newOperand();
        SpinorField image = new SpinorField(lattice.local());
        a.field().setRandom(seed, 0);
        b.field().setRandom(seed, 1);
        double[] bins = new double[6 * ExactSum.BINS];
        operator.apply(a, image, false);
        image.addProduct(b.field(), bins, 0);
        b.field().multiplyGamma5();
        operator.apply(b, image, false);
        image.multiplyGamma5();
        a.field().addProduct(image, bins, 2 * ExactSum.BINS);
        a.field().addSquare(bins, 4 * ExactSum.BINS);
        b.field().addSquare(bins, 5 * ExactSum.BINS);
        lattice.sum(bins);
        double re = value(bins, 0) - value(bins, 2);
        double im = value(bins, 1) - value(bins, 3);
        return Math.hypot(re, im) / Math.sqrt(value(bins, 4) * value(bins, 5));
    }

    private static double value(double[] bins, int sum) {
        return ExactSum.value(bins, sum * ExactSum.BINS);
    }

    /**
     * Compares the operator of unit links with its closed form on plane waves of all spins.
     *
     * @return the largest difference, relative to the norm
     */
    static double freeFieldDefect(NodeLattice lattice, double kappa) {
        GaugeField unit = new GaugeField(lattice.local());
        NodeOperator operator = new NodeOperator(lattice, unit, kappa);
        WilsonOperator closed = new WilsonOperator(unit, kappa);
        NodeOperator.Operand wave = operator.newOperand();
        SpinorField image = new SpinorField(lattice.local());
        SpinorField expected = new SpinorField(lattice.local());
        double largest = 0;
        for (int[] modes : MODES) {
            for (int spin = 0; spin < SPINS; spin++) {
                wave.field().setPlaneWave(modes, spin, spin % 3);
                operator.apply(wave, image, false);
                closed.applyFree(wave.field(), modes, expected);
                image.add(-1, expected);
                double[] bins = new double[2 * ExactSum.BINS];
                image.addSquare(bins, 0);
                wave.field().addSquare(bins, ExactSum.BINS);
                lattice.sum(bins);
                largest = Math.max(largest, Math.sqrt(value(bins, 0) / value(bins, 1)));
            }
        }
        return largest;
    }

    /**
     * Computes b - M x afresh.
     *
     * @return its norm, relative to that of b
     */
    static double residual(NodeLattice lattice, NodeOperator operator, SpinorField b, NodeOperator.Operand x) {
        SpinorField image = new SpinorField(lattice.local());
        operator.apply(x, image, false);
        image.add(-1, b);
        double[] bins = new double[2 * ExactSum.BINS];
        image.addSquare(bins, 0);
        b.addSquare(bins, ExactSum.BINS);
        lattice.sum(bins);
        return Math.sqrt(value(bins, 0) / value(bins, 1));
    }
}
