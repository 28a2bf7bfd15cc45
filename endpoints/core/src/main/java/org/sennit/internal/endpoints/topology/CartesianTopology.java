package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import org.sennit.internal.endpoints.comm.Topology;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A grid of ranks, as one of them has it: the last dimension runs fastest, as MPI orders them. A grid without
 * dimensions has one rank. Immutable; any thread. (MPI 4.1, section 8.5)
 */
public final class CartesianTopology implements Topology {
    private final int[] dims;
    private final boolean[] periods;
    private final int rank;
    private final int[] coordinates;
    private final Neighborhood neighborhood;

    /**
     * Makes a grid.
     *
     * @param dims its extents, 1 and up
     * @param periods for each dimension whether its ends are neighbors
     * @param rank the caller's rank, 0 to the product of the extents − 1
     */
    public CartesianTopology(int[] dims, boolean[] periods, int rank) {
        this.dims = dims.clone();
        this.periods = periods.clone();
        this.rank = rank;
        this.coordinates = coordinatesOf(rank);
        int[] neighbors = new int[2 * dims.length];
        int[] slots = new int[neighbors.length];
        for (int slot = 0; slot < neighbors.length; slot++) {
            neighbors[slot] = neighbor(slot / 2, slot % 2 == 0 ? -1 : 1);
            // what comes from below was sent upwards, even where both are the same rank
            slots[slot] = neighbors[slot] < 0 ? Neighborhood.NO_SLOT : slot ^ 1;
        }
        this.neighborhood = new Neighborhood(neighbors, neighbors, slots);
    }

    /**
     * Returns the number of members of a grid.
     *
     * @param dims its extents
     * @return their product; 1 without dimensions; more than an int holds when there are too many
     */
    static long volume(int[] dims) {
        long volume = 1;
        for (int extent : dims) {
            volume = Math.min(volume * extent, Integer.MAX_VALUE + 1L);
        }
        return volume;
    }

    /** Returns the extents. */
    public int[] dims() {
        return dims.clone();
    }

    /** Returns a copy of the periods: true for each dimension whose ends are neighbors. */
    public boolean[] periods() {
        return periods.clone();
    }

    /** Returns a copy of the caller's coordinates. */
    public int[] coordinates() {
        return coordinates.clone();
    }

    /**
     * Returns the place of a rank.
     *
     * @param ofRank 0 to the number of members − 1
     * @throws SennitException RANK for another; final
     */
    public int[] coordinates(int ofRank) {
        long size = volume(dims);
        if (ofRank < 0 || ofRank >= size) {
            throw new SennitException(
                    ErrorClass.RANK, "rank outside the grid: operation=coordinates rank=" + ofRank + " size=" + size);
        }
        return coordinatesOf(ofRank);
    }

    private int[] coordinatesOf(int ofRank) {
        int[] place = new int[dims.length];
        int left = ofRank;
        for (int d = dims.length - 1; d >= 0; d--) {
            place[d] = left % dims[d];
            left /= dims[d];
        }
        return place;
    }

    /**
     * Returns the rank at a place.
     *
     * @param place a coordinate for each dimension; any where the dimension goes round
     * @throws SennitException DIMS when there are more or fewer coordinates than dimensions; ARG for one outside a
     *     dimension that does not go round; final
     */
    public int rankOf(int... place) {
        if (place.length != dims.length) {
            throw new SennitException(
                    ErrorClass.DIMS,
                    "as many coordinates as dimensions are needed: operation=rankOf coordinates=" + place.length
                            + " dimensions=" + dims.length);
        }
        int at = 0;
        for (int d = 0; d < dims.length; d++) {
            if (!periods[d] && (place[d] < 0 || place[d] >= dims[d])) {
                throw new SennitException(
                        ErrorClass.ARG,
                        "coordinate outside a dimension that does not go round: operation=rankOf coordinates="
                                + Arrays.toString(place) + " dims=" + Arrays.toString(dims));
            }
            at = at * dims[d] + Math.floorMod(place[d], dims[d]);
        }
        return at;
    }

    /**
     * Returns the rank at a distance in one dimension.
     *
     * @param dimension 0 to the number of dimensions − 1
     * @param distance upwards; below 0 downwards
     * @return the rank, or {@link PointToPoint#NULL_PROCESS} beyond the end of a dimension that does not go round
     * @throws SennitException DIMS when there is no such dimension; final
     */
    public int rankAt(int dimension, long distance) {
        if (dimension < 0 || dimension >= dims.length) {
            throw new SennitException(
                    ErrorClass.DIMS,
                    "no such dimension: operation=shift dimension=" + dimension + " dimensions=" + dims.length);
        }
        return neighbor(dimension, distance);
    }

    private int neighbor(int dimension, long distance) {
        long there = coordinates[dimension] + distance;
        if (!periods[dimension] && (there < 0 || there >= dims[dimension])) {
            return PointToPoint.NULL_PROCESS;
        }
        int stride = 1;
        for (int d = dimension + 1; d < dims.length; d++) {
            stride *= dims[d];
        }
        return rank + (Math.floorMod(there, dims[dimension]) - coordinates[dimension]) * stride;
    }

    /** Returns the ranks of the caller's sub-grid when some dimensions are dropped, in their order there. */
    int[] ranksOfSub(boolean[] remains) {
        int size = 1;
        for (int d = 0; d < dims.length; d++) {
            size *= remains[d] ? dims[d] : 1;
        }
        int[] ranks = new int[size];
        for (int i = 0; i < size; i++) {
            int left = i;
            int stride = 1;
            for (int d = dims.length - 1; d >= 0; d--) {
                ranks[i] += stride * (remains[d] ? left % dims[d] : coordinates[d]);
                left = remains[d] ? left / dims[d] : left;
                stride *= dims[d];
            }
        }
        return ranks;
    }

    /** Returns the caller's rank's sub-grid, in which ranks keep their order. */
    CartesianTopology sub(boolean[] remains) {
        int kept = 0;
        int[] keptDims = new int[dims.length];
        boolean[] keptPeriods = new boolean[dims.length];
        int at = 0;
        for (int d = 0; d < dims.length; d++) {
            if (remains[d]) {
                keptDims[kept] = dims[d];
                keptPeriods[kept++] = periods[d];
                at = at * dims[d] + coordinates[d];
            }
        }
        return new CartesianTopology(Arrays.copyOf(keptDims, kept), Arrays.copyOf(keptPeriods, kept), at);
    }

    @Override
    public Neighborhood neighborhood() {
        return neighborhood;
    }
}
