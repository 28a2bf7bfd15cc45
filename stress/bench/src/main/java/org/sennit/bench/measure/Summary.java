package org.sennit.bench.measure;

/**
 * What many samples of one figure say, in ns: never one number. Immutable.
 *
 * @param count the number of samples
 * @param medianNs the median of the samples
 * @param bestNs the smallest sample
 * @param p99Ns the 99th percentile of single operations, where they were timed one by one, else of the samples
 */
public record Summary(long count, double medianNs, double bestNs, double p99Ns) {
    /** Nothing was measured. */
    public static final Summary NONE = new Summary(0, Double.NaN, Double.NaN, Double.NaN);

    /**
     * Returns the same with another 99th percentile, from a pass that times single operations.
     *
     * @param singleP99Ns the 99th percentile of single operations
     * @return a copy
     */
    public Summary withP99(double singleP99Ns) {
        return new Summary(count, medianNs, bestNs, singleP99Ns);
    }

    /**
     * Returns one after the other.
     *
     * @param other what comes then
     * @return the sums
     */
    public Summary plus(Summary other) {
        return new Summary(count, medianNs + other.medianNs, bestNs + other.bestNs, p99Ns + other.p99Ns);
    }

    /**
     * Returns a part of it.
     *
     * @param divisor the number of do that it at once
     * @return the quotients
     */
    public Summary dividedBy(int divisor) {
        return new Summary(count, medianNs / divisor, bestNs / divisor, p99Ns / divisor);
    }

    /** Returns the summary with the smaller median: of two ways of doing the same, the better is the floor. */
    public Summary orBetter(Summary other) {
        return count == 0 || other.medianNs < medianNs ? other : this;
    }

    /** Returns the summary with the larger median: of two floors that hold at the same time. */
    public Summary orHigher(Summary other) {
        return count == 0 || other.medianNs > medianNs ? other : this;
    }
}
