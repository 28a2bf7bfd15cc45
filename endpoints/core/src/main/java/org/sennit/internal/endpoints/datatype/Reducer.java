package org.sennit.internal.endpoints.datatype;

import org.sennit.message.DataLayout;

/** Computes an {@link Reduction}. Any number of threads at once. */
interface Reducer {
    /** Returns what it takes as one in memory of a layout, or null when it is not for that. */
    ReductionType typeOf(DataLayout layout);

    /** Reduces as {@link Reduction#apply} says; the type is one that {@link #typeOf} gave. */
    void apply(ReductionType type, Operands operands);
}
