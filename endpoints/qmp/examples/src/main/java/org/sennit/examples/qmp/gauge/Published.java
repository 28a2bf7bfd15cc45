package org.sennit.examples.qmp.gauge;

/**
 * What is known of the average plaquette.
 *
 * @param plaquette its value
 * @param source where it is from
 */
public record Published(double plaquette, String source) {
    /** Agreement is asked for within this, where the statistical error is smaller. */
    public static final double TOLERANCE = 0.001;

    private static final double STRONG = 0.3; // beyond, the next orders of the expansions exceed the tolerance
    private static final double WEAK = 45;
    private static final int FEWEST_SITES = 8; // on a side, for values of the infinite lattice

    /**
     * Looks up a coupling.
     *
     * @param beta the inverse coupling
     * @param lattice sites along each axis
     * @return null where nothing is known, or the lattice is too small for it
     */
    public static Published of(double beta, int[] lattice) {
        if (beta <= STRONG) {
            return new Published(beta / 18, "strong coupling, beta/18");
        }
        if (beta >= WEAK) {
            return new Published(1 - 2 / beta, "weak coupling, 1 - 2/beta");
        }
        for (int extent : lattice) {
            if (extent < FEWEST_SITES) {
                return null;
            }
        }
        return beta == 6.0 ? new Published(0.5937, "published for beta = 6.0") : null;
    }

    /**
     * Returns whether a measurement agrees.
     *
     * @param measured the average
     * @return whether it is within three standard deviations, or within {@link #TOLERANCE}
     */
    public boolean agrees(Average measured) {
        return Math.abs(measured.mean() - plaquette) <= Math.max(TOLERANCE, 3 * measured.error());
    }
}
