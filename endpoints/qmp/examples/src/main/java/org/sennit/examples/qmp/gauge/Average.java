package org.sennit.examples.qmp.gauge;

/**
 * The mean of values that depend on those before them, and its statistical error: values are grouped into ever longer
 * blocks until the error of the mean of blocks no longer grows (Flyvbjerg and Petersen 1989).
 *
 * @param mean the mean
 * @param error one standard deviation of it; not-a-number for fewer than two values
 */
public record Average(double mean, double error) {
    private static final int FEWEST_BLOCKS = 16;

    /**
     * Averages.
     *
     * @param values in the order in which they were measured
     * @return mean and error; not-a-number for no values
     */
    public static Average of(double[] values) {
        double mean = meanOf(values);
        double error = errorOf(values, mean);
        for (int length = 2; values.length / length >= FEWEST_BLOCKS; length *= 2) {
            double[] blocks = new double[values.length / length];
            for (int value = 0; value < blocks.length * length; value++) {
                blocks[value / length] += values[value] / length;
            }
            error = Math.max(error, errorOf(blocks, meanOf(blocks)));
        }
        return new Average(mean, error);
    }

    private static double meanOf(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double errorOf(double[] values, double mean) {
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return Math.sqrt(sum / values.length / (values.length - 1));
    }
}
