package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The memory that one member has attached to a dynamic window, by displacement. Displacements are never used again, and there is a
 * gap after each memory, so that an access beyond its end, or after it was detached, finds no memory. The owner attaches and
 * detaches; any thread looks up.
 */
final class AttachedMemory {
    /** Displacements are multiples of it, so that what is aligned in memory is aligned in the window. */
    private static final long ALIGNMENT = 64;

    private final Map<MemorySegment, Long> starts = new HashMap<>(); // of the owner's thread

    // By the displacement of the first byte. Concurrent: the owner changes it, origins look up. An origin finds a
    // memory whose displacement it has received in a message.
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

    /** Returns the last memory that begins at or before a displacement; null when there is none. */
    Map.Entry<Long, Region> at(long displacement) {
        return regions.floorEntry(displacement);
    }
}
