package org.sennit.internal.endpoints.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.PairType;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** MINLOC and MAXLOC. */
class LocationTest {
    private static double[] of(Reduction operation, double[] left, double[] right) {
        double[] result = new double[left.length];
        operation.apply(
                operation.typeOf(DataLayout.DOUBLE),
                Operands.of(
                        MemorySegment.ofArray(left),
                        0,
                        MemorySegment.ofArray(right),
                        0,
                        MemorySegment.ofArray(result),
                        0,
                        left.length / 2));
        return result;
    }

    @ParameterizedTest
    @EnumSource
    void findsValueAndIndexInPairsOfEachType(PairType type) {
        long[][] left = {{5, 1}, {7, 2}, {3, 9}, {4, 4}};
        long[][] right = {{6, 0}, {7, 1}, {2, 8}, {4, 5}};
        check(type, Reduction.MINLOC, left, right, new long[][] {{5, 1}, {7, 1}, {2, 8}, {4, 4}});
        check(type, Reduction.MAXLOC, left, right, new long[][] {{6, 0}, {7, 1}, {3, 9}, {4, 4}});
    }

    private static void check(PairType type, Reduction operation, long[][] left, long[][] right, long[][] expected) {
        int bytes = type.value().bytes() + type.index().bytes();
        MemorySegment memory = Arena.ofAuto().allocate(3L * 4 * bytes);
        put(type, memory, 0, left);
        put(type, memory, 4L * bytes, right);
        ReductionType reduction = operation.typeOf(type.layout().count(4));
        assertEquals(bytes, reduction.unitBytes());
        assertEquals(type, reduction.pairType());
        operation.apply(reduction, Operands.of(memory, 0, memory, 4L * bytes, memory, 8L * bytes, 4));
        MemorySegment wanted = Arena.ofAuto().allocate(4L * bytes);
        put(type, wanted, 0, expected);
        assertEquals(-1, wanted.mismatch(memory.asSlice(8L * bytes)), () -> operation + " " + type);
        operation.apply(reduction, Operands.of(memory, 0, memory, 4L * bytes, memory, 0, 4));
        assertEquals(-1, wanted.mismatch(memory.asSlice(0, 4L * bytes)), () -> operation + " into left " + type);
        put(type, memory, 0, left);
        operation.apply(reduction, Operands.of(memory, 0, memory, 4L * bytes, memory, 4L * bytes, 4));
        assertEquals(-1, wanted.mismatch(memory.asSlice(4L * bytes, 4L * bytes)), () -> operation + " into right");
    }

    private static void put(PairType type, MemorySegment memory, long offset, long[][] pairs) {
        long at = offset;
        for (long[] pair : pairs) {
            at = put(type.value(), memory, at, pair[0]);
            at = put(type.index(), memory, at, pair[1]);
        }
    }

    private static long put(ElementType type, MemorySegment memory, long at, long number) {
        switch (type) {
            case FLOAT -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, number);
            case DOUBLE -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, number);
            case LONG -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, number);
            case INT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) number);
            case SHORT -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) number);
            case CHAR -> memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, at, (char) number);
            default -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) number);
        }
        return at + type.bytes();
    }

    @Test
    void equalValuesHaveTheLowestIndex() {
        assertArrayEquals(new double[] {1, 3}, of(Reduction.MINLOC, new double[] {1, 7}, new double[] {1, 3}));
        assertArrayEquals(new double[] {1, 3}, of(Reduction.MAXLOC, new double[] {1, 3}, new double[] {1, 7}));
    }

    @Test
    void nanWinsAndAllNansAreEqual() {
        double nan = Double.NaN;
        for (Reduction operation : new Reduction[] {Reduction.MINLOC, Reduction.MAXLOC}) {
            assertArrayEquals(new double[] {nan, 9}, of(operation, new double[] {nan, 9}, new double[] {1, 3}));
            assertArrayEquals(new double[] {nan, 9}, of(operation, new double[] {1, 3}, new double[] {nan, 9}));
            assertArrayEquals(new double[] {nan, 3}, of(operation, new double[] {nan, 9}, new double[] {nan, 3}));
        }
    }

    @Test
    void minusZeroIsBelowZero() {
        assertArrayEquals(new double[] {-0.0, 9}, of(Reduction.MINLOC, new double[] {0, 1}, new double[] {-0.0, 9}));
        assertArrayEquals(new double[] {0.0, 9}, of(Reduction.MAXLOC, new double[] {-0.0, 1}, new double[] {0.0, 9}));
    }

    @Test
    void aPairLiesAsInC() {
        assertEquals(16, PairType.DOUBLE_INT.layout().extentBytes());
        assertEquals(12, PairType.DOUBLE_INT.layout().sizeBytes());
        assertEquals(8, PairType.SHORT_INT.layout().extentBytes());
        assertEquals(16, PairType.INT_LONG.layout().extentBytes());
        DataLayout own = DataLayout.of(MemoryLayout.structLayout(
                ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_INT, MemoryLayout.paddingLayout(4)));
        assertEquals(PairType.DOUBLE_INT.layout(), own);
        assertEquals(PairType.DOUBLE_INT, Reduction.MAXLOC.typeOf(own.count(3)).pairType());
    }

    @Test
    void whatIsNoPairIsAnError() {
        DataLayout mixed = DataLayout.struct(new long[] {0, 4}, DataLayout.INT, DataLayout.DOUBLE);
        for (DataLayout layout : new DataLayout[] {mixed, DataLayout.BOOLEAN, DataLayout.DOUBLE.count(3)}) {
            SennitException e = assertThrows(SennitException.class, () -> Reduction.MINLOC.typeOf(layout));
            assertEquals(ErrorClass.OP, e.errorClass());
        }
    }
}
