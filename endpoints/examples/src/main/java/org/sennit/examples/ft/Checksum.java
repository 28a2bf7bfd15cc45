package org.sennit.examples.ft;

import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The sum over 1024 points that are spread over the grid, divided by the number of points.
 *
 * <p>Collective: every rank calls it with its planes and gets the same bits. Source: RNR-94-007, section "Kernel FT".
 */
final class Checksum {
    private static final int POINTS = 1024;

    private Checksum() {}

    static Complex of(Communicator world, Slabs slabs, double[] planes) {
        Grid grid = slabs.grid();
        double[] sum = new double[2];
        for (int j = 1; j <= POINTS; j++) {
            int z = 5 * j % grid.nz();
            if (z >= slabs.firstZ() && z < slabs.endZ()) {
                int at = slabs.rowInPlanes(3 * j % grid.ny(), z) + j % grid.nx();
                sum[0] += planes[at];
                sum[1] += planes[at + grid.nx()];
            }
        }
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        return new Complex(sum[0] / grid.points(), sum[1] / grid.points());
    }
}
