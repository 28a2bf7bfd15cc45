package org.sennit.examples.is;

/**
 * The published problem classes of the NAS kernel IS: how many keys, how large they are, and the ranks that five of
 * them have after each iteration.
 *
 * <p>Immutable; any thread. Source: RNR-94-007, section "Kernel IS", and the class table of NPB 3.
 */
public enum ProblemClass {
    /** Sample size: a fraction of a second. */
    S(16, 11, 9, 3, 0, new int[] {48_427, 17_148, 23_627, 62_548, 4_431}, new int[] {0, 18, 346, 64_917, 65_463}),
    /** Workstation size. */
    W(20, 16, 10, 2, 2, new int[] {357_773, 934_767, 875_723, 898_999, 404_505}, new int[] {
        1_249, 11_698, 1_039_987, 1_043_896, 1_048_018
    }),
    /** The small standard size: 8.4 million keys. */
    A(23, 19, 10, 3, 1, new int[] {2_112_377, 662_041, 5_336_171, 3_642_833, 4_250_760}, new int[] {
        104, 17_523, 123_928, 8_288_932, 8_388_264
    });

    /** Times that the keys are ranked, each time with two of them changed. */
    public static final int ITERATIONS = 10;

    /** Keys whose ranks are known. */
    public static final int TESTED_KEYS = 5;

    private final int totalKeysLog2;
    private final int maxKeyLog2;
    private final int bucketsLog2;

    /** Tested keys that move up from iteration to iteration; the others move down. */
    private final int rising;

    /** Iteration in which the first of them have the published ranks. */
    private final int risingBase;

    private final int[] testedIndex;
    private final int[] testedRank;

    ProblemClass(
            int totalKeysLog2,
            int maxKeyLog2,
            int bucketsLog2,
            int rising,
            int risingBase,
            int[] testedIndex,
            int[] testedRank) {
        this.totalKeysLog2 = totalKeysLog2;
        this.maxKeyLog2 = maxKeyLog2;
        this.bucketsLog2 = bucketsLog2;
        this.rising = rising;
        this.risingBase = risingBase;
        this.testedIndex = testedIndex;
        this.testedRank = testedRank;
    }

    /** Returns the keys of all ranks. */
    public int totalKeys() {
        return 1 << totalKeysLog2;
    }

    /**
     * Returns the bound of the keys.
     *
     * @return the first number that is no key; keys begin with 0
     */
    public int maxKey() {
        return 1 << maxKeyLog2;
    }

    /** Buckets of equally many different keys. */
    public int buckets() {
        return 1 << bucketsLog2;
    }

    /** Returns the bucket of a key. */
    public int bucketOf(int key) {
        return key >> maxKeyLog2 - bucketsLog2;
    }

    /**
     * Returns the smallest key of a bucket.
     *
     * @param bucket a bucket, or one past the last
     */
    public int firstKeyOf(int bucket) {
        return bucket << maxKeyLog2 - bucketsLog2;
    }

    /**
     * Returns the rank of a tested key.
     *
     * @param test from 0 to {@link #TESTED_KEYS}
     * @return its place among the keys of all ranks
     */
    public int testedIndex(int test) {
        return testedIndex[test];
    }

    /**
     * Returns the number of keys that are smaller than a tested one.
     *
     * @param test from 0 to {@link #TESTED_KEYS}
     * @param iteration from 1
     * @return its rank in a correct run
     */
    public int expectedRank(int test, int iteration) {
        if (test < rising) {
            return testedRank[test] + iteration - risingBase;
        }
        return testedRank[test] - iteration + (this == A ? 1 : 0);
    }

    /**
     * Returns the nominal work of a timed run: each ranking of each key counts as one.
     *
     * @return keys ranked
     */
    public double nominalOperations() {
        return (double) ITERATIONS * totalKeys();
    }
}
