package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/** What an {@link Reduction} does. Any number of threads at once. */
interface Reducer {
    /** Returns what it takes as one in memory of a layout, or null when it is not for that. */
    ReductionType typeOf(DataLayout layout);

    /** Reduces as {@link Reduction#apply} says; the type is one that {@link #typeOf} gave. */
    void apply(
            ReductionType type,
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count);

    /** Combines memory whose arrays are known; the default ignores the arrays. */
    default void apply(
            ReductionType type,
            ReductionMemory left,
            long leftOffset,
            ReductionMemory right,
            long rightOffset,
            ReductionMemory result,
            long resultOffset,
            int count) {
        apply(type, left.segment(), leftOffset, right.segment(), rightOffset, result.segment(), resultOffset, count);
    }
}
