package org.sennit.bench.measure;

import org.HdrHistogram.Histogram;

/**
 * Collects durations and sums them up: an HdrHistogram in hundredths of a ns, so that batch means of some tens of ns
 * keep three digits. One thread at a time; recording allocates nothing.
 */
public final class Samples {
    private static final double UNITS_PER_NS = 100;
    private static final long HIGHEST_UNITS = 100_000_000_000_000L; // 1000 s
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(1, HIGHEST_UNITS, DIGITS);
    private double bestNs = Double.POSITIVE_INFINITY;

    /**
     * Adds one sample.
     *
     * @param ns a duration in ns; what is not positive or above 1000 s is moved to the nearest value that is
     */
    public void record(double ns) {
        long units = Math.round(ns * UNITS_PER_NS);
        histogram.recordValue(Math.clamp(units, 1, HIGHEST_UNITS));
        bestNs = Math.min(bestNs, ns);
    }

    /** Forgets everything, for instance after the warm-up. */
    public void reset() {
        histogram.reset();
        bestNs = Double.POSITIVE_INFINITY;
    }

    /**
     * Sums up what was recorded since the last reset.
     *
     * @return median, best and 99th percentile; {@link Summary#NONE} where nothing was recorded
     */
    public Summary summary() {
        if (histogram.getTotalCount() == 0) {
            return Summary.NONE;
        }
        return new Summary(
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50) / UNITS_PER_NS,
                bestNs,
                histogram.getValueAtPercentile(99) / UNITS_PER_NS);
    }
}
