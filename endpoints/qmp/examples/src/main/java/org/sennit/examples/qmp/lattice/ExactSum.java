package org.sennit.examples.qmp.lattice;

/**
 * A sum whose bits do not depend on the order of its terms, and so not on which endpoint adds which: each term is cut
 * into multiples of fixed powers of two, and multiples of the same power add up without rounding (after Demmel and
 * Nguyen, "Parallel reproducible summation", 2015). The sums of several endpoints are added bin by bin, which is exact
 * in any order. Used by one thread.
 *
 * <p>Terms below 2⁴⁰ in magnitude, at most 2²² of them in all sums together; what is below 2⁻²³⁰ is lost.
 */
public final class ExactSum {
    /** Doubles in which a sum is held. */
    public static final int BINS = 9;

    private static final int BIN_BITS = 30;
    private static final int TOP_BITS = 40;
    private static final double LIMIT = 0x1p40;
    private static final double[] ROUNDERS = rounders();

    private ExactSum() {}

    /** Returns the rounders: 1.5 times the power of two that makes adding it round to multiples of the bin's unit. */
    private static double[] rounders() {
        double[] rounders = new double[BINS];
        for (int bin = 0; bin < BINS; bin++) {
            rounders[bin] = 1.5 * Math.scalb(1.0, 52 + TOP_BITS - BIN_BITS * (bin + 1));
        }
        return rounders;
    }

    /**
     * Adds a term.
     *
     * @param bins where the sum is held
     * @param first the first of its {@link #BINS} doubles
     * @param term below 2⁴⁰ in magnitude; otherwise the sum becomes not-a-number
     */
    public static void add(double[] bins, int first, double term) {
        if (!(Math.abs(term) < LIMIT)) {
            bins[first] = Double.NaN;
            return;
        }
        double rest = term;
        for (int bin = 0; rest != 0 && bin < BINS; bin++) {
            double rounder = ROUNDERS[bin];
            double part = rest + rounder - rounder;
            bins[first + bin] += part;
            rest -= part;
        }
    }

    /**
     * Returns the value of a sum.
     *
     * @param bins where the sum is held
     * @param first the first of its {@link #BINS} doubles
     * @return the same for the same bins
     */
    public static double value(double[] bins, int first) {
        double sum = 0;
        for (int bin = BINS - 1; bin >= 0; bin--) {
            sum += bins[first + bin];
        }
        return sum;
    }
}
