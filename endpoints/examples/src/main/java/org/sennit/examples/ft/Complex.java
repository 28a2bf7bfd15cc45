package org.sennit.examples.ft;

/**
 * A complex number, for results; the grid itself is kept in plain arrays.
 *
 * <p>Immutable; any thread.
 *
 * @param re its real part
 * @param im its imaginary part
 */
public record Complex(double re, double im) {
    /**
     * Returns the distance to another number.
     *
     * @param expected that number, neither part 0
     * @return the larger of the relative differences of the two parts, or NaN when a part is NaN
     */
    public double relativeError(Complex expected) {
        return Math.max(Math.abs((re - expected.re) / expected.re), Math.abs((im - expected.im) / expected.im));
    }
}
