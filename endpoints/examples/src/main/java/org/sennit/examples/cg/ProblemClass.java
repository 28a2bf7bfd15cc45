package org.sennit.examples.cg;

/**
 * The published problem classes of the NAS kernel CG: the size of the matrix, how dense it is, how long to iterate, and
 * the eigenvalue estimate that a correct run ends with.
 *
 * <p>Immutable; any thread. Surprise: {@link #nonzerosPerVector()} is not the number of nonzeros of a row, which is
 * about its square. Source: NASA Ames report RNR-94-007, section "Kernel CG", and the class table of NPB 3.
 */
public enum ProblemClass {
    /** Sample size: a fraction of a second. */
    S(1_400, 7, 15, 10.0, 8.5971775078648),
    /** Workstation size. */
    W(7_000, 8, 15, 12.0, 10.362595087124),
    /** The small standard size. */
    A(14_000, 11, 15, 20.0, 17.130235054029),
    /** The middle standard size: about 14 million nonzeros. */
    B(75_000, 13, 75, 60.0, 22.712745482631),
    /** The large standard size: about 36 million nonzeros, 600 MB with the vectors. */
    C(150_000, 15, 75, 110.0, 28.973605592845);

    /** Inner steps of the conjugate-gradient method in each step of the power method. */
    public static final int INNER_ITERATIONS = 25;

    /** Largest relative difference from the published value that counts as verified. */
    public static final double VERIFICATION_EPSILON = 1e-10;

    private final int rows;
    private final int nonzerosPerVector;
    private final int iterations;
    private final double shift;
    private final double publishedZeta;

    ProblemClass(int rows, int nonzerosPerVector, int iterations, double shift, double publishedZeta) {
        this.rows = rows;
        this.nonzerosPerVector = nonzerosPerVector;
        this.iterations = iterations;
        this.shift = shift;
        this.publishedZeta = publishedZeta;
    }

    /**
     * Returns the order of the matrix.
     *
     * @return its rows, which are as many as its columns
     */
    public int rows() {
        return rows;
    }

    /** Nonzeros of each random vector before its own unit component is added. */
    public int nonzerosPerVector() {
        return nonzerosPerVector;
    }

    /**
     * Steps of the power method.
     *
     * @return the outer iterations that are timed
     */
    public int iterations() {
        return iterations;
    }

    /** Returns the shift of the spectrum of the matrix: lambda of the report. */
    public double shift() {
        return shift;
    }

    /** Returns the result of a correct run, zeta after the last outer iteration, as published. */
    public double publishedZeta() {
        return publishedZeta;
    }

    /**
     * Returns the distance of a computed eigenvalue estimate from the published one.
     *
     * @param zeta what a run computed
     * @return the relative difference, not negative, or NaN when zeta is NaN
     */
    public double relativeError(double zeta) {
        return Math.abs(zeta - publishedZeta) / publishedZeta;
    }

    /**
     * Returns whether a computed estimate passes the benchmark's own test.
     *
     * @param zeta what a run computed
     * @return true when it is within {@link #VERIFICATION_EPSILON} of the published value
     */
    public boolean isVerifiedBy(double zeta) {
        return relativeError(zeta) <= VERIFICATION_EPSILON;
    }

    /**
     * Returns the nominal work of a timed run, by the formula that all NPB reports use; the actual number of nonzeros
     * is a little lower, since some coincide.
     *
     * @return floating-point operations
     */
    public double nominalOperations() {
        double perRow = nonzerosPerVector * (nonzerosPerVector + 1.0);
        double innerPerRow = INNER_ITERATIONS * (5.0 + perRow);
        return 2.0 * iterations * rows * (3.0 + perRow + innerPerRow + 3.0);
    }
}
