package org.sennit.internal.endpoints.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.PairType;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.AllocatedBytes;

/** Operations that users bring, and reductions of one endpoint. */
class UserOperationTest {
    /** 2 × 2 matrices of doubles, the textbook's operation that does not commute. */
    private static final Reduction MATRICES = Reduction.of("matrices", false, (in, inOut, unit, count) -> {
        for (int i = 0; i < count; i++) {
            double[] a = in.asSlice(32L * i, 32).toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
            double[] b = inOut.asSlice(32L * i, 32).toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
            for (int k = 0; k < 4; k++) {
                double sum = a[k & 2] * b[k & 1] + a[k & 2 | 1] * b[k & 1 | 2];
                inOut.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 32L * i + 8 * k, sum);
            }
        }
    });

    private static final DataLayout MATRIX = DataLayout.contiguous(4, DataLayout.DOUBLE);

    @Test
    void theOrderOfOperandsIsKept() {
        double[] left = {1, 2, 3, 4};
        double[] right = {0, 1, 1, 0};
        ReductionType type = MATRICES.typeOf(MATRIX.count(1));
        assertEquals(32, type.unitBytes());
        assertFalse(MATRICES.isCommutative());
        MemorySegment a = MemorySegment.ofArray(left);
        MemorySegment b = MemorySegment.ofArray(right);
        MemorySegment result = Arena.ofAuto().allocate(32);
        MATRICES.apply(type, Operands.of(a, 0, b, 0, result, 0, 1));
        assertArrayEquals(new double[] {2, 1, 4, 3}, result.toArray(ValueLayout.JAVA_DOUBLE));
        MATRICES.apply(type, Operands.of(b, 0, a, 0, result, 0, 1));
        assertArrayEquals(new double[] {3, 4, 1, 2}, result.toArray(ValueLayout.JAVA_DOUBLE));
        MATRICES.apply(type, Operands.of(a, 0, b, 0, a, 0, 1));
        assertArrayEquals(new double[] {2, 1, 4, 3}, left);
        assertArrayEquals(new double[] {0, 1, 1, 0}, right);
    }

    @Test
    void aUnitLiesForTheFunctionAsItsLayoutSays() {
        DataLayout padded = PairType.DOUBLE_INT.layout();
        Reduction sums = Reduction.of("sums", true, (in, inOut, unit, count) -> {
            assertEquals(16, unit.extentBytes());
            for (int i = 0; i < count; i++) {
                double value = in.get(ValueLayout.JAVA_DOUBLE, 16L * i) + inOut.get(ValueLayout.JAVA_DOUBLE, 16L * i);
                int index = in.get(ValueLayout.JAVA_INT, 16L * i + 8) + inOut.get(ValueLayout.JAVA_INT, 16L * i + 8);
                inOut.set(ValueLayout.JAVA_DOUBLE, 16L * i, value);
                inOut.set(ValueLayout.JAVA_INT, 16L * i + 8, index);
            }
        });
        MemorySegment packed = Arena.ofAuto().allocate(24);
        for (int i = 0; i < 2; i++) {
            packed.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 12L * i, i + 0.5);
            packed.set(ValueLayout.JAVA_INT_UNALIGNED, 12L * i + 8, i + 3);
        }
        MemorySegment result = Arena.ofAuto().allocate(24);
        ReductionType type = sums.typeOf(padded.count(2));
        assertEquals(12, type.unitBytes());
        sums.apply(type, Operands.of(packed, 0, packed, 0, result, 0, 2));
        assertEquals(1.0, result.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0));
        assertEquals(6, result.get(ValueLayout.JAVA_INT_UNALIGNED, 8));
        assertEquals(3.0, result.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 12));
        assertEquals(8, result.get(ValueLayout.JAVA_INT_UNALIGNED, 20));
    }

    @Test
    void functionsOfTwoNumbersTakeTheTypesThatFit() {
        Reduction left = Reduction.ofInts("left", false, (a, b) -> 100 * a + b);
        byte[] bytes = new byte[20];
        left.apply(
                ReductionType.of(ElementType.BYTE),
                Operands.of(
                        MemorySegment.ofArray(filled(20, 1)),
                        0,
                        MemorySegment.ofArray(filled(20, 2)),
                        0,
                        MemorySegment.ofArray(bytes),
                        0,
                        20));
        assertArrayEquals(filled(20, 102), bytes);
        Reduction hypotenuse = Reduction.ofDoubles("hypot", true, Math::hypot);
        float[] floats = new float[1];
        MemorySegment sides = MemorySegment.ofArray(new float[] {3, 4});
        Operands operands = Operands.of(sides, 0, sides, 4, MemorySegment.ofArray(floats), 0, 1);
        hypotenuse.apply(ReductionType.of(ElementType.FLOAT), operands);
        assertEquals(5f, floats[0]);
        long[] longs = {12, 18};
        MemorySegment both = MemorySegment.ofArray(longs);
        Reduction.ofLongs("difference", false, (a, b) -> a - b)
                .apply(ReductionType.of(ElementType.LONG), Operands.of(both, 0, both, 8, both, 0, 1));
        assertEquals(-6, longs[0]);
        for (DataLayout other : new DataLayout[] {DataLayout.INT, DataLayout.LONG, DataLayout.BOOLEAN}) {
            assertEquals(
                    ErrorClass.OP,
                    assertThrows(SennitException.class, () -> hypotenuse.typeOf(other))
                            .errorClass());
        }
    }

    private static byte[] filled(int count, int value) {
        byte[] bytes = new byte[count];
        java.util.Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void whatAFunctionThrowsNamesItsOperation() {
        Reduction[] failing = {
            Reduction.ofDoubles("half-baked", true, (a, b) -> {
                throw new IllegalStateException("not today");
            }),
            Reduction.of("half-baked", true, (in, inOut, unit, count) -> {
                throw new IllegalStateException("not today");
            })
        };
        double[] data = new double[50];
        for (Reduction operation : failing) {
            for (int i = 0; i < 20; i++) { // what a failed call has taken it gives back
                SennitException e = assertThrows(
                        SennitException.class, () -> operation.reduceLocal(data, data.clone(), DataLayout.DOUBLE));
                assertEquals(ErrorClass.OP, e.errorClass());
                assertTrue(
                        e.getMessage()
                                .startsWith("a user's operation has failed: reduction=half-baked type=DOUBLE count=50"),
                        e::getMessage);
                assertEquals("not today", e.getCause().getMessage());
            }
        }
    }

    @Test
    void reduceLocalPutsTheResultInTheSecond() {
        int[] in = {1, 2, 3};
        int[] inOut = {10, 20, 30};
        Reduction.SUM.reduceLocal(in, inOut, DataLayout.INT);
        assertArrayEquals(new int[] {11, 22, 33}, inOut);
        assertArrayEquals(new int[] {1, 2, 3}, in);
        Reduction.ofInts("first", false, (a, b) -> a).reduceLocal(in, inOut, DataLayout.INT.slice(1, 1));
        assertArrayEquals(new int[] {11, 2, 33}, inOut);
        boolean[] truth = {true, false, true};
        Reduction.LXOR.reduceLocal(new boolean[] {true, true, false}, truth, DataLayout.BOOLEAN);
        assertArrayEquals(new boolean[] {false, true, true}, truth);
    }

    @Test
    void reduceLocalTakesDerivedLayouts() {
        double[] in = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        double[] inOut = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        Reduction.SUM.reduceLocal(in, inOut, DataLayout.vector(3, 1, 3, DataLayout.DOUBLE));
        assertArrayEquals(new double[] {2, 1, 1, 5, 1, 1, 8, 1, 1}, inOut);
        double[] pairs = {4, 0, 4, 1};
        Reduction.MAXLOC.reduceLocal(new double[] {4, 7, 5, 9}, pairs, DataLayout.DOUBLE);
        assertArrayEquals(new double[] {4, 0, 5, 9}, pairs);
    }

    @Test
    void reduceLocalChecksItsArguments() {
        assertEquals(
                ErrorClass.COUNT, errorOf(() -> Reduction.SUM.reduceLocal(new int[3], new int[2], DataLayout.INT)));
        assertEquals(
                ErrorClass.COUNT,
                errorOf(() -> Reduction.SUM.reduceLocal(new int[3], new int[3], DataLayout.INT.count(4))));
        assertEquals(
                ErrorClass.TYPE, errorOf(() -> Reduction.SUM.reduceLocal(new int[2], new int[2], DataLayout.LONG)));
        assertEquals(
                ErrorClass.OP, errorOf(() -> Reduction.BOR.reduceLocal(new float[2], new float[2], DataLayout.FLOAT)));
        assertEquals(
                ErrorClass.OP, errorOf(() -> Reduction.MINLOC.reduceLocal(new int[3], new int[3], DataLayout.INT)));
        assertEquals(ErrorClass.BUFFER, errorOf(() -> Reduction.SUM.reduceLocal("text", new int[2], DataLayout.INT)));
        MemorySegment readOnly = MemorySegment.ofArray(new int[2]).asReadOnly();
        assertEquals(ErrorClass.BUFFER, errorOf(() -> Reduction.SUM.reduceLocal(new int[2], readOnly, DataLayout.INT)));
        Reduction.SUM.reduceLocal(readOnly, new int[2], DataLayout.INT);
    }

    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    @Test
    void theTypeOfALayoutIsKept() {
        assertSame(MATRICES.typeOf(MATRIX), MATRICES.typeOf(MATRIX));
        assertEquals(MATRICES.typeOf(MATRIX), MATRICES.typeOf(DataLayout.contiguous(4, DataLayout.DOUBLE)));
    }

    @Test
    void aFunctionOfManyUnitsAllocatesNothingInSteadyState() {
        Reduction nothing = Reduction.of("nothing", true, (in, inOut, unit, count) -> {});
        MemorySegment memory = Arena.ofAuto().allocate(1600);
        MemorySegment other = Arena.ofAuto().allocate(1600);
        ReductionType type = nothing.typeOf(PairType.DOUBLE_INT.layout());
        Operands operands = Operands.of(memory, 0, memory, 400, other, 0, 30);
        AllocatedBytes.assertNoneInSteadyState(50, 1000, () -> nothing.apply(type, operands));
    }
}
