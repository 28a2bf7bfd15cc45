package org.sennit.bench.measure;

/**
 * How many operations are timed together, and how often: short operations in batches, because a clock costs as much as
 * they do, long ones singly. The C peers follow the same rule. Immutable.
 *
 * @param batches how many timed batches
 * @param iterations operations in each
 */
public record Batching(int batches, int iterations) {
    /** Above this many bytes an operation is timed by itself. */
    public static final long SINGLE_ABOVE_BYTES = 16 * 1024;

    private static final int ITERATIONS = 1000;
    private static final int SINGLES_PER_BATCH = 4;

    /**
     * Returns the batching of one size.
     *
     * @param sizeBytes the size of a message
     * @param batches batches asked for
     * @param iterations operations a batch asked for; 0: by size
     */
    public static Batching of(long sizeBytes, int batches, int iterations) {
        boolean isLong = sizeBytes > SINGLE_ABOVE_BYTES;
        int each = iterations > 0 ? iterations : isLong ? 1 : ITERATIONS;
        return new Batching(isLong ? batches * SINGLES_PER_BATCH : batches, each);
    }

    /**
     * Batches that are thrown away first.
     *
     * @return a fifth of the timed ones, at least one
     */
    public int warmUpBatches() {
        return batches / 5 + 1;
    }
}
