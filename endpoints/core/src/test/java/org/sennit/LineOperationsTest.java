package org.sennit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Deadline;

/** The predefined operations of short collectives on arrays: the same results as on memory of other kinds. */
@Deadline(seconds = 60)
class LineOperationsTest {
    /** As on memory that does not take the fast path; with numbers that have a sign, are none, or overflow. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void theOperationsComputeAsOnOtherMemory(int size) {
        Job.run(size, endpoint -> {
            Communicator world = endpoint.world();
            for (int count : new int[] {1, 3, 28, 29, 256}) {
                double[] doubles = new double[count];
                float[] floats = new float[count];
                long[] longs = new long[count];
                int[] ints = new int[count];
                byte[] bytes = new byte[count];
                for (int i = 0; i < count; i++) {
                    int value = (i + 1) * (world.rank() - 1) * 0x3456789;
                    doubles[i] = i % 5 == world.rank() ? Double.NaN : value == 0 ? -0.0 : Math.sqrt(value);
                    floats[i] = (float) doubles[i];
                    longs[i] = (long) value << 33;
                    ints[i] = value;
                    bytes[i] = (byte) value;
                }
                for (Operation op : List.of(Operation.SUM, Operation.PRODUCT, Operation.MIN, Operation.MAX)) {
                    compare(world, doubles, new double[count], new double[count], DataLayout.DOUBLE, op);
                    compare(world, floats, new float[count], new float[count], DataLayout.FLOAT, op);
                    compareIntegers(world, longs, ints, bytes, op);
                }
                for (Operation op : List.of(Operation.BAND, Operation.BXOR, Operation.LAND, Operation.LXOR)) {
                    compareIntegers(world, longs, ints, bytes, op);
                }
            }
        });
    }

    private static MemorySegment segmentOf(Object array) {
        return switch (array) {
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case float[] floats -> MemorySegment.ofArray(floats);
            case long[] longs -> MemorySegment.ofArray(longs);
            case int[] ints -> MemorySegment.ofArray(ints);
            default -> MemorySegment.ofArray((byte[]) array);
        };
    }

    private static void compareIntegers(Communicator world, long[] longs, int[] ints, byte[] bytes, Operation op) {
        int count = ints.length;
        compare(world, longs, new long[count], new long[count], DataLayout.LONG, op);
        compare(world, ints, new int[count], new int[count], DataLayout.INT, op);
        compare(world, bytes, new byte[count], new byte[count], DataLayout.BYTE, op);
    }

    private static void compare(
            Communicator world, Object own, Object fast, Object ordinary, DataLayout layout, Operation op) {
        MemorySegment given = segmentOf(own);
        world.allreduce(own, fast, op);
        world.allreduce(given, segmentOf(ordinary), layout, op);
        assertTrue(Objects.deepEquals(ordinary, fast), () -> op + " of " + layout);
        world.scan(own, fast, op);
        world.scan(given, segmentOf(ordinary), layout, op);
        assertTrue(Objects.deepEquals(ordinary, fast), () -> "prefix of " + op + " of " + layout);
    }
}
