package org.sennit.examples.qmp.gauge;

import java.util.Arrays;
import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.algebra.Philox;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * The links of one endpoint's share of the lattice and of its halo: for each axis an array of matrices, one a site.
 * Used by the endpoint's thread.
 */
public final class GaugeField {
    private static final long PURPOSE = 0x686f74; // "hot"
    private static final int NORMALS = 6;

    private final LocalLattice lattice;
    private final double[][] links = new double[LocalLattice.AXES][];

    /**
     * Makes a field with all links 1, also in the halo: at zero temperature.
     *
     * @param lattice the share
     */
    public GaugeField(LocalLattice lattice) {
        this(lattice, 0);
    }

    /**
     * Makes a field with all links 1, in arrays that are longer.
     *
     * @param lattice the share
     * @param spareDoubles behind the links of each axis
     */
    GaugeField(LocalLattice lattice, int spareDoubles) {
        this.lattice = lattice;
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            links[axis] = new double[Matrix3.DOUBLES * lattice.total() + spareDoubles];
            for (int site = 0; site < lattice.total(); site++) {
                Matrix3.setUnit(links[axis], Matrix3.DOUBLES * site);
            }
        }
    }

    /**
     * Returns the share of the lattice.
     *
     * @return the lattice
     */
    public LocalLattice lattice() {
        return lattice;
    }

    /**
     * Returns the links that point forward along an axis.
     *
     * @param axis 0 to 3
     * @return the array itself: {@link Matrix3#DOUBLES} doubles for each site
     */
    public double[] links(int axis) {
        return links[axis];
    }

    /**
     * Makes all links random, evenly distributed over the group. The halo must be exchanged afterwards.
     *
     * @param seed the same for all endpoints
     */
    public void setHot(long seed) {
        Philox random = new Philox(seed, PURPOSE);
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            for (int site = 0; site < lattice.volume(); site++) {
                int at = Matrix3.DOUBLES * site;
                for (int pair = 0; pair < NORMALS; pair++) {
                    random.draw(lattice.globalIndex(site), axis, pair, 0);
                    double radius = Math.sqrt(-2 * StrictMath.log(random.uniform(0)));
                    double angle = 2 * Math.PI * random.uniform(1);
                    links[axis][at + 2 * pair] = radius * StrictMath.cos(angle);
                    links[axis][at + 2 * pair + 1] = radius * StrictMath.sin(angle);
                }
                Matrix3.unitarize(links[axis], at);
            }
        }
    }

    /**
     * Returns a number that distinguishes configurations: a sum over links of a hash of place and bits.
     *
     * @return the share's part; the sum over all endpoints, modulo 2⁶⁴, does not depend on how the lattice is divided
     */
    public long checksum() {
        long sum = 0;
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            for (int site = 0; site < lattice.volume(); site++) {
                int at = Matrix3.DOUBLES * site;
                long hash = mix(lattice.globalIndex(site) * LocalLattice.AXES + axis);
                for (int k = at; k < at + Matrix3.DOUBLES; k++) {
                    hash = mix(hash ^ Double.doubleToLongBits(links[axis][k]));
                }
                sum += hash;
            }
        }
        return sum;
    }

    /** Mixes a number by the finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /**
     * Returns the plaquettes of a site, one for each pair of axes.
     *
     * @param site one held, whose neighbors are up to date
     * @param first room for a matrix
     * @param second room for a matrix
     * @return a third of the real part of the trace, summed over the six planes
     */
    public double plaquettes(int site, double[] first, double[] second) {
        int here = Matrix3.DOUBLES * site;
        double sum = 0;
        for (int mu = 0; mu < LocalLattice.AXES; mu++) {
            int nextMu = Matrix3.DOUBLES * lattice.neighbor(site, mu);
            for (int nu = 0; nu < mu; nu++) {
                int nextNu = Matrix3.DOUBLES * lattice.neighbor(site, nu);
                Matrix3.multiply(first, 0, links[mu], here, links[nu], nextMu);
                Matrix3.multiply(second, 0, links[nu], here, links[mu], nextNu);
                sum += Matrix3.realTraceDagger(first, second);
            }
        }
        return sum / 3;
    }

    /**
     * Sums the six staples of a link: the matrix v for which the action of the link u is -β/3 Re tr(u v).
     *
     * @param site where the link begins, whose neighbors are up to date
     * @param mu the axis along which it points
     * @param v result
     * @param product room for a matrix
     */
    public void staples(int site, int mu, double[] v, double[] product) {
        Arrays.fill(v, 0);
        int here = Matrix3.DOUBLES * site;
        int ahead = lattice.neighbor(site, mu);
        int next = Matrix3.DOUBLES * ahead;
        double[] alongMu = links[mu];
        for (int nu = 0; nu < LocalLattice.AXES; nu++) {
            if (nu == mu) {
                continue;
            }
            double[] alongNu = links[nu];
            int above = Matrix3.DOUBLES * lattice.neighbor(site, nu);
            Matrix3.multiply(product, 0, alongNu, here, alongMu, above);
            Matrix3.addMultiplyDagger(v, 0, alongNu, next, product, 0);
            int below = Matrix3.DOUBLES * lattice.neighbor(site, nu + LocalLattice.AXES);
            int belowNext = Matrix3.DOUBLES * lattice.neighbor(ahead, nu + LocalLattice.AXES);
            Matrix3.multiply(product, 0, alongMu, below, alongNu, belowNext);
            Matrix3.addDaggerMultiply(v, 0, product, 0, alongNu, below);
        }
    }
}
