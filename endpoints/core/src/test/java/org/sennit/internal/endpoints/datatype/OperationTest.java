package org.sennit.internal.endpoints.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.SeededRandom;

class OperationTest {
    private static final List<Reduction> NUMERIC =
            List.of(Reduction.SUM, Reduction.PRODUCT, Reduction.MIN, Reduction.MAX);
    private static final List<Reduction> BITWISE = List.of(Reduction.BAND, Reduction.BOR, Reduction.BXOR);
    private static final List<Reduction> LOGICAL = List.of(Reduction.LAND, Reduction.LOR, Reduction.LXOR);
    private static final int[] COUNTS = {0, 1, 7, 8, 9, 1000};

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private static Set<Reduction> of(ElementType type) {
        Set<Reduction> all = new HashSet<>();
        if (type != ElementType.BOOLEAN) {
            all.addAll(NUMERIC);
        }
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            all.addAll(LOGICAL);
            if (type != ElementType.BOOLEAN) {
                all.addAll(BITWISE);
            }
        }
        return all;
    }

    private static void apply(
            Reduction operation, ElementType type, MemorySegment[] memory, OperandMemory[] kinds, int count) {
        operation.apply(
                operation.typeOf(DataLayout.of(type)),
                Operands.of(
                        memory[0],
                        kinds[0].offset(),
                        memory[1],
                        kinds[1].offset(),
                        memory[2],
                        kinds[2].offset(),
                        count));
    }

    @ParameterizedTest
    @EnumSource
    void computesAsTheModelInEveryMemory(ElementType type) {
        for (int count : COUNTS) {
            byte[] left = OperationModel.data(type, count, random);
            byte[] right = OperationModel.data(type, count, random);
            for (Reduction operation : of(type)) {
                for (int i = 0; i < 16; i++) {
                    check(operation, type, left, right, count, drawn(), drawn(), drawnResult());
                }
            }
        }
    }

    private OperandMemory drawn() {
        return OperandMemory.values()[random.nextInt(OperandMemory.values().length)];
    }

    private OperandMemory drawnResult() {
        OperandMemory kind = drawn();
        return kind.isReadOnly() ? drawnResult() : kind;
    }

    @ParameterizedTest
    @EnumSource
    void computesMoreThanABlock(ElementType type) {
        int count = 9000;
        byte[] left = OperationModel.data(type, count, random);
        byte[] right = OperationModel.data(type, count, random);
        Reduction operation = type == ElementType.BOOLEAN ? Reduction.LXOR : Reduction.SUM;
        for (OperandMemory a : OperandMemory.values()) {
            for (OperandMemory b : OperandMemory.values()) {
                check(operation, type, left, right, count, a, b, drawnResult());
            }
        }
    }

    private static void check(
            Reduction operation,
            ElementType type,
            byte[] left,
            byte[] right,
            int count,
            OperandMemory a,
            OperandMemory b,
            OperandMemory to) {
        byte[] expected = OperationModel.result(operation, type, left, right);
        MemorySegment[] memory = {a.with(left, type), b.with(right, type), to.with(new byte[left.length], type)};
        apply(operation, type, memory, new OperandMemory[] {a, b, to}, count);
        String what = operation + " " + type + " " + a + " " + b + " " + to + " " + count;
        byte[] got = OperationModel.canonical(type, to.data(memory[2], expected.length));
        assertTrue(Arrays.equals(expected, got), what);
        assertTrue(to.isUntouchedAround(memory[2], expected.length), what);
        assertTrue(Arrays.equals(left, a.data(memory[0], left.length)), what);
        assertTrue(Arrays.equals(right, b.data(memory[1], right.length)), what);
    }

    @ParameterizedTest
    @EnumSource
    void theResultMayBeAnOperand(ElementType type) {
        Reduction operation = type == ElementType.BOOLEAN ? Reduction.LXOR : Reduction.SUM;
        for (int count : COUNTS) {
            byte[] left = OperationModel.data(type, count, random);
            byte[] right = OperationModel.data(type, count, random);
            byte[] expected = OperationModel.result(operation, type, left, right);
            for (OperandMemory a : OperandMemory.values()) {
                for (OperandMemory b : OperandMemory.values()) {
                    for (int place = 0; place < 2; place++) {
                        OperandMemory[] kinds = {a, b, place == 0 ? a : b};
                        if (!kinds[2].isReadOnly()) {
                            MemorySegment[] memory = {a.with(left, type), b.with(right, type), null};
                            memory[2] = memory[place];
                            apply(operation, type, memory, kinds, count);
                            assertArrayEquals(
                                    expected,
                                    OperationModel.canonical(type, kinds[2].data(memory[2], expected.length)),
                                    () -> type + " " + Arrays.toString(kinds) + " " + count);
                        }
                    }
                }
            }
        }
    }

    @Test
    void aReadOnlyViewOfTheResultMayBeAnOperand() {
        double[] both = new double[100];
        Arrays.fill(both, 3);
        MemorySegment result = MemorySegment.ofArray(both);
        MemorySegment other = OperandMemory.OFF_HEAP.with(new byte[800], ElementType.DOUBLE);
        Reduction.MAX.apply(
                ReductionType.of(ElementType.DOUBLE), Operands.of(other, 16, result.asReadOnly(), 0, result, 0, 100));
        assertEquals(3, both[0]);
        assertEquals(3, both[99]);
    }

    @ParameterizedTest
    @EnumSource
    void theOthersDoNotExist(ElementType type) {
        for (List<Reduction> family : List.of(NUMERIC, BITWISE, LOGICAL)) {
            for (Reduction operation : family) {
                if (!of(type).contains(operation)) {
                    SennitException e =
                            assertThrows(SennitException.class, () -> operation.typeOf(DataLayout.of(type)));
                    assertEquals(ErrorClass.OP, e.errorClass());
                    assertEquals(
                            "no such reduction: reduction=" + operation + " type=" + type + " layout=" + type,
                            e.getMessage());
                }
            }
        }
    }

    @Test
    void mixedTypesHaveNoSum() {
        DataLayout mixed = DataLayout.struct(new long[] {0, 8}, DataLayout.DOUBLE, DataLayout.INT);
        SennitException e = assertThrows(SennitException.class, () -> Reduction.SUM.typeOf(mixed));
        assertTrue(e.getMessage().startsWith("no such reduction: reduction=SUM type=mixed"), e::getMessage);
    }

    @Test
    void memoryThatIsTooShortIsAnError() {
        MemorySegment eight = MemorySegment.ofArray(new double[9]);
        MemorySegment ten = MemorySegment.ofArray(new double[11]);
        for (OperandMemory kind : List.of(OperandMemory.ARRAY, OperandMemory.OFF_HEAP)) {
            MemorySegment other = kind.with(new byte[80], ElementType.DOUBLE);
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> Reduction.SUM.apply(
                            ReductionType.of(ElementType.DOUBLE), Operands.of(eight, 0, ten, 0, other, 16, 10)));
        }
        MemorySegment part = MemorySegment.ofArray(new double[20]).asSlice(0, 72);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> Reduction.SUM.apply(
                        ReductionType.of(ElementType.DOUBLE), Operands.of(part, 0, ten, 0, ten, 0, 10)));
    }

    @Test
    void aSliceBeginsWhereItBegins() {
        int[] all = {9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        MemorySegment slice = MemorySegment.ofArray(all).asSlice(12);
        int[] doubled = new int[16];
        Reduction.SUM.apply(
                ReductionType.of(ElementType.INT),
                Operands.of(slice, 0, slice, 0, MemorySegment.ofArray(doubled), 0, 16));
        assertEquals(2, doubled[0]);
        assertEquals(32, doubled[15]);
    }

    @ParameterizedTest
    @EnumSource(
            value = OperandMemory.class,
            names = {"ARRAY", "ARRAY_FURTHER", "OFF_HEAP", "OFF_HEAP_MISALIGNED", "BYTES"})
    void allocatesNothingInSteadyState(OperandMemory kind) {
        byte[] data = new byte[8192];
        ReductionMemory left = ReductionMemory.of(OperandMemory.ARRAY.with(data, ElementType.DOUBLE));
        ReductionMemory right = ReductionMemory.of(kind.with(data, ElementType.DOUBLE));
        ReductionMemory result = ReductionMemory.of(OperandMemory.OFF_HEAP.with(data, ElementType.DOUBLE));
        ReductionType type = Reduction.MAX.typeOf(DataLayout.DOUBLE);
        Operands operands = new Operands();
        AllocatedBytes.assertNoneInSteadyState(2000, 300, () -> {
            Reduction.MAX.apply(type, operands.set(left, 16, right, kind.offset(), result, 16, 100));
            Reduction.MAX.apply(type, operands.set(right, kind.offset(), left, 16, left, 16, 100));
            Reduction.MAX.apply(type, operands.set(left, 16, right, kind.offset(), result, 16, 1));
        });
    }
}
