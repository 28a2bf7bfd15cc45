package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.algebra.Philox;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * A field of Dirac spinors with color: 24 doubles for each site of the share and of its halo, by spin, then color, real
 * part first. Used by the endpoint's thread.
 */
public final class SpinorField {
    /** Doubles of a site. */
    public static final int DOUBLES = 24;

    private static final long PURPOSE = 0x7370696e; // "spin"

    private final LocalLattice lattice;
    private final double[] values;

    /**
     * Makes a field that is zero.
     *
     * @param lattice the share
     */
    public SpinorField(LocalLattice lattice) {
        this.lattice = lattice;
        this.values = new double[DOUBLES * lattice.total()];
    }

    /**
     * Returns the numbers.
     *
     * @return the array itself, {@link #DOUBLES} for each site
     */
    public double[] values() {
        return values;
    }

    /**
     * Makes all sites random, evenly distributed from -1 to 1. The halo is left as it is.
     *
     * @param seed the same for all endpoints
     * @param number distinguishes fields of the same seed
     */
    public void setRandom(long seed, int number) {
        Philox random = new Philox(seed, PURPOSE);
        for (int site = 0; site < lattice.volume(); site++) {
            for (int k = 0; k < DOUBLES; k++) {
                if (k % 4 == 0) {
                    random.draw(lattice.globalIndex(site), number, k, 0);
                }
                values[DOUBLES * site + k] = 2 * random.uniform(k % 4) - 1;
            }
        }
    }

    /**
     * Makes the field a plane wave: exp(i p x) for one spin and color, zero for the others.
     *
     * @param modes p in multiples of 2π over the extent of each axis
     * @param spin 0 to 3
     * @param color 0 to 2
     */
    public void setPlaneWave(int[] modes, int spin, int color) {
        for (int site = 0; site < lattice.volume(); site++) {
            double turns = 0;
            for (int axis = 0; axis < LocalLattice.AXES; axis++) {
                turns += (double) modes[axis] * lattice.globalCoordinate(site, axis) / lattice.extent(axis);
            }
            for (int k = 0; k < DOUBLES; k++) {
                values[DOUBLES * site + k] = 0;
            }
            int at = DOUBLES * site + 6 * spin + 2 * color;
            values[at] = StrictMath.cos(2 * Math.PI * turns);
            values[at + 1] = StrictMath.sin(2 * Math.PI * turns);
        }
    }

    /** Multiplies with γ5: turns the sign of the last two spins. */
    public void multiplyGamma5() {
        for (int site = 0; site < lattice.volume(); site++) {
            for (int k = DOUBLES * site + DOUBLES / 2; k < DOUBLES * (site + 1); k++) {
                values[k] = -values[k];
            }
        }
    }

    /**
     * Copies the sites of another field, without the halo.
     *
     * @param other of the same share
     */
    public void set(SpinorField other) {
        System.arraycopy(other.values, 0, values, 0, DOUBLES * lattice.volume());
    }

    /**
     * this += factor other.
     *
     * @param factor a number
     * @param other of the same share
     */
    public void add(double factor, SpinorField other) {
        int length = DOUBLES * lattice.volume();
        double[] from = other.values;
        for (int k = 0; k < length; k++) {
            values[k] += factor * from[k];
        }
    }

    /**
     * this = other + factor this.
     *
     * @param other of the same share
     * @param factor a number
     */
    public void scaleAndAdd(SpinorField other, double factor) {
        int length = DOUBLES * lattice.volume();
        double[] from = other.values;
        for (int k = 0; k < length; k++) {
            values[k] = from[k] + factor * values[k];
        }
    }

    /**
     * Adds the share's part of the scalar product, conjugate of this times other, to two exact sums.
     *
     * @param other of the same share
     * @param bins where the sums are held
     * @param first the first double of the real part's sum; behind it is that of the imaginary part
     */
    public void addProduct(SpinorField other, double[] bins, int first) {
        double[] from = other.values;
        for (int site = 0; site < lattice.volume(); site++) {
            double re = 0;
            double im = 0;
            for (int k = DOUBLES * site; k < DOUBLES * (site + 1); k += 2) {
                re += values[k] * from[k] + values[k + 1] * from[k + 1];
                im += values[k] * from[k + 1] - values[k + 1] * from[k];
            }
            ExactSum.add(bins, first, re);
            ExactSum.add(bins, first + ExactSum.BINS, im);
        }
    }

    /**
     * Adds the share's part of the square of the norm to an exact sum.
     *
     * @param bins where the sum is held
     * @param first the first of its doubles
     */
    public void addSquare(double[] bins, int first) {
        for (int site = 0; site < lattice.volume(); site++) {
            double square = 0;
            for (int k = DOUBLES * site; k < DOUBLES * (site + 1); k++) {
                square += values[k] * values[k];
            }
            ExactSum.add(bins, first, square);
        }
    }
}
