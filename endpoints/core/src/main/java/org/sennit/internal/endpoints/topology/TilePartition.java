package org.sennit.internal.endpoints.topology;

/**
 * Cuts a grid into equal blocks, one for each process, so that as few neighbors as possible are in different ones. All
 * shapes of a block that fit are compared by the neighbors that they part. Pure.
 */
final class TilePartition {
    private final int[] dims;
    private final boolean[] periods;
    private final int[] shape;
    private final int[] best;
    private long bestCut = Long.MAX_VALUE;

    private TilePartition(int[] dims, boolean[] periods) {
        this.dims = dims;
        this.periods = periods;
        this.shape = new int[dims.length];
        this.best = new int[dims.length];
    }

    /**
     * Partitions.
     *
     * @param dims extents of the grid
     * @param periods which of them go round
     * @param blockSize the number of members of each process; divides that of the grid, so there is a shape
     * @return the number of the block for each rank; blocks count like ranks, the last dimension fastest
     */
    static int[] partOf(int[] dims, boolean[] periods, int blockSize) {
        TilePartition search = new TilePartition(dims, periods);
        search.choose(0, blockSize);
        int[] partOf = new int[(int) CartesianTopology.volume(dims)];
        for (int rank = 0; rank < partOf.length; rank++) {
            partOf[rank] = search.blockOf(rank);
        }
        return partOf;
    }

    private void choose(int dimension, int left) {
        if (dimension == dims.length) {
            long cut = left == 1 ? cut() : Long.MAX_VALUE;
            if (cut < bestCut) {
                bestCut = cut;
                System.arraycopy(shape, 0, best, 0, best.length);
            }
            return;
        }
        for (int extent = 1; extent <= Math.min(left, dims[dimension]); extent++) {
            if (left % extent == 0 && dims[dimension] % extent == 0) {
                shape[dimension] = extent;
                choose(dimension + 1, left / extent);
            }
        }
    }

    /**
     * Returns how many neighbors the shape parts: in each dimension the borders between blocks along a line, on all
     * lines.
     */
    private long cut() {
        long volume = CartesianTopology.volume(dims);
        long cut = 0;
        for (int d = 0; d < dims.length; d++) {
            int blocks = dims[d] / shape[d];
            long borders = periods[d] && blocks > 1 ? blocks : blocks - 1;
            cut += borders * (volume / dims[d]);
        }
        return cut;
    }

    private int blockOf(int rank) {
        int block = 0;
        int stride = 1;
        int left = rank;
        for (int d = dims.length - 1; d >= 0; d--) {
            block += left % dims[d] / best[d] * stride;
            stride *= dims[d] / best[d];
            left /= dims[d];
        }
        return block;
    }
}
