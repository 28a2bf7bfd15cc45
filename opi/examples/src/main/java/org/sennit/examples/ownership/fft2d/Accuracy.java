package org.sennit.examples.ownership.fft2d;

import java.util.Locale;

/**
 * The accuracy of the transforms of a run; the worst of all ways. Immutable.
 *
 * @param direct largest distance from sums by the definition, by the root mean square of all values
 * @param scope which values were looked at
 * @param parseval relative difference of the energies before and after
 * @param roundTrip largest distance from the signal after there and back, by its root mean square
 * @param isSameInAllWays whether every way had the same bits
 */
public record Accuracy(double direct, String scope, double parseval, double roundTrip, boolean isSameInAllWays) {
    /** Largest error of each kind that counts as verified; a right transform is near 1e-15. */
    public static final double BOUND = 1e-12;

    /**
     * Returns whether the transforms are right.
     *
     * @return true when every error is within {@link #BOUND} and all ways have the same bits
     */
    public boolean isVerified() {
        return direct <= BOUND && parseval <= BOUND && roundTrip <= BOUND && isSameInAllWays;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "direct sums of %s %.1e, Parseval %.1e, there and back %.1e (bound %.0e), %s in all ways",
                scope,
                direct,
                parseval,
                roundTrip,
                BOUND,
                isSameInAllWays ? "the same bits" : "DIFFERENT BITS");
    }
}
