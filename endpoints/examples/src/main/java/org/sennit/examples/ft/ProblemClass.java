package org.sennit.examples.ft;

import java.util.List;

/**
 * The published problem classes of the NAS kernel FT: the grid, and the checksum that a correct run has after each of
 * its six iterations.
 *
 * <p>Immutable; any thread. Source: RNR-94-007, section "Kernel FT", and the class table of NPB 3.
 */
public enum ProblemClass {
    /** Sample size: a fraction of a second. */
    S(
            new Grid(64, 64, 64),
            new Complex(5.546087004964E+02, 4.845363331978E+02),
            new Complex(5.546385409189E+02, 4.865304269511E+02),
            new Complex(5.546148406171E+02, 4.883910722336E+02),
            new Complex(5.545423607415E+02, 4.901273169046E+02),
            new Complex(5.544255039624E+02, 4.917475857993E+02),
            new Complex(5.542683411902E+02, 4.932597244941E+02)),
    /** Workstation size. */
    W(
            new Grid(128, 128, 32),
            new Complex(5.673612178944E+02, 5.293246849175E+02),
            new Complex(5.631436885271E+02, 5.282149986629E+02),
            new Complex(5.594024089970E+02, 5.270996558037E+02),
            new Complex(5.560698047020E+02, 5.260027904925E+02),
            new Complex(5.530898991250E+02, 5.249400845633E+02),
            new Complex(5.504159734538E+02, 5.239212247086E+02)),
    /** The small standard size: 8.4 million points, 400 MB in all. */
    A(
            new Grid(256, 256, 128),
            new Complex(5.046735008193E+02, 5.114047905510E+02),
            new Complex(5.059412319734E+02, 5.098809666433E+02),
            new Complex(5.069376896287E+02, 5.098144042213E+02),
            new Complex(5.077892868474E+02, 5.101336130759E+02),
            new Complex(5.085233095391E+02, 5.104914655194E+02),
            new Complex(5.091487099959E+02, 5.107917842803E+02));

    /** Largest relative difference, in either part of a checksum, that counts as verified. */
    public static final double VERIFICATION_EPSILON = 1e-12;

    private final Grid grid;
    private final List<Complex> checksums;

    ProblemClass(Grid grid, Complex... checksums) {
        this.grid = grid;
        this.checksums = List.of(checksums);
    }

    /** Returns the points of the problem. */
    public Grid grid() {
        return grid;
    }

    /**
     * Steps in time, one inverse transform each.
     *
     * @return the iterations that are timed
     */
    public int iterations() {
        return checksums.size();
    }

    /** Returns the result of a correct run, the checksum after each iteration, as published. */
    public List<Complex> checksums() {
        return checksums;
    }

    /**
     * Returns whether checksums pass the benchmark's own test.
     *
     * @param computed what a run computed, iteration by iteration
     * @return true when all are there and each is within {@link #VERIFICATION_EPSILON} of the published one
     */
    public boolean isVerifiedBy(List<Complex> computed) {
        boolean isVerified = computed.size() == checksums.size();
        for (int i = 0; isVerified && i < checksums.size(); i++) {
            isVerified = computed.get(i).relativeError(checksums.get(i)) <= VERIFICATION_EPSILON;
        }
        return isVerified;
    }

    /** Returns the nominal work of a timed run, by the formula that all NPB reports use. */
    public double nominalOperations() {
        double points = grid.points();
        double logarithm = Math.log(points);
        return points * (14.8157 + 7.19641 * logarithm + (5.23518 + 7.21113 * logarithm) * iterations());
    }
}
