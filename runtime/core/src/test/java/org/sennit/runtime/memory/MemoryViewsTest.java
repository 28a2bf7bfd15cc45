package org.sennit.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/** Whatever a user calls memory, as a segment. */
class MemoryViewsTest {
    private final MemoryViews views = new MemoryViews();

    @Test
    void theSameArrayHasTheSameView() {
        double[] array = new double[3];
        assertSame(views.of(array), views.of(array));
        assertEquals(24, views.of(array).byteSize());
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
