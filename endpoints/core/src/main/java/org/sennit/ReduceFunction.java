package org.sennit;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/**
 * A user's operation on several units at once: {@code inOut[i] = in[i] op inOut[i]} for each, as MPI_User_function has
 * it. It must be associative. Several threads may call it at once, so it must be stateless; it must not communicate,
 * nor keep references to the memories. (MPI 4.1, section 6.9.5)
 */
@FunctionalInterface
public interface ReduceFunction {
    /**
     * Reduces.
     *
     * @param in the left operands, from its beginning; not to be written, not overlapping the other
     * @param inOut the right operands, which the results replace
     * @param unit how one of them lies there, at its extent from the one before
     * @param count their number
     */
    void reduce(MemorySegment in, MemorySegment inOut, DataLayout unit, int count);
}
