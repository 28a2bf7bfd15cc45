package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Access to the runtime's own off-heap memory without the checks that a user's memory needs. An access of a segment
 * asks whether its arena is alive and which kind of segment it is: about 1.5 ns each, and a message has a dozen. The
 * one segment of the whole address space is a constant whose checks the compiler folds away.
 *
 * <p>It takes the right to native access, which the launcher gives; without it, there is none, and the segments
 * themselves are used. The user of an address keeps its segment reachable. Never for memory that a user gave.
 */
public final class OwnMemory {
    /** All memory from address 0, or null without native access. */
    public static final MemorySegment EVERYTHING =
            OwnMemory.class.getModule().isNativeAccessEnabled() ? everything() : null;

    private OwnMemory() {}

    @SuppressWarnings("restricted") // asked before
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    /**
     * Returns the start of a segment for accesses through {@link #EVERYTHING}.
     *
     * @param segment off-heap memory of the runtime
     * @return its address, or 0 where accesses go through the segment itself
     */
    public static long base(MemorySegment segment) {
        return EVERYTHING != null ? segment.address() : 0;
    }

    /**
     * Returns the memory to access with an offset that begins at {@link #base}.
     *
     * @param segment off-heap memory of the runtime
     * @return all memory, or the segment itself
     */
    public static MemorySegment of(MemorySegment segment) {
        return EVERYTHING != null ? EVERYTHING : segment;
    }
}
