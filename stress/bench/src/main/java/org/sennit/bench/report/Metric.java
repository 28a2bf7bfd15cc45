package org.sennit.bench.report;

import java.util.Locale;

/** How a benchmark shows a duration per operation: as time, as bandwidth or as a rate. */
public enum Metric {
    /** Microseconds an operation; smaller is better. */
    TIME("us", 3),
    /** 10⁶ bytes a second; larger is better. */
    BANDWIDTH("MB/s", 2),
    /** 10⁶ messages a second; larger is better. */
    RATE("M/s", 3);

    private static final double NS_PER_US = 1e3;

    private final String unit;
    private final int digits;

    Metric(String unit, int digits) {
        this.unit = unit;
        this.digits = digits;
    }

    /** Returns the unit's symbol, us, MB/s or M/s. */
    public String unit() {
        return unit;
    }

    /** Returns whether a small value is a good one; true for times. */
    public boolean isSmallerBetter() {
        return this == TIME;
    }

    /**
     * Converts a duration.
     *
     * @param ns ns an operation
     * @param sizeBytes bytes an operation
     * @return the value in {@link #unit()}
     */
    public double of(double ns, long sizeBytes) {
        return switch (this) {
            case TIME -> ns / NS_PER_US;
            case BANDWIDTH -> sizeBytes / ns * NS_PER_US;
            case RATE -> NS_PER_US / ns;
        };
    }

    /**
     * Returns the text of a value.
     *
     * @param value in {@link #unit()}
     * @return digits as fit the unit; a dash where there is no value
     */
    public String format(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
