package org.sennit.examples.cg;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Makes one endpoint's rows of CG's matrix: the sum over all random vectors v(i) of w(i) v(i) v(i)<sup>T</sup>, with
 * weights that fall geometrically from 1 to 0.1, plus (0.1 − shift) on the diagonal.
 *
 * <p>One thread. Surprise: entries that coincide are added in the order of i, whatever the block, so each entry has
 * the same bits in every distribution; the two triangles may still differ in the last bit, since the weight
 * multiplies the row's component first. Source: RNR-94-007, section "Kernel CG", description of {@code makea}; the
 * way of going row by row is our own.
 */
final class MatrixBuilder {
    private static final double CONDITION = 0.1;

    private final RandomVectors vectors;
    private final RowBlock block;
    private final double shift;
    private final double[] weight;

    private MatrixBuilder(RandomVectors vectors, RowBlock block, double shift) {
        this.vectors = vectors;
        this.block = block;
        this.shift = shift;
        this.weight = weights(vectors.count());
    }

    /**
     * Builds the block.
     *
     * @param rowsDone called after each row how many are ready
     */
    static SparseRows build(ProblemClass problem, RowBlock block, IntConsumer rowsDone) {
        RandomVectors vectors = RandomVectors.of(problem.rows(), problem.nonzerosPerVector());
        return new MatrixBuilder(vectors, block, problem.shift()).build(rowsDone);
    }

    private static double[] weights(int count) {
        double[] weight = new double[count];
        double ratio = Math.pow(CONDITION, 1.0 / count);
        double next = 1.0;
        for (int i = 0; i < count; i++) {
            weight[i] = next;
            next *= ratio;
        }
        return weight;
    }

    private SparseRows build(IntConsumer rowsDone) {
        int[] contributionStart = new int[block.count() + 1];
        int[] contribution = contributionsByRow(contributionStart);
        int[] rowStart = new int[block.count() + 1];
        int[] column = new int[capacity(contributionStart, contribution)];
        double[] value = new double[column.length];
        RowAccumulator row = new RowAccumulator(block.rows());
        int end = 0;
        for (int i = 0; i < block.count(); i++) {
            addContributions(row, i, contribution, contributionStart[i], contributionStart[i + 1]);
            end = row.drainTo(column, value, end);
            rowStart[i + 1] = end;
            rowsDone.accept(i + 1);
        }
        return new SparseRows(rowStart, Arrays.copyOf(column, end), Arrays.copyOf(value, end));
    }

    /**
     * Sorts, stably, the elements of all vectors that stand in rows of the block by their row. The
     * result names the vector, and the caller finds the row's component in it again.
     */
    private int[] contributionsByRow(int[] start) {
        for (int vector = 0; vector < vectors.count(); vector++) {
            for (int e = vectors.start(vector); e < vectors.end(vector); e++) {
                int row = vectors.position(e) - block.first();
                if (row >= 0 && row < block.count()) {
                    start[row + 1]++;
                }
            }
        }
        for (int row = 0; row < block.count(); row++) {
            start[row + 1] += start[row];
        }
        int[] next = Arrays.copyOf(start, block.count());
        int[] contribution = new int[start[block.count()]];
        for (int vector = 0; vector < vectors.count(); vector++) {
            for (int e = vectors.start(vector); e < vectors.end(vector); e++) {
                int row = vectors.position(e) - block.first();
                if (row >= 0 && row < block.count()) {
                    contribution[next[row]++] = vector;
                }
            }
        }
        return contribution;
    }

    private int capacity(int[] contributionStart, int[] contribution) {
        long total = 0;
        for (int c = 0; c < contributionStart[block.count()]; c++) {
            int vector = contribution[c];
            total += vectors.end(vector) - vectors.start(vector);
        }
        return Math.toIntExact(total);
    }

    private void addContributions(RowAccumulator accumulator, int localRow, int[] contribution, int from, int to) {
        int row = block.first() + localRow;
        for (int c = from; c < to; c++) {
            int vector = contribution[c];
            double scale = weight[vector] * componentAt(vector, row);
            for (int e = vectors.start(vector); e < vectors.end(vector); e++) {
                int column = vectors.position(e);
                double entry = vectors.component(e) * scale;
                if (column == row && vector == row) {
                    entry += CONDITION - shift;
                }
                accumulator.add(column, entry);
            }
        }
    }

    private double componentAt(int vector, int row) {
        int e = vectors.start(vector);
        while (vectors.position(e) != row) {
            e++;
        }
        return vectors.component(e);
    }
}
