package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The memory that one member has attached to a dynamic window, by displacement. Displacements are counted on and never come
 * back, with a gap behind each memory, so that an access beyond its end, or after it was detached, meets nothing. The owner
 * attaches and detaches; any thread looks up.
 */
final class AttachedMemory {
    /** Displacements are multiples of it, so that what is aligned in memory is aligned in the window. */
    private static final long ALIGNMENT = 64;

    private final Map<MemorySegment, Long> starts = new HashMap<>(); // of the owner's thread

    // By the displacement of the first byte. An origin that has been told a displacement by a message finds it.
    private final ConcurrentSkipListMap<Long, Region> regions = new ConcurrentSkipListMap<>();
    private long next = ALIGNMENT; // of the owner's thread

    /** Attaches a memory; returns the displacement of its first byte, or −1 when it is attached already. */
    long attach(MemorySegment memory) {
        if (starts.containsKey(memory)) {
            return -1;
        }
        long start = next;
        next = Math.addExact(start, (memory.byteSize() + ALIGNMENT - 1 & -ALIGNMENT) + ALIGNMENT);
        starts.put(memory, start);
        regions.put(start, Region.of(memory));
        return start;
    }

    /** Detaches a memory; false when it is not attached. */
    boolean detach(MemorySegment memory) {
        Long start = starts.remove(memory);
        return start != null && regions.remove(start) != null;
    }

    /** The memory in which a displacement lies; null when there is none. */
    Map.Entry<Long, Region> at(long displacement) {
        return regions.floorEntry(displacement);
    }
}
