package org.sennit.examples.ownership.md;

import org.sennit.CartesianCommunicator;

/**
 * The part of the cube that an endpoint has, in units of the atoms' diameter. The cube goes round in every dimension; a
 * position belongs to the part with low &lt;= x &lt; high.
 *
 * <p>Immutable; any thread.
 */
final class Box {
    /** Dimensions of space. */
    static final int DIMENSIONS = 3;

    private final double side;
    private final int[] dims;
    private final int[] place;
    private final CartesianCommunicator.Shift[] neighbors = new CartesianCommunicator.Shift[DIMENSIONS];

    Box(CartesianCommunicator grid, double side) {
        this.side = side;
        this.dims = grid.dims();
        this.place = grid.coordinates();
        for (int d = 0; d < DIMENSIONS; d++) {
            neighbors[d] = grid.shift(d, 1);
        }
    }

    /** Returns the side of the whole cube. */
    double side() {
        return side;
    }

    double low(int dimension) {
        return bound(place[dimension], dimension);
    }

    double high(int dimension) {
        return bound(place[dimension] + 1, dimension);
    }

    /** Returns the same bits for both neighbors. */
    private double bound(int at, int dimension) {
        return side * at / dims[dimension];
    }

    boolean contains(double x, double y, double z) {
        return isIn(0, x) && isIn(1, y) && isIn(2, z);
    }

    private boolean isIn(int dimension, double position) {
        return position >= low(dimension) && position < high(dimension);
    }

    /** Returns whether the endpoint is its own neighbor there. */
    boolean isWhole(int dimension) {
        return dims[dimension] == 1;
    }

    /** Returns the rank on the lower or the upper side. */
    int neighbor(int dimension, boolean isUpper) {
        return isUpper ? neighbors[dimension].destination() : neighbors[dimension].source();
    }

    /** Returns what a position must be moved by for the neighbor on that side, which sees it beyond its other side. */
    double shift(int dimension, boolean isUpper) {
        if (isUpper) {
            return place[dimension] == dims[dimension] - 1 ? -side : 0;
        }
        return place[dimension] == 0 ? side : 0;
    }

    /** Returns the thinnest part that any endpoint has, so the same on all. */
    static double thinnest(int[] dims, double side) {
        double thinnest = side;
        for (int extent : dims) {
            thinnest = Math.min(thinnest, side / extent);
        }
        return thinnest;
    }
}
