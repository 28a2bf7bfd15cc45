package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;

/**
 * Memory of an operand or a result: a segment, and its array if known, since asking the segment for it allocates. Set
 * by one thread before others read it.
 */
public final class ReductionMemory {
    private MemorySegment segment = MemorySegment.NULL;
    private Object array;

    /**
     * Says what it is.
     *
     * @param base the array of a primitive type whose view it is; null for memory off the heap, and where it is not
     *     known
     */
    public void set(MemorySegment memory, Object base) {
        segment = memory;
        array = base;
    }

    /** Lets go of the memory. */
    public void clear() {
        segment = MemorySegment.NULL;
        array = null;
    }

    /** Returns the segment, {@link MemorySegment#NULL} when there is none. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the array that the segment is a view of; null when there is none, or it is not known. */
    public Object array() {
        return array;
    }

    /** Returns a memory with its array, which is looked for; allocates. */
    static ReductionMemory of(MemorySegment memory) {
        ReductionMemory found = new ReductionMemory();
        found.set(memory, memory.heapBase().orElse(null));
        return found;
    }
}
