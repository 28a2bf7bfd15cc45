package org.sennit.examples.qmp.gauge;

import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.algebra.Philox;
import org.sennit.examples.qmp.algebra.Subgroup;

/**
 * The pseudo heat bath of Cabibbo and Marinari: draws an element of each SU(2) subgroup with the weight that the
 * staples give it, by the method of Kennedy and Pendleton (1985), or, where that would reject most, by Creutz's (1980).
 * Random numbers belong to site, sweep, direction, subgroup and trial. Used by one endpoint's thread.
 */
final class HeatBath implements LinkUpdate {
    private static final Subgroup[] SUBGROUPS = Subgroup.values();
    private static final long PURPOSE = 0x68656174; // "heat"
    private static final double CREUTZ_BELOW = 2; // about here both accept equally often
    private static final double FLAT_BELOW = 1e-12; // the weight is then even to the last bit
    private static final int DIRECTION = -1; // the trial whose numbers choose the direction

    private final GaugeField field;
    private final double beta;
    private final Philox random;
    private final double[] staples = new double[Matrix3.DOUBLES];
    private final double[] w = new double[Matrix3.DOUBLES];
    private final double[] a = new double[4];
    private final double[] h = new double[4];
    private final double[] g = new double[4];
    private long sweep;
    private long accepted;
    private long trials;

    HeatBath(GaugeField field, double beta, long seed) {
        this.field = field;
        this.beta = beta;
        this.random = new Philox(seed, PURPOSE);
    }

    /** Begins a sweep; each has its own random numbers. */
    void begin(long newSweep) {
        sweep = newSweep;
        accepted = 0;
        trials = 0;
    }

    /** Returns the number of elements of SU(2) drawn since the sweep began. */
    long accepted() {
        return accepted;
    }

    /** Trials that they took. */
    long trials() {
        return trials;
    }

    @Override
    public void update(int site, int axis) {
        double[] links = field.links(axis);
        int link = Matrix3.DOUBLES * site;
        field.staples(site, axis, staples, w);
        Matrix3.multiply(w, 0, links, link, staples, 0);
        long global = field.lattice().globalIndex(site);
        for (int index = 0; index < SUBGROUPS.length; index++) {
            Subgroup subgroup = SUBGROUPS[index];
            double k = subgroup.project(w, a);
            drawElement(2 * beta / 3 * k, global, SUBGROUPS.length * axis + index);
            Subgroup.multiplyDagger(h, a, g);
            subgroup.multiplyLeft(g, w, 0);
            subgroup.multiplyLeft(g, links, link);
        }
    }

    /** Draws h from SU(2) with weight exp(alpha h0). */
    private void drawElement(double alpha, long global, int place) {
        double below = alpha < CREUTZ_BELOW ? creutz(alpha, global, place) : kennedyPendleton(alpha, global, place);
        double length = Math.sqrt(below * (2 - below));
        random.draw(global, sweep, place, DIRECTION);
        double cos = 1 - 2 * random.uniform(0);
        double sin = Math.sqrt(1 - cos * cos);
        double angle = 2 * Math.PI * random.uniform(1);
        h[0] = 1 - below;
        h[1] = length * sin * StrictMath.cos(angle);
        h[2] = length * sin * StrictMath.sin(angle);
        h[3] = length * cos;
        accepted++;
    }

    /** Draws 1 - h0: weight sqrt(d) exp(-alpha d) by numbers, sqrt(1 - d/2) by rejection. */
    private double kennedyPendleton(double alpha, long global, int place) {
        for (int trial = 0; ; trial++) {
            trials++;
            random.draw(global, sweep, place, trial);
            double cos = StrictMath.cos(2 * Math.PI * random.uniform(2));
            double below = -(StrictMath.log(random.uniform(0)) + StrictMath.log(random.uniform(1)) * cos * cos) / alpha;
            double r = random.uniform(3);
            if (r * r <= 1 - 0.5 * below) {
                return below;
            }
        }
    }

    /** Draws 1 - h0: weight exp(-alpha d) by inversion, sqrt(1 - h0²) by rejection. */
    private double creutz(double alpha, long global, int place) {
        double range = StrictMath.expm1(-2 * alpha);
        for (int trial = 0; ; trial++) {
            trials++;
            random.draw(global, sweep, place, trial);
            double r = random.uniform(0);
            double below = alpha < FLAT_BELOW ? 2 * r : Math.min(2, -StrictMath.log1p(r * range) / alpha);
            double reject = random.uniform(1);
            if (reject * reject <= below * (2 - below)) {
                return below;
            }
        }
    }
}
