package org.sennit.examples.ft;

/**
 * One step in time of the diffusion equation in the transformed field: the amplitude of wave numbers (i, j, k) falls by
 * exp(-4 alpha pi<sup>2</sup> (i<sup>2</sup> + j<sup>2</sup> + k<sup>2</sup>)), alpha being 10<sup>-6</sup>.
 *
 * <p>One thread. The factor is a product of one for each dimension, so three short tables are enough. Source:
 * RNR-94-007, section "Kernel FT".
 */
final class Evolution {
    private static final double ALPHA = 1e-6;

    private final Slabs slabs;
    private final double[] factorX;
    private final double[] factorY;
    private final double[] factorZ;

    Evolution(Slabs slabs) {
        this.slabs = slabs;
        this.factorX = factors(slabs.grid().nx());
        this.factorY = factors(slabs.grid().ny());
        this.factorZ = factors(slabs.grid().nz());
    }

    /** Returns the factors of a transform, of which the upper half of the frequencies are the negative ones. */
    private static double[] factors(int length) {
        double[] factors = new double[length];
        for (int k = 0; k < length; k++) {
            double wave = k < length / 2 ? k : k - length;
            factors[k] = Math.exp(-4 * ALPHA * Math.PI * Math.PI * wave * wave);
        }
        return factors;
    }

    /** Takes the spectrum one step on, and writes it to a second array as well; both are cut in columns. */
    void step(double[] spectrum, double[] copy) {
        Grid grid = slabs.grid();
        for (int z = 0; z < grid.nz(); z++) {
            for (int y = slabs.firstY(); y < slabs.endY(); y++) {
                int row = slabs.rowInColumns(y, z);
                double factor = factorY[y] * factorZ[z];
                scale(spectrum, copy, row, factor);
                scale(spectrum, copy, row + grid.nx(), factor);
            }
        }
    }

    private void scale(double[] spectrum, double[] copy, int at, double factor) {
        for (int x = 0; x < factorX.length; x++) {
            double value = spectrum[at + x] * (factor * factorX[x]);
            spectrum[at + x] = value;
            copy[at + x] = value;
        }
    }
}
