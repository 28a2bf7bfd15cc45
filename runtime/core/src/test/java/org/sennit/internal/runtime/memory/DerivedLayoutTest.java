package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.message.ArrayOrder;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.AllocatedBytes;

/** Derived layouts by example: what they mean, how they read, what they refuse. */
class DerivedLayoutTest {
    private static SennitException error(Runnable call) {
        return assertThrows(SennitException.class, call::run);
    }

    private static double[] packed(double[] from, DataLayout layout) {
        double[] to = new double[(int) (layout.sizeBytes() / Double.BYTES)];
        LayoutCopy.copy(
                MemorySegment.ofArray(from),
                layout.offsetBytes(),
                layout,
                MemorySegment.ofArray(to),
                0,
                null,
                0,
                layout.sizeBytes());
        return to;
    }

    private static double[] upTo(int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = i;
        }
        return values;
    }

    @Test
    void aVectorIsAColumn() {
        DataLayout column = DataLayout.vector(3, 1, 4, DataLayout.DOUBLE);
        assertArrayEquals(new double[] {0, 4, 8}, packed(upTo(12), column));
        assertEquals(9 * 8, column.extentBytes());
        assertEquals("vector(count=3 block=1 stride=4, DOUBLE)", column.toString());
    }

    @Test
    void aCountRepeatsAtTheExtent() {
        DataLayout column = DataLayout.vector(3, 1, 4, DataLayout.DOUBLE).resized(0, 8);
        assertArrayEquals(new double[] {0, 4, 8, 1, 5, 9}, packed(upTo(12), column.count(2)));
        assertArrayEquals(new double[] {2, 6, 10}, packed(upTo(12), column.slice(2, 1)));
        assertEquals(
                "resized(vector(count=3 block=1 stride=4, DOUBLE) lowerBound=0 extent=8)[2..3)",
                column.slice(2, 1).toString());
    }

    /** MPI 4.1, section 5.1.6: once there are markers, only they bound a type. */
    @Test
    void boundsThatWereSetCountAlone() {
        DataLayout tight = DataLayout.contiguous(2, DataLayout.INT).resized(0, 4);
        assertEquals(
                4,
                DataLayout.struct(new long[] {0, 8}, tight, DataLayout.DOUBLE).extentBytes());
        DataLayout later = DataLayout.struct(new long[] {0, 8}, DataLayout.DOUBLE, tight);
        assertEquals(8, later.lowerBound());
        assertEquals(4, later.extentBytes());
        assertEquals(16, later.trueExtentBytes());
        long[] two = {2};
        DataLayout part =
                DataLayout.subarray(new long[] {4}, two, new long[] {1}, ArrayOrder.ROW_MAJOR, DataLayout.DOUBLE);
        DataLayout behind = DataLayout.struct(new long[] {0, 64}, part.count(2), DataLayout.DOUBLE);
        assertEquals(64, behind.extentBytes());
        assertEquals(
                64,
                DataLayout.struct(new long[] {0, 100}, behind, DataLayout.INT).extentBytes());
        assertEquals(
                72,
                DataLayout.struct(new long[] {0, 64}, DataLayout.DOUBLE, DataLayout.DOUBLE)
                        .extentBytes());
    }

    @Test
    void aNegativeStrideGoesBackwards() {
        DataLayout backwards = DataLayout.vector(4, 1, -1, DataLayout.DOUBLE);
        assertEquals(-24, backwards.trueLowerBound());
        assertArrayEquals(new double[] {3, 2, 1, 0}, packed(upTo(4), backwards.byteShifted(24)));
        SennitException error = error(() -> backwards.lengthBytes(32));
        assertEquals(ErrorClass.COUNT, error.errorClass());
        assertEquals(
                "layout begins before its memory: layout=vector(count=4 block=1 stride=-1, DOUBLE) lowest byte=-24"
                        + " (byteShifted() moves it)",
                error.getMessage());
    }

    @Test
    void aSubarrayLiesInItsArrayInEitherOrder() {
        DataLayout rows = DataLayout.subarray(
                new long[] {3, 4}, new long[] {2, 2}, new long[] {1, 1}, ArrayOrder.ROW_MAJOR, DataLayout.DOUBLE);
        assertArrayEquals(new double[] {5, 6, 9, 10}, packed(upTo(12), rows));
        DataLayout columns = DataLayout.subarray(
                new long[] {3, 4}, new long[] {2, 2}, new long[] {1, 1}, ArrayOrder.COLUMN_MAJOR, DataLayout.DOUBLE);
        assertArrayEquals(new double[] {4, 5, 7, 8}, packed(upTo(12), columns));
        assertEquals(96, rows.extentBytes());
        SennitException error = error(() -> DataLayout.subarray(
                new long[] {3, 4}, new long[] {2, 2}, new long[] {2, 1}, ArrayOrder.ROW_MAJOR, DataLayout.DOUBLE));
        assertEquals(ErrorClass.ARG, error.errorClass());
        assertEquals("subarray outside its array: dimension=0 size=3 subsize=2 start=2", error.getMessage());
    }

    @Test
    void whatIsInARowIsContiguousHoweverItIsSaid() {
        assertTrue(DataLayout.vector(5, 3, 3, DataLayout.INT).isContiguous());
        assertTrue(DataLayout.indexed(new long[] {1, 2}, new long[] {4, 5}, DataLayout.INT)
                .isContiguous());
        assertTrue(DataLayout.struct(new long[] {0, 4}, DataLayout.INT, DataLayout.FLOAT)
                .count(7)
                .isContiguous());
        assertFalse(DataLayout.vector(5, 3, 4, DataLayout.INT).isContiguous());
    }

    @Test
    void theSameRowsAreEqualHoweverTheyAreSaid() {
        DataLayout vector = DataLayout.vector(3, 1, 2, DataLayout.INT);
        DataLayout indexed = DataLayout.indexedBlock(1, new long[] {0, 2, 4}, DataLayout.INT);
        assertEquals(vector, indexed);
        assertEquals(vector.hashCode(), indexed.hashCode());
        assertNotEquals(vector, DataLayout.vector(3, 1, 2, DataLayout.FLOAT));
    }

    @Test
    void aMillionBlocksAreNoLargerThanTwo() {
        DataLayout.vector(2, 1, 3, DataLayout.DOUBLE); // loads the classes
        long before = AllocatedBytes.ofThisThread();
        DataLayout.vector(1_000_000, 1, 3, DataLayout.DOUBLE);
        long bytes = AllocatedBytes.ofThisThread() - before;
        assertTrue(bytes < 10_000, () -> "bytes=" + bytes);
    }

    @Test
    void comesFromStructsAndSequencesOfTheJdk() {
        MemoryLayout struct = MemoryLayout.structLayout(
                ValueLayout.JAVA_INT.withName("id"),
                MemoryLayout.paddingLayout(4),
                MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_DOUBLE).withName("values"));
        DataLayout layout = DataLayout.of(struct);
        assertEquals(20, layout.sizeBytes());
        assertEquals(24, layout.extentBytes());
        assertEquals(DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.DOUBLE.count(2)), layout);
        SennitException union = error(() -> DataLayout.of(MemoryLayout.unionLayout(ValueLayout.JAVA_INT)));
        assertEquals(ErrorClass.TYPE, union.errorClass());
        assertTrue(union.getMessage().startsWith("a union does not say which of its members is meant: layout="));
        assertEquals(
                ErrorClass.TYPE, error(() -> DataLayout.of(ValueLayout.ADDRESS)).errorClass());
    }

    @Test
    void whatIsTooLargeIsAnError() {
        assertEquals(
                ErrorClass.COUNT,
                error(() -> DataLayout.vector(1L << 40, 1, 1L << 40, DataLayout.DOUBLE))
                        .errorClass());
        assertEquals(
                ErrorClass.COUNT,
                error(() -> DataLayout.contiguous(1L << 62, DataLayout.DOUBLE)).errorClass());
        assertEquals(
                ErrorClass.COUNT,
                error(() -> DataLayout.indexed(new long[] {-1}, new long[] {0}, DataLayout.INT))
                        .errorClass());
        assertEquals(ErrorClass.ARG, error(() -> DataLayout.struct(new long[1])).errorClass());
    }

    @Test
    void aLayoutThatMeansAByteTwiceIsFound() {
        assertTrue(DataLayout.byteVector(3, 1, 4, DataLayout.DOUBLE).overlapsItself());
        assertTrue(DataLayout.byteVector(3, 1, 0, DataLayout.DOUBLE).overlapsItself());
        assertTrue(DataLayout.indexed(new long[] {2, 2}, new long[] {1, 0}, DataLayout.INT)
                .overlapsItself());
        assertTrue(DataLayout.DOUBLE.resized(0, 4).count(2).overlapsItself());
        DataLayout transposed =
                DataLayout.vector(3, 1, 4, DataLayout.DOUBLE).resized(0, 8).count(4);
        assertFalse(transposed.overlapsItself());
    }

    @Test
    void countsAndElementsAreMpis() {
        DataLayout pair = DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.DOUBLE);
        Status status = new Status().set(0, 0, 28, false);
        assertEquals(-3, status.count(pair));
        assertEquals(5, status.elements(pair));
        assertEquals(2, new Status().set(0, 0, 24, false).count(pair));
        assertEquals(-3, new Status().set(0, 0, 26, false).elements(pair));
        assertEquals(7, status.count(DataLayout.INT));
        assertEquals(0, new Status().count(pair));
    }

    @Test
    void aSignatureIsOfTheTypesAndNotOfThePlaces() {
        DataLayout pairs = DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.DOUBLE)
                .count(1000);
        DataLayout others = DataLayout.struct(new long[] {100, 0}, DataLayout.INT, DataLayout.DOUBLE)
                .count(1000);
        assertEquals(pairs.signatureOf(12_000), others.signatureOf(12_000));
        assertTrue(pairs.accepts(others.count(10).signatureOf(120), 120));
        assertTrue(pairs.accepts(DataLayout.INT.signatureOf(4), 4));
        assertFalse(pairs.accepts(DataLayout.INT.signatureOf(8), 8));
        assertTrue(pairs.accepts(DataLayout.BYTE.signatureOf(8), 8));
        assertTrue(DataLayout.BYTE.accepts(pairs.signatureOf(12_000), 12_000));
        assertFalse(DataLayout.DOUBLE.accepts(DataLayout.LONG.signatureOf(8), 8));
        assertEquals("3 INT", DataLayout.describeSignature(DataLayout.INT.signatureOf(12), 12));
        assertEquals("12000 bytes of mixed types", DataLayout.describeSignature(pairs.signatureOf(12_000), 12_000));
    }

    @Test
    void nestsDeeply() {
        DataLayout layout = DataLayout.DOUBLE;
        for (int i = 0; i < 200; i++) {
            layout = DataLayout.struct(new long[] {0, layout.extentBytes() + 8}, layout, DataLayout.INT);
        }
        double[] from = upTo((int) (layout.extentBytes() / 8) + 1);
        byte[] to = new byte[(int) layout.sizeBytes()];
        LayoutCopy.copy(
                MemorySegment.ofArray(from),
                layout.offsetBytes(),
                layout,
                MemorySegment.ofArray(to),
                0,
                null,
                0,
                to.length);
        assertEquals(8 + 200 * 4, to.length);
    }

    @Test
    void aCopyAllocatesNothing() {
        DataLayout column = DataLayout.vector(100, 1, 3, DataLayout.DOUBLE);
        DataLayout irregular = DataLayout.indexed(new long[] {60, 40}, new long[] {50, 0}, DataLayout.DOUBLE);
        MemorySegment from = MemorySegment.ofArray(new double[300]);
        MemorySegment to = MemorySegment.ofArray(new double[300]);
        AllocatedBytes.assertNoneInSteadyState(
                100,
                1000,
                () -> LayoutCopy.copy(
                        from, column.offsetBytes(), column, to, irregular.offsetBytes(), irregular, 0, 800));
    }
}
