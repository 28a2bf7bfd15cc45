package org.sennit.examples.npb;

/**
 * The pseudorandom numbers of the NAS Parallel Benchmarks: the linear congruential sequence
 * x(k+1) = 5<sup>13</sup> x(k) mod 2<sup>46</sup>, scaled to (0, 1).
 *
 * <p>One thread at a time; each endpoint has its own. No surprise, but one that is worth knowing: the
 * original splits every factor in halves of 23 bits to stay exact in double precision, while here a
 * wrapping product of two {@code long}s has the low 46 bits exact already. Source: RNR-94-007,
 * section "A pseudorandom number generator for the parallel NAS kernels".
 */
public final class NasRandom {
    /** The seed that kernels CG, FT and IS start from. */
    public static final long SEED = 314_159_265L;

    private static final long MULTIPLIER = 1_220_703_125L; // 5^13
    private static final int MODULUS_BITS = 46;
    private static final long MASK = (1L << MODULUS_BITS) - 1;
    private static final double SCALE = 0x1p-46;

    private long state;

    /**
     * Starts a sequence.
     *
     * @param seed x(0); the first number drawn comes from x(1)
     */
    public NasRandom(long seed) {
        state = seed & MASK;
    }

    /**
     * Draws the next number.
     *
     * @return a double in (0, 1), exact: it has 46 significant bits at most
     */
    public double next() {
        state = (state * MULTIPLIER) & MASK;
        return state * SCALE;
    }

    /**
     * Skips a count of numbers, in as many steps as the count has bits.
     *
     * @param count how many numbers to leave out, not negative
     */
    public void skip(long count) {
        long power = MULTIPLIER;
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                state = (state * power) & MASK;
            }
            power = (power * power) & MASK;
        }
    }

    /**
     * Returns the integer behind the number drawn last.
     *
     * @return x(k), below 2<sup>46</sup>
     */
    public long state() {
        return state;
    }
}
