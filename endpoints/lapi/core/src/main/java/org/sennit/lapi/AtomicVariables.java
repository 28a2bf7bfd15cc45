package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Read-modify-write by one atomic instruction: of off-heap variables at a multiple of their length, and of elements of
 * arrays whose elements have that length. Whether a variable is one of these is the same for all callers. No state.
 */
final class AtomicVariables {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private AtomicVariables() {}

    /** Returns the length of the longest variable in a memory that an instruction updates, in bytes. */
    static int longestElement(MemorySegment memory) {
        if (memory.isNative()) {
            return Long.BYTES;
        }
        return switch (memory.heapBase().orElse(null)) {
            case long[] _ -> Long.BYTES;
            case double[] _ -> Double.BYTES;
            case int[] _ -> Integer.BYTES;
            case float[] _ -> Float.BYTES;
            case null, default -> 1;
        };
    }

    static long modifyInt(RmwOperation operation, MemorySegment memory, long offset, int first, int second) {
        return switch (operation) {
            case FETCH_AND_ADD -> (int) INT.getAndAdd(memory, offset, first);
            case FETCH_AND_OR -> (int) INT.getAndBitwiseOr(memory, offset, first);
            case SWAP -> (int) INT.getAndSet(memory, offset, first);
            case COMPARE_AND_SWAP -> (int) INT.compareAndExchange(memory, offset, first, second);
        };
    }

    static long modifyLong(RmwOperation operation, MemorySegment memory, long offset, long first, long second) {
        return switch (operation) {
            case FETCH_AND_ADD -> (long) LONG.getAndAdd(memory, offset, first);
            case FETCH_AND_OR -> (long) LONG.getAndBitwiseOr(memory, offset, first);
            case SWAP -> (long) LONG.getAndSet(memory, offset, first);
            case COMPARE_AND_SWAP -> (long) LONG.compareAndExchange(memory, offset, first, second);
        };
    }
}
