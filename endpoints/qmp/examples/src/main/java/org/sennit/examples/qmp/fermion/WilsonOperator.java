package org.sennit.examples.qmp.fermion;

import java.util.Arrays;
import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.gauge.GaugeField;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * The Wilson–Dirac operator on periodic fields: M = 1 - κ Σ [(1 - γ) U(x) ψ(x + μ) + (1 + γ) U†(x - μ) ψ(x - μ)]. Works
 * on the sites that it is given, so that the interior can be done while the halo is under way. Used by one endpoint's
 * thread.
 */
public final class WilsonOperator {
    /** Floating point operations a site, as the field counts them: the eight terms by half spinors, and 1 - κ. */
    public static final int FLOPS = 1320 + 48;

    private static final Gamma[] GAMMAS = Gamma.values();

    private final GaugeField gauge;
    private final LocalLattice lattice;
    private final double kappa;
    private final double[] sum = new double[SpinorField.DOUBLES];
    private final Hop hop = new Hop(sum);

    /**
     * Makes the operator on a configuration.
     *
     * @param gauge the links, with an up-to-date halo
     * @param kappa the hopping parameter
     */
    public WilsonOperator(GaugeField gauge, double kappa) {
        this.gauge = gauge;
        this.lattice = gauge.lattice();
        this.kappa = kappa;
    }

    /**
     * to = M from on sites that touch the halo, or on those that do not.
     *
     * @param from the operand; its halo must be up to date for the sites that touch it
     * @param to the result
     * @param isFace which sites
     * @param isDagger whether M† is meant
     */
    public void apply(SpinorField from, SpinorField to, boolean isFace, boolean isDagger) {
        for (int parity = 0; parity < 2; parity++) {
            for (int site : lattice.sites(parity, isFace)) {
                applyAt(site, from.values(), to.values(), isDagger ? -1 : 1);
            }
        }
    }

    private void applyAt(int site, double[] from, double[] to, int dagger) {
        Arrays.fill(sum, 0);
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            double[] links = gauge.links(axis);
            int next = lattice.neighbor(site, axis);
            int last = lattice.neighbor(site, axis + LocalLattice.AXES);
            int here = Matrix3.DOUBLES * site;
            int below = Matrix3.DOUBLES * last;
            hop.add(GAMMAS[axis], -dagger, false, links, here, from, SpinorField.DOUBLES * next);
            hop.add(GAMMAS[axis], dagger, true, links, below, from, SpinorField.DOUBLES * last);
        }
        int at = SpinorField.DOUBLES * site;
        for (int k = 0; k < SpinorField.DOUBLES; k++) {
            to[at + k] = from[at + k] - kappa * sum[k];
        }
    }

    /**
     * Applies the operator of unit links to a plane wave, by its closed form: 1 - 2κ Σ cos p + 2iκ Σ γ sin p.
     *
     * @param wave a plane wave
     * @param modes its momentum, in multiples of 2π over the extent of each axis
     * @param to receives the result
     */
    public void applyFree(SpinorField wave, int[] modes, SpinorField to) {
        double diagonal = 1;
        double[] sin = new double[LocalLattice.AXES];
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            double p = 2 * Math.PI * modes[axis] / lattice.extent(axis);
            diagonal -= 2 * kappa * StrictMath.cos(p);
            sin[axis] = 2 * kappa * StrictMath.sin(p);
        }
        double[] from = wave.values();
        double[] out = to.values();
        for (int at = 0; at < SpinorField.DOUBLES * lattice.volume(); at += SpinorField.DOUBLES) {
            for (int k = at; k < at + SpinorField.DOUBLES; k++) {
                out[k] = diagonal * from[k];
            }
            for (int axis = 0; axis < LocalLattice.AXES; axis++) {
                GAMMAS[axis].addProduct(0, sin[axis], from, out, at);
            }
        }
    }
}
