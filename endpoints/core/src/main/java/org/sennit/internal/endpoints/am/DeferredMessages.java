package org.sennit.internal.endpoints.am;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * How many messages within a process have data that is not at its target yet, in generations: a fence waits for those
 * that have begun before it, and not for those that begin meanwhile. Messages begin in the current generation. A fence
 * closes it, which begins the next one, as soon as none of an earlier one is left, and waits until the closed one is
 * empty. So two counts are enough, and a fence waits for two generations at most. Any thread.
 *
 * <pre>
 *   63        56 55              28 27               0
 *   generation   of the closed one  of the current one
 * </pre>
 *
 * <p>The generation is counted modulo 256: a fence that looks after a multiple of 256 others waits for one generation
 * more, but never ends early. More messages than a count can hold do not fit in memory.
 */
final class DeferredMessages {
    private static final int COUNT_BITS = 28;
    private static final long COUNT = (1L << COUNT_BITS) - 1;
    private static final long OF_CURRENT = 1;
    private static final long OF_CLOSED = 1L << COUNT_BITS;
    private static final int GENERATION_SHIFT = 2 * COUNT_BITS;
    private static final int GENERATIONS = 256; // a power of 2

    private static final VarHandle WORD =
            FieldHandle.of(MethodHandles.lookup(), DeferredMessages.class, "word", long.class);

    // Atomic updates by all threads. That of a message's end pairs with the volatile load of a fence that finds its
    // generation empty: the data is in place for the thread that fences.
    private long word;

    /** Counts a message; returns its generation. */
    int begin() {
        return generation((long) WORD.getAndAdd(this, OF_CURRENT));
    }

    /** Counts the end of a message; returns whether it was the last one of the closed generation, for which a fence may wait. */
    boolean end(int generation) {
        long seen = (long) WORD.getVolatile(this);
        while (true) {
            boolean isCurrent = generation(seen) == generation;
            long next = seen - (isCurrent ? OF_CURRENT : OF_CLOSED);
            long witness = (long) WORD.compareAndExchange(this, seen, next);
            if (witness == seen) {
                return !isCurrent && ofClosed(next) == 0;
            }
            seen = witness;
        }
    }

    /** Returns the generation that a fence waits for which begins now. */
    int current() {
        return generation((long) WORD.getVolatile(this));
    }

    /** Returns whether all messages of a generation have ended, which is closed first if it is the current one. */
    boolean hasEnded(int generation) {
        long seen = (long) WORD.getVolatile(this);
        while (generation(seen) == generation && ofClosed(seen) == 0) {
            if (ofCurrent(seen) == 0) {
                return true;
            }
            long witness = (long) WORD.compareAndExchange(this, seen, closed(seen));
            if (witness == seen) {
                return false; // those that the caller has just seen
            }
            seen = witness;
        }
        int since = generation(seen) - generation & GENERATIONS - 1;
        return since > 1 || since == 1 && ofClosed(seen) == 0;
    }

    /** Returns how many messages are under way. */
    long count() {
        long seen = (long) WORD.getVolatile(this);
        return ofClosed(seen) + ofCurrent(seen);
    }

    private static long closed(long seen) {
        long next = generation(seen) + 1 & GENERATIONS - 1;
        return next << GENERATION_SHIFT | ofCurrent(seen) << COUNT_BITS;
    }

    private static int generation(long seen) {
        return (int) (seen >>> GENERATION_SHIFT);
    }

    private static long ofClosed(long seen) {
        return seen >>> COUNT_BITS & COUNT;
    }

    private static long ofCurrent(long seen) {
        return seen & COUNT;
    }
}
