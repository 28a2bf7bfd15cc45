package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.MemorySegment;

/**
 * Off-heap memory that cannot be freed while its segment is reachable: that of the global and of automatic
 * arenas. Only such memory may be named to another process by its address, since no arena can be asked
 * from there whether it is alive.
 */
public final class EternalMemory {
    private EternalMemory() {}

    /**
     * Returns whether a segment is such memory.
     *
     * @param segment any segment
     * @return true when it surely is; false for the heap, for arenas that can be closed, and for
     *     kinds that are not known
     */
    public static boolean is(MemorySegment segment) {
        if (!segment.isNative()) {
            return false;
        }
        // The API has no question for it. Another JDK's names answer false: then nothing is named by address.
        return switch (segment.scope().getClass().getSimpleName()) {
            case "GlobalSession", "ImplicitSession" -> true;
            default -> false;
        };
    }
}
