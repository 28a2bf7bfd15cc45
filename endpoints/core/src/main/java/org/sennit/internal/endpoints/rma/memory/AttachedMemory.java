package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The memory that one member has attached to a dynamic window, by displacement. Displacements are never used again, and
 * there is a gap after each memory, so that an access beyond its end, or after it was detached, finds no memory. The
 * owner attaches and detaches; any thread looks up.
 */
public final class AttachedMemory {
    /** Displacements are multiples of it, so that what is aligned in memory is aligned in the window. */
    private static final long ALIGNMENT = 64;

    /** In the place of an array, for memory off the heap. */
    private static final Object OFF_HEAP = new Object();

    // By the array, and by the address in it: no two overlap. Of the owner's thread.
    private final Map<Object, TreeMap<Long, Attached>> places = new IdentityHashMap<>();

    // By the displacement of the first byte. Concurrent: the owner changes it, origins look up. An origin finds a
    // memory whose displacement it has received in a message.
    private final ConcurrentSkipListMap<Long, Region> regions = new ConcurrentSkipListMap<>();
    private long next = ALIGNMENT; // of the owner's thread

    /**
     * A memory that is attached; an empty one takes the place of a byte.
     *
     * @param start the displacement of its first byte
     */
    private record Attached(MemorySegment memory, long start) {
        static long end(MemorySegment memory) {
            return memory.address() + Math.max(1, memory.byteSize());
        }
    }

    /** Attaches a memory; returns the displacement of its first byte, or −1 when a part of it is attached already. */
    public long attach(MemorySegment memory) {
        TreeMap<Long, Attached> others = places.computeIfAbsent(array(memory), _ -> new TreeMap<>());
        if (isOverlapped(memory, others)) {
            return -1;
        }
        long start = next;
        next = Math.addExact(start, (memory.byteSize() + ALIGNMENT - 1 & -ALIGNMENT) + ALIGNMENT);
        others.put(memory.address(), new Attached(memory, start));
        regions.put(start, Region.of(memory));
        return start;
    }

    private boolean isOverlapped(MemorySegment memory, TreeMap<Long, Attached> others) {
        long end = Attached.end(memory);
        for (var last = others.lowerEntry(end); last != null; last = others.lowerEntry(end)) {
            MemorySegment other = last.getValue().memory();
            if (Attached.end(other) <= memory.address()) {
                return false;
            }
            if (other.scope().isAlive()) {
                return true;
            }
            // Its arena has been closed, and others may have the memory now.
            regions.remove(others.remove(last.getKey()).start());
        }
        return false;
    }

    /** Detaches the memory that begins where this one does; false when none is attached there. */
    public boolean detach(MemorySegment memory) {
        Object array = array(memory);
        TreeMap<Long, Attached> others = places.get(array);
        Attached found = others == null ? null : others.remove(memory.address());
        if (found == null) {
            return false;
        }
        if (others.isEmpty()) {
            places.remove(array);
        }
        return regions.remove(found.start()) != null;
    }

    private static Object array(MemorySegment memory) {
        return memory.heapBase().orElse(OFF_HEAP);
    }

    /** Returns the last memory that begins at or before a displacement; null when there is none. */
    Map.Entry<Long, Region> at(long displacement) {
        return regions.floorEntry(displacement);
    }
}
