package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Whatever a user calls memory, as a segment. */
class MemoryViewsTest {
    private final MemoryViews views = new MemoryViews();

    @Test
    void theSameArrayHasTheSameView() {
        double[] array = new double[3];
        assertSame(views.of(array), views.of(array));
        assertEquals(24, views.of(array).byteSize());
    }

    /**
     * A view that is dropped comes again only when it is kept; this number of passes admits all, whatever their hashes.
     */
    @Test
    void theSameArraysInRotationHaveTheSameViews() {
        double[][] arrays = new double[1000][3];
        List<MemorySegment> held = new ArrayList<>(); // so that no collection takes them
        for (int pass = 0; pass < 300; pass++) {
            for (double[] array : arrays) {
                held.add(views.of(array));
            }
            held.subList(0, held.size() - arrays.length).clear();
        }
        for (int i = 0; i < arrays.length; i++) {
            assertSame(held.get(i), views.of(arrays[i]));
            assertEquals(held.get(i), MemorySegment.ofArray(arrays[i]));
        }
    }

    @Test
    void moreArraysThanAreKeptAreStillSeenRight() {
        int[][] arrays = new int[3 * RepeatedViews.MOST_PLACES / 2][1];
        for (int pass = 0; pass < 12; pass++) {
            for (int[] array : arrays) {
                assertEquals(MemorySegment.ofArray(array), views.of(array));
            }
        }
    }

    @Test
    void partsOfOneBufferAreViewsOfTheirOwn() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        MemorySegment[] parts = new MemorySegment[8];
        for (int pass = 0; pass < 20; pass++) {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = views.of(buffer.limit(8 * i + 8).position(8 * i));
                assertEquals(MemorySegment.ofBuffer(buffer), parts[i]);
            }
        }
        for (int i = 0; i < parts.length; i++) {
            assertSame(parts[i], views.of(buffer.limit(8 * i + 8).position(8 * i)));
        }
    }

    @Test
    void aByteBufferIsSeenFromPositionToLimit() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16).position(3).limit(10);
        views.of(buffer).set(ValueLayout.JAVA_BYTE, 0, (byte) 42);
        assertEquals(7, views.of(buffer).byteSize());
        assertEquals(42, buffer.get(3));
    }

    @Test
    void anAgronaBufferIsSeenWhole() {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(32);
        views.of(buffer).set(ValueLayout.JAVA_BYTE, 5, (byte) 9);
        assertEquals(9, buffer.getByte(5));
    }

    @Test
    void whatIsNoMemoryIsNamed() {
        SennitException error = assertThrows(SennitException.class, () -> views.of("text"));
        assertEquals(ErrorClass.BUFFER, error.errorClass());
        assertTrue(error.getMessage().contains("class=java.lang.String"), error.getMessage());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void theErrorSaysWhatToPassInstead(Object mistaken, String hint) {
        String error =
                assertThrows(SennitException.class, () -> views.of(mistaken)).getMessage();
        assertEquals(
                "not memory: class=" + mistaken.getClass().getTypeName() + " (" + hint
                        + "; memory is a primitive array, ByteBuffer, MemorySegment or Agrona buffer)",
                error);
    }

    static List<Arguments> mistakes() {
        String withSendObject = " is an object: send it with sendObject, or ";
        return List.of(
                arguments(
                        new double[2][3], "double[][] is not contiguous: send each row, or copy all into one double[]"),
                arguments(new int[1][1][1], "int[][][] is not contiguous: send each row, or copy all into one int[]"),
                arguments(new Double[1], "Double[] holds references, not values: copy the values into one double[]"),
                arguments(
                        new String[1],
                        "String[] holds references: send it with sendObject, or copy its data into a primitive array"),
                arguments(1.5, "Double is a value: pass an array of length 1, double[1]"),
                arguments(7, "Integer is a value: pass an array of length 1, int[1]"),
                arguments("text", "String" + withSendObject + "its UTF-8 bytes as a byte[]"),
                arguments(
                        DoubleBuffer.allocate(1),
                        "of the buffers of java.nio only ByteBuffer is memory: pass MemorySegment.ofBuffer(buffer)"),
                arguments(
                        new ArrayList<>(List.of(1.0)),
                        "ArrayList" + withSendObject + "copy its elements into a primitive array"),
                arguments(new HasView(), "HasView is not memory itself: pass its memory()"),
                arguments(
                        new AtomicInteger(),
                        "AtomicInteger" + withSendObject + "copy its data into a primitive array"));
    }

    /** An object with a view of its memory. */
    public static final class HasView {
        /**
         * The view.
         *
         * @return a segment
         */
        public MemorySegment memory() {
            return MemorySegment.NULL;
        }
    }

    @Test
    void booleansAreStaged() {
        boolean[] values = {true, false, true};
        MemorySegment staged = MemoryViews.stage(values);
        boolean[] back = new boolean[3];
        MemoryViews.unstage(staged, back, 0, 2);
        assertArrayEquals(new boolean[] {true, false, false}, back);
        MemoryViews.unstage(staged, back, 2, 1);
        assertArrayEquals(values, back);
    }

    @Test
    void onlyConfinedSegmentsAreConfined() {
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            assertTrue(MemoryViews.isConfined(confined.allocate(8)));
            assertFalse(MemoryViews.isConfined(shared.allocate(8)));
        }
        assertFalse(MemoryViews.isConfined(Arena.ofAuto().allocate(8)));
        assertFalse(MemoryViews.isConfined(MemorySegment.ofArray(new int[2])));
        assertFalse(MemoryViews.isConfined(MemorySegment.NULL));
    }

    @Test
    void copiesOfEveryLengthAndOffsetAreExact() {
        byte[] from = new byte[200];
        for (int i = 0; i < from.length; i++) {
            from[i] = (byte) (i * 7 + 1);
        }
        for (int length = 0; length <= 150; length++) {
            byte[] to = new byte[200];
            MemoryCopy.copy(MemorySegment.ofArray(from), 3, MemorySegment.ofArray(to), 5, length);
            for (int i = 0; i < to.length; i++) {
                boolean isInside = i >= 5 && i < 5 + length;
                assertEquals(isInside ? from[i - 2] : 0, to[i]);
            }
        }
    }
}
