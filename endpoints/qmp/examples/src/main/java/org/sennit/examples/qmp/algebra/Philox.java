package org.sennit.examples.qmp.algebra;

/**
 * Philox4x64 with ten rounds: random numbers as a function of a counter and a key, so that a number depends on where
 * and when it is used and not on which endpoint draws it (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
 * easy as 1, 2, 3", SC 2011). A generator is used by one thread; it holds the last block of four.
 */
public final class Philox {
    private static final long MULTIPLIER_0 = 0xD2E7470EE14C6C93L;
    private static final long MULTIPLIER_1 = 0xCA5A826395121157L;
    private static final long WEYL_0 = 0x9E3779B97F4A7C15L;
    private static final long WEYL_1 = 0xBB67AE8584CAA73BL;
    private static final int ROUNDS = 10;
    private static final double UNIT = 0x1p-53;

    private final long key0;
    private final long key1;
    private long word0;
    private long word1;
    private long word2;
    private long word3;

    /**
     * Makes a generator that has drawn nothing.
     *
     * @param seed the user's seed
     * @param purpose distinguishes streams of the same seed
     */
    public Philox(long seed, long purpose) {
        this.key0 = seed;
        this.key1 = purpose;
    }

    /**
     * Draws the block of a counter.
     *
     * @param c0 first word of the counter
     * @param c1 second word
     * @param c2 third word
     * @param c3 fourth word
     */
    public void draw(long c0, long c1, long c2, long c3) {
        long k0 = key0;
        long k1 = key1;
        for (int round = 0; round < ROUNDS; round++) {
            long high0 = Math.unsignedMultiplyHigh(MULTIPLIER_0, c0);
            long low0 = MULTIPLIER_0 * c0;
            long high1 = Math.unsignedMultiplyHigh(MULTIPLIER_1, c2);
            long low1 = MULTIPLIER_1 * c2;
            c0 = high1 ^ c1 ^ k0;
            c1 = low1;
            c2 = high0 ^ c3 ^ k1;
            c3 = low0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        word0 = c0;
        word1 = c1;
        word2 = c2;
        word3 = c3;
    }

    /**
     * Returns a word of the block.
     *
     * @param index 0 to 3
     * @return 64 random bits
     */
    public long word(int index) {
        return switch (index) {
            case 0 -> word0;
            case 1 -> word1;
            case 2 -> word2;
            default -> word3;
        };
    }

    /**
     * Returns a number of the block, evenly distributed over multiples of 2⁻⁵³.
     *
     * @param index 0 to 3
     * @return above 0, at most 1
     */
    public double uniform(int index) {
        return ((word(index) >>> 11) + 1) * UNIT;
    }
}
