package org.sennit.internal.endpoints.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.ReduceFunction;
import org.sennit.message.DataLayout;

/** The memory in which a user's function finds its operands. */
class UnitMemoryTest {
    /** Adds the two numbers of each unit, wherever its layout has them. */
    private static final ReduceFunction SUM = (in, inOut, unit, count) -> {
        for (int i = 0; i < count; i++) {
            long first = i * unit.extentBytes();
            for (long at : new long[] {first, first + unit.trueExtentBytes() - Long.BYTES}) {
                long sum = in.get(ValueLayout.JAVA_LONG, at) + inOut.get(ValueLayout.JAVA_LONG, at);
                inOut.set(ValueLayout.JAVA_LONG, at, sum);
            }
        }
    };

    /** Two numbers, the second one a number of longs behind the first. */
    private static ReductionType pairs(int stride) {
        return ReductionType.ofUnits(DataLayout.vector(2, 1, stride, DataLayout.LONG));
    }

    private static long[] sum(UnitMemory memory, ReductionType type, int units) {
        long[] left = new long[2 * units];
        long[] right = new long[2 * units];
        for (int i = 0; i < left.length; i++) {
            left[i] = i;
            right[i] = 100;
        }
        MemorySegment to = MemorySegment.ofArray(right);
        memory.reduce(SUM, type, Operands.of(MemorySegment.ofArray(left), 0, to, 0, to, 0, units));
        return right;
    }

    @Test
    void servesTheUnitsOfBeforeAfterAFailedAllocation() {
        UnitMemory memory = new UnitMemory();
        ReductionType narrow = pairs(3);
        long[] expected = {100, 101, 102, 103};
        assertArrayEquals(expected, sum(memory, narrow, 2));
        assertThrows(OutOfMemoryError.class, () -> sum(memory, pairs(1 << 28), 1 << 10)); // 4 TiB
        assertArrayEquals(expected, sum(memory, narrow, 2));
    }
}
