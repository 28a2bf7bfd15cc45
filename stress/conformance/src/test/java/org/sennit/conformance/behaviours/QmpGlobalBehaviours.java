package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.QmpMachineBehaviours.behaviour;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sennit.qmp.BinaryFunction;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpCommunicator;
import org.sennit.qmp.QmpStatus;

/** The global operations of QMP. */
final class QmpGlobalBehaviours {
    private static final int NODES = Behaviour.RANKS;
    private static final int MIB = 1 << 20;

    private QmpGlobalBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("108 sumsAreExactAndTheSameOnEachNode", QmpGlobalBehaviours::sums),
                behaviour("108 extendedSumsKeepWhatADoubleLoses", QmpGlobalBehaviours::extendedSums),
                behaviour("108 extremesAndExclusiveOr", QmpGlobalBehaviours::extremes),
                behaviour("109 twoFunctionsOfTheUsersReduceAtOnce", QmpGlobalBehaviours::binary),
                behaviour("110 node0Broadcasts", QmpGlobalBehaviours::broadcast),
                behaviour("110 blocksGoFromEachNodeToEach", QmpGlobalBehaviours::alltoall));
    }

    private static void good(QmpStatus status) {
        assertEquals(QmpStatus.SUCCESS, status);
    }

    private static void sums(Qmp qmp) {
        int node = qmp.getNodeNumber();
        int[] i = {Integer.MAX_VALUE - node};
        good(qmp.sumInt(i));
        assertEquals(4 * Integer.MAX_VALUE - 6, i[0]);
        long[] large = {(1L << 53) + node};
        good(qmp.sumUint64(large));
        assertEquals((1L << 55) + 6, large[0]);
        float[] f = {node + 0.5f};
        good(qmp.sumFloat(f));
        assertEquals(8f, f[0]);
        double[] d = {node + 0.25};
        good(qmp.sumDouble(d));
        assertEquals(7.0, d[0]);
        float[] floats = {node, 2, 77};
        good(qmp.sumFloatArray(floats, 2));
        assertArrayEquals(new float[] {6, 8, 77}, floats);
        double[] doubles = new double[1000];
        Arrays.setAll(doubles, k -> 0.1 * node + k / 3.0);
        good(qmp.sumDoubleArray(doubles, 999));
        assertEquals(0.1 * node + 999 / 3.0, doubles[999]);
        double[] ofNode0 = doubles.clone();
        good(qmp.broadcast(ofNode0, 999 * Double.BYTES));
        assertArrayEquals(
                Arrays.stream(ofNode0, 0, 999)
                        .mapToLong(Double::doubleToRawLongBits)
                        .toArray(),
                Arrays.stream(doubles, 0, 999)
                        .mapToLong(Double::doubleToRawLongBits)
                        .toArray());
        assertEquals(QmpStatus.INVALID_ARG, qmp.sumDoubleArray(doubles, 1001));
        assertEquals(QmpStatus.INVALID_ARG, qmp.sumInt(null));
        assertEquals(QmpStatus.INVALID_ARG, qmp.sumInt(new int[0]));
        good(qmp.sumDoubleArray(doubles, 0));
    }

    private static void extendedSums(Qmp qmp) {
        int node = qmp.getNodeNumber();
        double[] parts = {1e16, 1, -1e16, 1};
        double[] x = {parts[node]};
        good(qmp.sumDoubleExtended(x));
        assertEquals(2.0, x[0], "in doubles it is 0 or 1");
        double[] array = {parts[3 - node], node == 0 ? Double.POSITIVE_INFINITY : 1, 0.1};
        good(qmp.sumDoubleExtendedArray(array, 2));
        assertArrayEquals(new double[] {2, Double.POSITIVE_INFINITY, 0.1}, array);
    }

    private static void extremes(Qmp qmp) {
        int node = qmp.getNodeNumber();
        int[] i = {node - 2};
        good(qmp.maxInt(i));
        assertEquals(1, i[0]);
        i[0] = node - 2;
        good(qmp.minInt(i));
        assertEquals(-2, i[0]);
        float[] f = {-node};
        good(qmp.maxFloat(f));
        assertEquals(0f, f[0]);
        f[0] = -node;
        good(qmp.minFloat(f));
        assertEquals(-3f, f[0]);
        double[] d = {node == 1 ? Double.NaN : node};
        good(qmp.maxDouble(d));
        assertTrue(Double.isNaN(d[0]), "NaN wins");
        d[0] = node;
        good(qmp.minDouble(d));
        assertEquals(0.0, d[0]);
        long[] bits = {1L << 60 + node | 5};
        good(qmp.xorUlong(bits));
        assertEquals(0xFL << 60, bits[0]);
    }

    /** Two halves of the machine at once, each with its own function. */
    private static void binary(Qmp qmp) {
        int node = qmp.getNodeNumber();
        QmpCommunicator half = qmp.getDefaultCommunicator().split(node / 2, 0);
        BinaryFunction largestKey = (inout, in) -> {
            if (key(in) > key(inout)) {
                inout.copyFrom(in);
            }
        };
        BinaryFunction smallestKey = (inout, in) -> {
            if (key(in) < key(inout)) {
                inout.copyFrom(in);
            }
        };
        for (int round = 0; round < 20; round++) {
            long[] pair = {node * 10L + round, 1000L + node};
            good(half.binaryReduction(pair, 16, node < 2 ? largestKey : smallestKey));
            int winner = node < 2 ? 1 : 2;
            assertArrayEquals(new long[] {winner * 10L + round, 1000L + winner}, pair);
        }
        long[] all = {node, 7};
        good(qmp.binaryReduction(all, 8, largestKey));
        assertArrayEquals(new long[] {3, 7}, all, "no more bytes than the caller said");
        assertEquals(QmpStatus.MEMSIZE_TOOBIG, half.binaryReduction(new byte[4], 8, largestKey));
        assertEquals(QmpStatus.INVALID_ARG, half.binaryReduction(new byte[4], 4, null));
        half.free();
    }

    private static long key(MemorySegment pair) {
        return pair.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    private static void broadcast(Qmp qmp) {
        int node = qmp.getNodeNumber();
        for (int size : new int[] {0, 1, 10 * MIB}) {
            byte[] bytes = new byte[size + 1];
            Arrays.fill(bytes, (byte) (node + 1));
            good(qmp.broadcast(bytes, size));
            assertTrue(IntStream.range(0, size).allMatch(i -> bytes[i] == 1));
            assertEquals(node + 1, bytes[size]);
        }
        assertEquals(QmpStatus.INVALID_ARG, qmp.broadcast(new byte[4], -1));
        good(qmp.barrier());
    }

    private static void alltoall(Qmp qmp) {
        int[] out = new int[2 * NODES];
        Arrays.setAll(out, i -> 100 * qmp.getNodeNumber() + i);
        int[] in = new int[2 * NODES];
        good(qmp.alltoall(in, out, 8));
        int[] wanted = new int[2 * NODES];
        Arrays.setAll(wanted, i -> 100 * (i / 2) + 2 * qmp.getNodeNumber() + i % 2);
        assertArrayEquals(wanted, in);
    }
}
