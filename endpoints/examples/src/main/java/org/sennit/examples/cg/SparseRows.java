package org.sennit.examples.cg;

/**
 * A block of rows of a sparse matrix, row after row, the columns of each row ascending; it multiplies
 * a full vector into its own rows.
 *
 * <p>Immutable; any thread. Surprise: a row is summed in four interleaved partial sums, so that the
 * processor is not held up by one chain of additions; the order is a property of the row alone, so
 * the product has the same bits however the rows are distributed.
 */
final class SparseRows {
    private final int[] rowStart;
    private final int[] column;
    private final double[] value;

    SparseRows(int[] rowStart, int[] column, double[] value) {
        this.rowStart = rowStart;
        this.column = column;
        this.value = value;
    }

    int rowCount() {
        return rowStart.length - 1;
    }

    int nonzeroCount() {
        return rowStart[rowCount()];
    }

    int rowStart(int row) {
        return rowStart[row];
    }

    int column(int element) {
        return column[element];
    }

    double value(int element) {
        return value[element];
    }

    /** Sets {@code product[i]} to row i times the vector, for the rows of this block. */
    void multiply(double[] vector, double[] product) {
        int from = 0;
        for (int row = 0; row < rowCount(); row++) {
            int to = rowStart[row + 1];
            product[row] = dot(column, value, from, to, vector);
            from = to;
        }
    }

    private static double dot(int[] column, double[] value, int from, int to, double[] vector) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int k = from;
        for (; k < to - 3; k += 4) {
            sum0 += value[k] * vector[column[k]];
            sum1 += value[k + 1] * vector[column[k + 1]];
            sum2 += value[k + 2] * vector[column[k + 2]];
            sum3 += value[k + 3] * vector[column[k + 3]];
        }
        for (; k < to; k++) {
            sum0 += value[k] * vector[column[k]];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }
}
