package org.sennit.examples.ownership.fft2d;

import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The transform by its definition, a sum for each value, to hold the fast one against: every value where the plane is
 * small, a few where it is large.
 *
 * <p>Collective; one thread an endpoint. The field that is judged is the transform of {@link Signal}, transposed: row v
 * of it has all u.
 */
final class DirectTransform {
    /** Up to this many rows every value is summed: twice n cubed products. */
    static final int WHOLE_UP_TO = 256;

    private static final int SAMPLES = 8;

    private final Communicator world;
    private final Shares shares;
    private final int n;
    private final double[] cosine;
    private final double[] minusSine;

    // The sum that was made last.
    private double re;
    private double im;

    DirectTransform(Communicator world, Shares shares) {
        this.world = world;
        this.shares = shares;
        this.n = shares.n();
        this.cosine = new double[n];
        this.minusSine = new double[n];
        for (int k = 0; k < n; k++) {
            cosine[k] = Math.cos(2 * Math.PI * k / n);
            minusSine[k] = -Math.sin(2 * Math.PI * k / n);
        }
    }

    /**
     * Returns the largest distance of a value from its sum, by the root mean square of all values; the same on every
     * rank.
     */
    double error(double[] transposed) {
        double[] error = {n <= WHOLE_UP_TO ? errorOfAll(transposed) : errorOfSamples(transposed)};
        world.allreduce(Communicator.IN_PLACE, error, Operation.MAX);
        return error[0] / (Signal.RMS * n);
    }

    /** Returns what was looked at, in a few words. */
    String scope() {
        return n <= WHOLE_UP_TO ? "all values" : SAMPLES + " values";
    }

    private double errorOfAll(double[] transposed) {
        double[] row = new double[shares.rowLength()];
        double[] column = new double[shares.rowLength()];
        double worst = 0;
        for (int local = 0; local < shares.count(world.rank()); local++) {
            int v = shares.first(world.rank()) + local;
            for (int r = 0; r < n; r++) {
                Signal.row(n, r, row, 0);
                sum(row, v);
                column[r] = re;
                column[n + r] = im;
            }
            for (int u = 0; u < n; u++) {
                sum(column, u);
                worst = worse(worst, distance(transposed, local, u));
            }
        }
        return worst;
    }

    /**
     * Returns the error of some values: each rank sums over its rows of the signal; the rank that has the value
     * compares.
     */
    private double errorOfSamples(double[] transposed) {
        double[] row = new double[shares.rowLength()];
        double worst = 0;
        for (int sample = 0; sample < SAMPLES; sample++) {
            int u = (int) ((long) n * (3 * sample + 1) / (3 * SAMPLES)); // spread over the plane, all in different rows
            int v = (int) ((long) n * sample / SAMPLES) + sample;
            double[] total = new double[2];
            for (int local = 0; local < shares.count(world.rank()); local++) {
                int r = shares.first(world.rank()) + local;
                Signal.row(n, r, row, 0);
                sum(row, v);
                int k = (int) ((long) u * r % n);
                total[0] += cosine[k] * re - minusSine[k] * im;
                total[1] += cosine[k] * im + minusSine[k] * re;
            }
            world.allreduce(Communicator.IN_PLACE, total, Operation.SUM);
            int local = v - shares.first(world.rank());
            if (local >= 0 && local < shares.count(world.rank())) {
                re = total[0];
                im = total[1];
                worst = worse(worst, distance(transposed, local, u));
            }
        }
        return worst;
    }

    /** Sums one value of the transform of a row. */
    private void sum(double[] row, int frequency) {
        re = 0;
        im = 0;
        int k = 0;
        for (int i = 0; i < n; i++) {
            re += cosine[k] * row[i] - minusSine[k] * row[n + i];
            im += cosine[k] * row[n + i] + minusSine[k] * row[i];
            k = (k + frequency) % n;
        }
    }

    private double distance(double[] transposed, int local, int u) {
        int at = local * shares.rowLength() + u;
        return Math.hypot(transposed[at] - re, transposed[at + n] - im);
    }

    /** Returns the worse of two; a value that is not a number is worse than all. */
    private static double worse(double worst, double distance) {
        return distance <= worst ? worst : Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
    }
}
