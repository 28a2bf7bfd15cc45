package org.sennit.qmp;

import java.lang.foreign.MemorySegment;

/** A reduction of two whole buffers of a user's own. It is associative and commutative. (QMP_binary_func) */
@FunctionalInterface
public interface BinaryFunction {
    /**
     * Reduces two buffers into the first. Called by any thread that takes part in the reduction, several at once; must
     * not block.
     *
     * @param inout one operand, which the result replaces
     * @param in the other operand, which is left as it is
     */
    void reduce(MemorySegment inout, MemorySegment in);
}
