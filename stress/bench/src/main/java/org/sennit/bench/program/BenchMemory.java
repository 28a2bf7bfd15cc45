package org.sennit.bench.program;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.Communicator;

/** The memory of the messages: a byte array, a double array, off-heap or shared memory, as the plan wants it. */
final class BenchMemory {
    private static final long PAGE_BYTES = 4096;

    private BenchMemory() {}

    static Object ofBytes(Communicator world, Plan plan, long sizeBytes) {
        return switch (plan.memory()) {
            case ARRAY -> new byte[Math.toIntExact(sizeBytes)];
            case SEGMENT -> Arena.ofAuto().allocate(sizeBytes, PAGE_BYTES);
            case ARENA -> Arena.ofShared().allocate(sizeBytes, PAGE_BYTES); // until the program's end
            case SHARED -> world.endpoint().allocateShared(sizeBytes, PAGE_BYTES);
        };
    }

    static Object ofDoubles(Communicator world, Plan plan, long sizeBytes) {
        return switch (plan.memory()) {
            case ARRAY -> new double[Math.toIntExact(sizeBytes / Double.BYTES)];
            case SEGMENT -> Arena.ofAuto().allocate(sizeBytes, PAGE_BYTES);
            case ARENA -> Arena.ofShared().allocate(sizeBytes, PAGE_BYTES); // until the program's end
            case SHARED -> world.endpoint().allocateShared(sizeBytes, PAGE_BYTES);
        };
    }

    /** Words, or bytes where they do not come out even. */
    static Object ofWords(Communicator world, Plan plan, long sizeBytes) {
        return plan.memory() == Plan.MemoryKind.ARRAY && sizeBytes % Long.BYTES == 0
                ? new long[Math.toIntExact(sizeBytes / Long.BYTES)]
                : ofBytes(world, plan, sizeBytes);
    }

    /** Returns a view for writing and reading outside the timed part. */
    static MemorySegment view(Object memory) {
        return switch (memory) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case MemorySegment segment -> segment;
            default -> throw new IllegalArgumentException("kind=" + memory.getClass());
        };
    }

    /** Reads all of it, as a receiver that uses what came; with an int for a counter it takes as long as gcc's loop. */
    static long sum(MemorySegment view) {
        long sum = 0;
        int count = (int) (view.byteSize() / Long.BYTES);
        for (int i = 0; i < count; i++) {
            sum += view.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
        }
        return sum;
    }
}
