package org.sennit.examples.ft;

import org.sennit.examples.npb.NasRandom;

/**
 * The field that the benchmark starts from: random numbers, real and imaginary parts in turn, x fastest, then y, z.
 *
 * <p>One thread. Each rank enters the sequence where its planes begin. Source: RNR-94-007, section "Kernel FT".
 */
final class InitialField {
    private InitialField() {}

    /** Fills this rank's planes. */
    static void fill(Slabs slabs, double[] planes) {
        Grid grid = slabs.grid();
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip(2L * grid.nx() * grid.ny() * slabs.firstZ());
        for (int z = slabs.firstZ(); z < slabs.endZ(); z++) {
            for (int y = 0; y < grid.ny(); y++) {
                int row = slabs.rowInPlanes(y, z);
                for (int x = 0; x < grid.nx(); x++) {
                    planes[row + x] = random.next();
                    planes[row + grid.nx() + x] = random.next();
                }
            }
        }
    }
}
