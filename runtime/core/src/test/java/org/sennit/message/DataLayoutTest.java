package org.sennit.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Counts, slices and what does not fit. */
class DataLayoutTest {
    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    @Test
    void aBareTypeFillsTheMemory() {
        assertEquals(24, DataLayout.DOUBLE.lengthBytes(31));
        assertEquals(0, DataLayout.LONG.lengthBytes(7));
    }

    @Test
    void aSliceSaysWhereAndHowMuch() {
        DataLayout slice = DataLayout.INT.slice(3, 5);
        assertEquals(12, slice.offsetBytes());
        assertEquals(20, slice.lengthBytes(32));
        assertEquals(16, slice.slice(1, 2).offsetBytes());
        assertEquals("INT[3..8)", slice.toString());
    }

    @Test
    void whatDoesNotFitIsAnError() {
        assertEquals(ErrorClass.COUNT, errorOf(() -> DataLayout.INT.count(-1)));
        assertEquals(ErrorClass.ARG, errorOf(() -> DataLayout.INT.slice(-1, 2)));
        assertEquals(ErrorClass.COUNT, errorOf(() -> DataLayout.INT.count(3).slice(2, 2)));
        assertEquals(ErrorClass.COUNT, errorOf(() -> DataLayout.LONG.count(Long.MAX_VALUE / 4)));
        SennitException error = assertThrows(
                SennitException.class, () -> DataLayout.DOUBLE.slice(1, 4).lengthBytes(39));
        assertEquals(
                "memory too small for its count: type=DOUBLE offset=1 count=4 needs=40 bytes has=39 bytes",
                error.getMessage());
    }

    @Test
    void comesFromTheJdksLayouts() {
        assertSame(DataLayout.DOUBLE, DataLayout.of(ValueLayout.JAVA_DOUBLE));
        assertSame(DataLayout.CHAR, DataLayout.of(ValueLayout.JAVA_CHAR_UNALIGNED));
        ByteOrder other =
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        assertEquals(ErrorClass.TYPE, errorOf(() -> DataLayout.of(ValueLayout.JAVA_INT.withOrder(other))));
    }
}
