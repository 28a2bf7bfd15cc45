package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Global operations on every number of nodes that a JVM may well have: exact where they can be, and the same bits on
 * each node.
 */
@Core
@Deadline(seconds = 30)
class GlobalOperationsTest {
    private static final int TERMS = 40;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void resultsAreTheSameOnEachNode(int nodes) {
        double[][] terms = terms(nodes);
        AtomicLongArray bits = new AtomicLongArray(nodes * TERMS);
        Nodes.run(nodes, qmp -> {
            int node = qmp.getNodeNumber();
            double[] sums = terms[node].clone();
            good(qmp.sumDoubleArray(sums, TERMS));
            for (int i = 0; i < TERMS; i++) {
                bits.set(node * TERMS + i, Double.doubleToRawLongBits(sums[i]));
            }
            double[] one = {terms[node][3]};
            good(qmp.sumDouble(one));
            assertEquals(sums[3], one[0]);
            double[] part = terms[node].clone();
            good(qmp.sumDoubleArray(part, 3, 2));
            double[] wanted = terms[node].clone();
            System.arraycopy(sums, 3, wanted, 3, 2);
            assertArrayEquals(wanted, part);
            assertEquals(QmpStatus.INVALID_ARG, qmp.sumDoubleArray(part, 3, TERMS - 2));
            double[] extended = terms[node].clone();
            good(qmp.sumDoubleExtendedArray(extended, TERMS));
            for (int i = 0; i < TERMS; i++) {
                assertEquals(exact(terms, i), extended[i], "the sum rounded once, term " + i);
            }
            part = terms[node].clone();
            good(qmp.sumDoubleExtendedArray(part, 5, 2));
            wanted = terms[node].clone();
            System.arraycopy(extended, 5, wanted, 5, 2);
            assertArrayEquals(wanted, part);
            assertEquals(QmpStatus.INVALID_ARG, qmp.sumDoubleExtendedArray(part, 5, TERMS - 4));
            part = terms[node].clone();
            good(qmp.comm().reductions().sumExtended(part, 5, 20, 7));
            wanted = terms[node].clone();
            System.arraycopy(extended, 5, wanted, 5, 20);
            assertArrayEquals(wanted, part, "in parts, as for arrays that are too long");
            float[] floats = {9, node, 9};
            good(qmp.sumFloatArray(floats, 1, 1));
            assertArrayEquals(new float[] {9, nodes * (nodes - 1) / 2, 9}, floats);
            long[] integers = {(1L << 53) + node};
            good(qmp.sumUint64(integers));
            assertEquals(nodes * (1L << 53) + nodes * (nodes - 1) / 2, integers[0]);
            long[] ones = {1L << node};
            good(qmp.xorUlong(ones));
            assertEquals((1L << nodes) - 1, ones[0]);
            double[] extreme = {node == nodes - 1 ? Double.NaN : node};
            good(qmp.minDouble(extreme));
            assertEquals(Double.NaN, extreme[0]);
        });
        for (int i = 0; i < nodes * TERMS; i++) {
            assertEquals(bits.get(i % TERMS), bits.get(i), "node " + i / TERMS);
        }
    }

    private static void good(QmpStatus status) {
        assertEquals(QmpStatus.SUCCESS, status);
    }

    /** Of many sizes and both signs, so that a double loses much of them. */
    private static double[][] terms(int nodes) {
        Random random = new Random(nodes);
        double[][] terms = new double[nodes][TERMS];
        for (double[] ofNode : terms) {
            for (int i = 0; i < TERMS; i++) {
                ofNode[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(40));
            }
        }
        return terms;
    }

    private static double exact(double[][] terms, int term) {
        BigDecimal sum = BigDecimal.ZERO;
        for (double[] ofNode : terms) {
            sum = sum.add(new BigDecimal(ofNode[term]));
        }
        return sum.doubleValue();
    }
}
