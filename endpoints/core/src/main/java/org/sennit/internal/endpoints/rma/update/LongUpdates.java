package org.sennit.internal.endpoints.rma.update;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.ElementType;

/**
 * Fast path: atomic updates of longs in an array of longs, or in aligned off-heap memory, by the same instructions as
 * {@link AtomicElements}. Stateless; any thread.
 */
public final class LongUpdates {
    private static final VarHandle LONGS =
            MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /**
     * Whether an update is a full fence, as the locked instructions of x86 are. On other processors a later load may be
     * executed before the store of the update.
     */
    public static final boolean ARE_FULL_FENCES = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

    private LongUpdates() {}

    /** Returns whether an operation is one of these: any predefined one but those of pairs. */
    public static boolean isFor(Reduction operation) {
        return operation == Reduction.SUM
                || operation != null
                        && (operation.isElementwise()
                                || operation == Reduction.REPLACE
                                || operation == Reduction.NO_OP);
    }

    /** Updates an element of an array; returns what was there. */
    public static long update(long[] memory, int index, Reduction operation, long operand) {
        if (operation == Reduction.SUM) {
            return (long) LONGS.getAndAdd(memory, index, operand);
        }
        if (operation == Reduction.REPLACE) {
            return (long) LONGS.getAndSet(memory, index, operand);
        }
        if (operation == Reduction.BXOR) {
            return (long) LONGS.getAndBitwiseXor(memory, index, operand);
        }
        long old = (long) LONGS.getVolatile(memory, index);
        while (operation != Reduction.NO_OP) {
            long replacement = operation.combine(ElementType.LONG, old, operand);
            long seen = (long) LONGS.compareAndExchange(memory, index, old, replacement);
            if (seen == old) {
                break;
            }
            old = seen;
        }
        return old;
    }

    /** Updates an aligned element off the heap; returns what was there. */
    public static long update(MemorySegment memory, long offset, Reduction operation, long operand) {
        if (operation == Reduction.SUM) {
            return (long) WORDS.getAndAdd(memory, offset, operand);
        }
        if (operation == Reduction.REPLACE) {
            return (long) WORDS.getAndSet(memory, offset, operand);
        }
        if (operation == Reduction.BXOR) {
            return (long) WORDS.getAndBitwiseXor(memory, offset, operand);
        }
        long old = (long) WORDS.getVolatile(memory, offset);
        while (operation != Reduction.NO_OP) {
            long replacement = operation.combine(ElementType.LONG, old, operand);
            long seen = (long) WORDS.compareAndExchange(memory, offset, old, replacement);
            if (seen == old) {
                break;
            }
            old = seen;
        }
        return old;
    }

    /** Replaces an element of an array if it is the expected one; returns what was there. */
    public static long swap(long[] memory, int index, long expected, long replacement) {
        return (long) LONGS.compareAndExchange(memory, index, expected, replacement);
    }

    /** Replaces an aligned element off the heap if it is the expected one; returns what was there. */
    public static long swap(MemorySegment memory, long offset, long expected, long replacement) {
        return (long) WORDS.compareAndExchange(memory, offset, expected, replacement);
    }
}
