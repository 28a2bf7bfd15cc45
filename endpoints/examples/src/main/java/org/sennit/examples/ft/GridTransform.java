package org.sennit.examples.ft;

import org.sennit.Communicator;
import org.sennit.message.DataLayout;

/**
 * The 3-D transform of a grid over all ranks: x and y inside each rank's planes, z inside its columns, and one alltoall
 * in between. What it leaves in columns is transformed, what it leaves in planes is space.
 *
 * <p>Collective: every rank makes the same calls, one thread each. Not scaled: forward and back multiplies by the
 * number of points. Source: RNR-94-007, section "Kernel FT"; the layout without packing is our own.
 */
final class GridTransform {
    private final Communicator world;
    private final Slabs slabs;
    private final DataLayout block;
    private final RowTransform rows;
    private final BatchTransform alongY;
    private final BatchTransform alongZ;

    GridTransform(Communicator world, Slabs slabs) {
        Grid grid = slabs.grid();
        this.world = world;
        this.slabs = slabs;
        this.block = DataLayout.DOUBLE.count(slabs.blockLength());
        this.rows = new RowTransform(grid.nx());
        this.alongY = new BatchTransform(grid.ny());
        this.alongZ = new BatchTransform(grid.nz());
    }

    /** Transforms from planes, which are overwritten, to columns. */
    void forward(double[] planes, double[] columns) {
        transformPlanes(planes, false);
        world.alltoall(planes, columns, block);
        transformColumns(columns, false);
    }

    /** Transforms from columns, which are overwritten, to planes. */
    void inverse(double[] columns, double[] planes) {
        transformColumns(columns, true);
        world.alltoall(columns, planes, block);
        transformPlanes(planes, true);
    }

    private void transformPlanes(double[] planes, boolean isInverse) {
        int[] at = new int[slabs.grid().ny()];
        for (int z = slabs.firstZ(); z < slabs.endZ(); z++) {
            for (int y = 0; y < at.length; y++) {
                at[y] = slabs.rowInPlanes(y, z);
            }
            rows.alongX(planes, at, isInverse);
            rows.acrossRows(planes, at, alongY, isInverse);
        }
    }

    private void transformColumns(double[] columns, boolean isInverse) {
        int[] at = new int[slabs.grid().nz()];
        for (int y = slabs.firstY(); y < slabs.endY(); y++) {
            for (int z = 0; z < at.length; z++) {
                at[z] = slabs.rowInColumns(y, z);
            }
            rows.acrossRows(columns, at, alongZ, isInverse);
        }
    }
}
