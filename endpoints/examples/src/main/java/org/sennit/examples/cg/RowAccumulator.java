package org.sennit.examples.cg;

import java.util.Arrays;

/**
 * One row of a sparse matrix under construction: entries arrive in any order of columns and are added
 * up in order of arrival; the finished row leaves by ascending columns.
 *
 * <p>One thread. Reused from row to row without clearing the whole width.
 */
final class RowAccumulator {
    private final double[] sum;
    private final boolean[] isTaken;
    private int[] columns = new int[256];
    private int count;

    RowAccumulator(int width) {
        sum = new double[width];
        isTaken = new boolean[width];
    }

    void add(int column, double entry) {
        if (isTaken[column]) {
            sum[column] += entry;
        } else {
            isTaken[column] = true;
            sum[column] = entry;
            if (count == columns.length) {
                columns = Arrays.copyOf(columns, 2 * count);
            }
            columns[count++] = column;
        }
    }

    /** Appends the row at {@code at}, empties this, and returns the new end. */
    int drainTo(int[] column, double[] value, int at) {
        Arrays.sort(columns, 0, count);
        int end = at;
        for (int i = 0; i < count; i++) {
            int c = columns[i];
            column[end] = c;
            value[end] = sum[c];
            isTaken[c] = false;
            end++;
        }
        count = 0;
        return end;
    }
}
