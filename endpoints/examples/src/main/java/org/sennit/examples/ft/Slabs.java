package org.sennit.examples.ft;

/**
 * The part of the grid that one endpoint has in its arrays, in both distributions: cut in <em>planes</em> (this rank
 * has some z and every y) and cut in <em>columns</em> (some y and every z). In both a row is the nx points of one y and
 * z: first all real parts, then all imaginary ones.
 *
 * <pre>{@code
 *  planes:   for each rank r   [ z of mine ][ y of r    ]  rows     the block for r is contiguous,
 *  columns:  for each rank r   [ z of r    ][ y of mine ]  rows     so alltoall turns one into the other
 * }</pre>
 *
 * <p>Immutable; any thread. Surprise: every rank has room for as many rows as the largest one, so any number of
 * ranks will do; where there are more ranks than planes the last ones have none, and only take part in the exchange.
 */
final class Slabs {
    private final Grid grid;
    private final int rank;
    private final int size;
    private final int blockY;
    private final int blockZ;

    Slabs(Grid grid, int rank, int size) {
        this.grid = grid;
        this.rank = rank;
        this.size = size;
        this.blockY = Math.ceilDiv(grid.ny(), size);
        this.blockZ = Math.ceilDiv(grid.nz(), size);
    }

    Grid grid() {
        return grid;
    }

    /** Doubles in a row. */
    int rowLength() {
        return 2 * grid.nx();
    }

    /** Doubles in what one rank sends to another. */
    int blockLength() {
        return blockY * blockZ * rowLength();
    }

    /**
     * Doubles in an array that holds this rank's part in either distribution.
     *
     * @throws IllegalArgumentException when no Java array is as long
     */
    int length() {
        long length = (long) size * blockY * blockZ * rowLength();
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the part of one endpoint is too large for an array: grid=" + grid
                    + " endpoints=" + size + " doubles=" + length);
        }
        return (int) length;
    }

    /** Returns the first z of this rank's planes. */
    int firstZ() {
        return Math.min(grid.nz(), rank * blockZ);
    }

    /** Returns one past the last z of this rank's planes. */
    int endZ() {
        return Math.min(grid.nz(), (rank + 1) * blockZ);
    }

    /** Returns the first y of this rank's columns. */
    int firstY() {
        return Math.min(grid.ny(), rank * blockY);
    }

    /** Returns one past the last y of this rank's columns. */
    int endY() {
        return Math.min(grid.ny(), (rank + 1) * blockY);
    }

    /** Returns the offset of row (y, z) while the grid is cut in planes; z is one of this rank's. */
    int rowInPlanes(int y, int z) {
        int owner = y / blockY;
        return ((owner * blockZ + z - rank * blockZ) * blockY + y - owner * blockY) * rowLength();
    }

    /** Returns the offset of row (y, z) while the grid is cut in columns; y is one of this rank's. */
    int rowInColumns(int y, int z) {
        return (z * blockY + y - rank * blockY) * rowLength();
    }
}
