package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;

/** Copies between arrays and off-heap memory: one word, a few, and more than go by element, from any element on. */
class ArrayCopyTest {
    private static final List<Integer> WORDS = List.of(0, 1, 2, 12, 13, 40);
    private static final int BYTES = 512;
    private static final int AT = 16;

    private final MemorySegment own = Arena.ofAuto().allocate(BYTES, 8);
    private final MemorySegment expected = Arena.ofAuto().allocate(BYTES, 8);

    private void roundTrip(Object from, Object to, MemorySegment viewOfFrom, MemorySegment viewOfTo, int offset) {
        for (int i = 0; i < viewOfFrom.byteSize(); i++) {
            viewOfFrom.set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
        }
        for (int words : WORDS) {
            int length = words * Long.BYTES;
            own.fill((byte) -1);
            expected.fill((byte) -1);
            viewOfTo.fill((byte) -2);
            MemorySegment.copy(viewOfFrom, offset, expected, AT, length);
            ArrayCopy.copyFrom(from, offset, own, AT, length);
            assertEquals(-1, own.mismatch(expected), "out of the array, words=" + words);
            ArrayCopy.copyTo(own, AT, to, offset, length);
            for (int i = 0; i < viewOfTo.byteSize(); i++) {
                byte wanted = i < offset || i >= offset + length ? -2 : (byte) (i + 1);
                assertEquals(wanted, viewOfTo.get(ValueLayout.JAVA_BYTE, i), "into the array, words=" + words);
            }
        }
    }

    @Test
    void anyNumberOfBytes() {
        byte[] from = new byte[120];
        byte[] to = new byte[120];
        for (int i = 0; i < from.length; i++) {
            from[i] = (byte) (i + 1);
        }
        for (int length = 0; length <= 104; length++) {
            int offset = length % 9;
            own.fill((byte) -1);
            Arrays.fill(to, (byte) -2);
            ArrayCopy.copyFrom(from, offset, own, AT, length);
            ArrayCopy.copyTo(own, AT, to, offset, length);
            for (int i = 0; i < BYTES; i++) {
                int wanted = i < AT || i >= AT + length ? -1 : i - AT + offset + 1;
                assertEquals(wanted, own.get(ValueLayout.JAVA_BYTE, i), "out of the array, length=" + length);
            }
            for (int i = 0; i < to.length; i++) {
                int wanted = i < offset || i >= offset + length ? -2 : i + 1;
                assertEquals(wanted, to[i], "into the array, length=" + length);
            }
        }
    }

    @Test
    void bytes() {
        byte[] from = new byte[400];
        byte[] to = new byte[400];
        roundTrip(from, to, MemorySegment.ofArray(from), MemorySegment.ofArray(to), 3);
    }

    @Test
    void copiesWholeElementsOfSomeTypes() {
        assertTrue(ArrayCopy.copies(new byte[1], 3));
        assertTrue(ArrayCopy.copies(new float[1], 4));
        assertTrue(ArrayCopy.copies(new int[1], 12));
        assertTrue(ArrayCopy.copies(new long[1], 8));
        assertTrue(ArrayCopy.copies(new double[1], 16));
        assertFalse(ArrayCopy.copies(new float[1], 2));
        assertFalse(ArrayCopy.copies(new double[1], 4));
        assertFalse(ArrayCopy.copies(new short[1], 8));
        assertFalse(ArrayCopy.copies(new boolean[1], 8));
    }

    @Test
    void floats() {
        float[] from = new float[100];
        float[] to = new float[100];
        roundTrip(from, to, MemorySegment.ofArray(from), MemorySegment.ofArray(to), 3 * Float.BYTES);
        assertEquals(400, ArrayCopy.lengthBytes(from, DataLayout.FLOAT.count(7)));
        assertEquals(400, ArrayCopy.wholeBytes(from, DataLayout.FLOAT));
        assertEquals(-1, ArrayCopy.wholeBytes(new int[1], DataLayout.FLOAT));
    }

    @Test
    void doubles() {
        double[] from = new double[50];
        double[] to = new double[50];
        roundTrip(from, to, MemorySegment.ofArray(from), MemorySegment.ofArray(to), 2 * Double.BYTES);
    }

    @Test
    void longs() {
        long[] from = new long[50];
        long[] to = new long[50];
        roundTrip(from, to, MemorySegment.ofArray(from), MemorySegment.ofArray(to), 3 * Long.BYTES);
    }

    @Test
    void ints() {
        int[] from = new int[100];
        int[] to = new int[100];
        roundTrip(from, to, MemorySegment.ofArray(from), MemorySegment.ofArray(to), 3 * Integer.BYTES);
    }

    @Test
    void bytesThatFillNoWord() {
        byte[] from = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        byte[] to = new byte[11];
        ArrayCopy.copyFrom(from, 1, own, AT, 9);
        ArrayCopy.copyTo(own, AT, to, 2, 9);
        assertEquals(2, to[2]);
        assertEquals(10, to[10]);
        assertEquals(0, to[1]);
    }

    @Test
    void theLengthOfAWholeArrayIsThatOfItsOwnLayoutOnly() {
        assertEquals(5, ArrayCopy.wholeBytes(new byte[5], DataLayout.BYTE));
        assertEquals(40, ArrayCopy.wholeBytes(new double[5], DataLayout.DOUBLE));
        assertEquals(40, ArrayCopy.wholeBytes(new long[5], DataLayout.LONG));
        assertEquals(20, ArrayCopy.wholeBytes(new int[5], DataLayout.INT));
        Object[] others = {null, new float[5], new byte[0][0], "memory", MemorySegment.ofArray(new byte[5])};
        for (DataLayout layout : List.of(DataLayout.BYTE, DataLayout.DOUBLE, DataLayout.LONG, DataLayout.INT)) {
            for (Object other : others) {
                assertEquals(-1, ArrayCopy.wholeBytes(other, layout));
            }
        }
        assertEquals(-1, ArrayCopy.wholeBytes(new byte[8], DataLayout.LONG));
        assertEquals(-1, ArrayCopy.wholeBytes(new long[8], DataLayout.BYTE));
        assertEquals(-1, ArrayCopy.wholeBytes(new byte[8], DataLayout.BYTE.count(4)));
        assertTrue(ArrayCopy.lengthBytes(new byte[8], DataLayout.BYTE.count(4)) > 0);
    }
}
