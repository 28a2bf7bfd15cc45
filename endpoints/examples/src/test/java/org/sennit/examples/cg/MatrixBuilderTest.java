package org.sennit.examples.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixBuilderTest {
    @ParameterizedTest
    @CsvSource({"S, 78148", "W, 508402", "A, 1853104"})
    void hasTheNumberOfNonzerosThatOthersReport(ProblemClass problem, int nonzeros) {
        assertEquals(nonzeros, whole(problem).nonzeroCount());
    }

    @Test
    void isSymmetricButForTheLastBit() {
        SparseRows matrix = whole(ProblemClass.S);
        Map<Long, Double> entries = new HashMap<>();
        for (int row = 0; row < matrix.rowCount(); row++) {
            for (int e = matrix.rowStart(row); e < matrix.rowStart(row + 1); e++) {
                entries.put(key(row, matrix.column(e)), matrix.value(e));
            }
        }
        assertEquals(matrix.nonzeroCount(), entries.size(), "no entry twice");
        entries.forEach((at, value) -> {
            double mirrored = entries.get(key((int) (at % 10_000), (int) (at / 10_000)));
            assertEquals(value, mirrored, 4 * Math.ulp(value));
        });
    }

    @Test
    void hasAscendingColumnsAndTheDiagonalInEachRow() {
        SparseRows matrix = whole(ProblemClass.S);
        for (int row = 0; row < matrix.rowCount(); row++) {
            boolean hasDiagonal = false;
            int before = -1;
            for (int e = matrix.rowStart(row); e < matrix.rowStart(row + 1); e++) {
                assertTrue(matrix.column(e) > before);
                before = matrix.column(e);
                hasDiagonal |= before == row;
            }
            assertTrue(hasDiagonal, "row " + row);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 16, 1400, 1999})
    void hasTheSameBitsHoweverTheRowsAreCut(int ranks) {
        SparseRows matrix = whole(ProblemClass.S);
        int row = 0;
        for (int rank = 0; rank < ranks; rank += Math.max(1, ranks / 50)) {
            RowBlock block = RowBlock.of(ProblemClass.S.rows(), rank, ranks);
            SparseRows part = MatrixBuilder.build(ProblemClass.S, block, done -> {});
            assertEquals(block.count(), part.rowCount());
            for (int local = 0; local < part.rowCount(); local++) {
                row = block.first() + local;
                assertSameRow(matrix, row, part, local);
            }
        }
    }

    @Test
    void tellsHowManyRowsAreDone() {
        int[] done = new int[1];
        MatrixBuilder.build(ProblemClass.S, RowBlock.of(1400, 0, 1), rows -> assertEquals(++done[0], rows));
        assertEquals(1400, done[0]);
    }

    @Test
    void multipliesAsTheDefinitionHasIt() {
        SparseRows matrix = whole(ProblemClass.S);
        double[] vector = new double[1400];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = Math.sin(i);
        }
        double[] product = new double[1400];
        matrix.multiply(vector, product);
        for (int row = 0; row < 1400; row++) {
            double sum = 0;
            for (int e = matrix.rowStart(row); e < matrix.rowStart(row + 1); e++) {
                sum += matrix.value(e) * vector[matrix.column(e)];
            }
            assertEquals(sum, product[row], 1e-12 * Math.max(1, Math.abs(sum)));
        }
    }

    private static SparseRows whole(ProblemClass problem) {
        return MatrixBuilder.build(problem, RowBlock.of(problem.rows(), 0, 1), done -> {});
    }

    private static long key(int row, int column) {
        return row * 10_000L + column;
    }

    private static void assertSameRow(SparseRows left, int leftRow, SparseRows right, int rightRow) {
        int count = left.rowStart(leftRow + 1) - left.rowStart(leftRow);
        assertEquals(count, right.rowStart(rightRow + 1) - right.rowStart(rightRow));
        for (int i = 0; i < count; i++) {
            int l = left.rowStart(leftRow) + i;
            int r = right.rowStart(rightRow) + i;
            assertEquals(left.column(l), right.column(r));
            assertEquals(Double.doubleToRawLongBits(left.value(l)), Double.doubleToRawLongBits(right.value(r)));
        }
    }
}
