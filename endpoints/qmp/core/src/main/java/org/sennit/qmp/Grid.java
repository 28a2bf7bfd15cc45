package org.sennit.qmp;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Places of a torus: their coordinates and their numbers. Immutable.
 *
 * @param dimensions places along each axis, 1 and up
 * @param order the axes, the one that runs fastest first
 */
record Grid(int[] dimensions, int[] order) {
    /** Makes a grid whose axis 0 runs fastest. */
    static Grid of(int[] dimensions) {
        return new Grid(dimensions, IntStream.range(0, dimensions.length).toArray());
    }

    /** Makes a grid whose last axis runs fastest, as that of a job. */
    static Grid rowMajor(int[] dimensions) {
        int last = dimensions.length - 1;
        return new Grid(
                dimensions,
                IntStream.rangeClosed(0, last).map(axis -> last - axis).toArray());
    }

    static boolean isPermutation(int[] axes) {
        return IntStream.range(0, axes.length)
                .allMatch(axis -> Arrays.stream(axes).anyMatch(other -> other == axis));
    }

    /** Returns the number of places; −1 when an extent is below 1 or the number is too large for an int. */
    static int volume(int[] dimensions) {
        long volume = 1;
        for (int extent : dimensions) {
            volume *= extent;
            if (extent < 1 || volume > Integer.MAX_VALUE) {
                return -1;
            }
        }
        return (int) volume;
    }

    int[] coordinatesOf(int place) {
        int[] coordinates = new int[dimensions.length];
        int rest = place;
        for (int axis : order) {
            coordinates[axis] = rest % dimensions[axis];
            rest /= dimensions[axis];
        }
        return coordinates;
    }

    /** Returns the number of a place; coordinates may lie outside, since each axis is periodic. */
    int placeAt(int[] coordinates) {
        int place = 0;
        for (int i = order.length - 1; i >= 0; i--) {
            int axis = order[i];
            place = place * dimensions[axis] + Math.floorMod(coordinates[axis], dimensions[axis]);
        }
        return place;
    }
}
