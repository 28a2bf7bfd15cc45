package org.sennit.examples.ownership.fft2d;

import org.sennit.examples.npb.NasRandom;

/**
 * The input of the transform: complex numbers whose parts are spread evenly over (-1/2, 1/2), drawn from one sequence
 * over the whole plane, so that every endpoint can make every row. Stateless; any thread.
 */
final class Signal {
    /** The root of the mean of the squares of its values. */
    static final double RMS = Math.sqrt(1 / 6.0);

    private Signal() {}

    /** Makes a row: its real parts from {@code at} on, its imaginary ones n behind them. */
    static void row(int n, int row, double[] to, int at) {
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip(2L * n * row);
        for (int column = 0; column < n; column++) {
            to[at + column] = random.next() - 0.5;
            to[at + n + column] = random.next() - 0.5;
        }
    }

    /** Returns the rows of one endpoint. */
    static double[] field(Shares shares, int rank) {
        double[] field = new double[shares.fieldLength(rank)];
        for (int row = 0; row < shares.count(rank); row++) {
            row(shares.n(), shares.first(rank) + row, field, row * shares.rowLength());
        }
        return field;
    }
}
