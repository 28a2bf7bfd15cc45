package org.sennit.examples.heat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * One rank's rows of the field, with a row of halo above and below, and one step of Jacobi's method on
 * them: each free pixel becomes the mean of its four neighbors of the step before.
 *
 * <p>One thread. Temperatures are {@code float}: the result is looked at in eight bits, and half the
 * memory is nearly twice the speed, since a step is bound by memory. Surprise: fixed pixels inside are
 * first overwritten and then restored, so that the loop over a row has no branch and the compiler can
 * vectorise it (1.0 instead of 0.5 updates a nanosecond, compared with element access through a
 * {@link MemorySegment}; the segments here are views for the messages).
 */
final class Slab {
    private static final float QUARTER = 0.25f;

    private final int width;
    private final int rows;

    /** Local rows that Jacobi changes: all but the picture's first and last. */
    private final int firstFree;

    private final int endFree;

    /** Indices, ascending, of fixed pixels of the free rows; those of row r from fixedStart[r] on. */
    private final int[] fixed;

    private final int[] fixedStart;

    private float[] current;
    private float[] next;

    /**
     * Takes over a share of the field.
     *
     * @param share the rows, at least one
     * @param temperature room for the share with both halo rows; its rows are 1 to {@code count}
     * @param isFixed a byte for each pixel of the share, 1 where fixed
     */
    Slab(int width, int height, RowShare share, float[] temperature, byte[] isFixed) {
        this.width = width;
        this.rows = share.count();
        this.firstFree = share.first() == 0 ? 2 : 1;
        this.endFree = share.end() == height ? rows : rows + 1;
        this.current = temperature;
        this.next = temperature.clone();
        this.fixedStart = new int[rows + 2];
        this.fixed = fixedInside(isFixed);
    }

    private int[] fixedInside(byte[] isFixed) {
        int[] found = new int[isFixed.length];
        int count = 0;
        for (int row = 1; row <= rows; row++) {
            fixedStart[row] = count;
            for (int x = 1; x < width - 1; x++) {
                if (isFixed[(row - 1) * width + x] != 0) {
                    found[count++] = row * width + x;
                }
            }
        }
        fixedStart[rows + 1] = count;
        return Arrays.copyOf(found, count);
    }

    int rows() {
        return rows;
    }

    /** Returns a row of this step's temperatures as memory to send or receive: 0 and rows + 1 are the halo. */
    MemorySegment row(int row) {
        return rows(row, 1);
    }

    /** Returns all rows of this rank, without the halo. */
    MemorySegment ownRows() {
        return rows(1, rows);
    }

    private MemorySegment rows(int first, int count) {
        long rowBytes = (long) width * Float.BYTES;
        return MemorySegment.ofArray(current).asSlice(first * rowBytes, count * rowBytes);
    }

    /** Computes the rows that need no halo: all but the first and the last. */
    void computeInner() {
        for (int row = Math.max(firstFree, 2); row < Math.min(endFree, rows); row++) {
            computeRow(row);
        }
    }

    /** Computes the first and the last row, for which the halo must be there. */
    void computeOuter() {
        if (isFree(1)) {
            computeRow(1);
        }
        if (rows > 1 && isFree(rows)) {
            computeRow(rows);
        }
    }

    private boolean isFree(int row) {
        return row >= firstFree && row < endFree;
    }

    private void computeRow(int row) {
        average(current, next, row * width, width);
        for (int i = fixedStart[row]; i < fixedStart[row + 1]; i++) {
            next[fixed[i]] = current[fixed[i]];
        }
    }

    private static void average(float[] from, float[] to, int start, int width) {
        for (int i = start + 1; i < start + width - 1; i++) {
            to[i] = QUARTER * ((from[i - width] + from[i + width]) + (from[i - 1] + from[i + 1]));
        }
    }

    /** Returns the largest change that the step just computed makes to any pixel. */
    float largestChange() {
        float largest = 0;
        for (int row = firstFree; row < endFree; row++) {
            largest = Math.max(largest, largestDifference(current, next, row * width, width));
        }
        return largest;
    }

    private static float largestDifference(float[] left, float[] right, int start, int width) {
        float largest = 0;
        for (int i = start; i < start + width; i++) {
            largest = Math.max(largest, Math.abs(left[i] - right[i]));
        }
        return largest;
    }

    /** Makes the computed step the current one. */
    void advance() {
        float[] old = current;
        current = next;
        next = old;
    }
}
