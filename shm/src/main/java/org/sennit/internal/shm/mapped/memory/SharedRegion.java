package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.MemorySegment;

/**
 * One piece of shared memory of this process, by which any of its addresses can be named to a peer. Immutable.
 *
 * @param id a number that no other region of this process has
 * @param file the memory
 * @param address where it begins here
 * @param bytes its length
 */
public record SharedRegion(long id, SharedFile file, long address, long bytes) {
    /**
     * Returns whether memory lies in this region.
     *
     * @param at its address
     * @param length its length in bytes
     * @return true when all of it does
     */
    boolean holds(long at, long length) {
        return at >= address && length <= bytes && at - address <= bytes - length;
    }

    /**
     * Releases the region: its user has freed it, and it is unmapped here. Notifies the peers; it cannot be mapped any
     * more.
     */
    void release() {
        file.release();
        file.unlink();
    }

    /** Returns the offset of memory in this region, in bytes. */
    public long offsetOf(MemorySegment segment) {
        return segment.address() - address;
    }
}
