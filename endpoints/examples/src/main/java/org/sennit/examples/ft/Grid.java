package org.sennit.examples.ft;

/**
 * The points of a problem, powers of two in each dimension.
 *
 * <p>Immutable; any thread.
 *
 * @param nx points in the dimension that lies contiguous in memory
 * @param ny rows of a plane
 * @param nz planes
 */
public record Grid(int nx, int ny, int nz) {
    /**
     * Returns all of them.
     *
     * @return the number of points
     */
    public long points() {
        return (long) nx * ny * nz;
    }

    @Override
    public String toString() {
        return nx + " x " + ny + " x " + nz;
    }
}
