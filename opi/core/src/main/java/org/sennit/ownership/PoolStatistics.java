package org.sennit.ownership;

import org.sennit.internal.opi.pool.BlockCounters;

/**
 * Counters and contents of a pool. Exact in the thread that drives the endpoint.
 *
 * @param hits allocations that the pool could serve, and room for messages that came as bytes
 * @param misses allocations for which memory was taken from the system
 * @param owned buffers that the endpoint has in use: allocated or taken, and neither freed nor given
 * @param buffers buffers that this pool has made, wherever they are now
 * @param bytes the memory of this pool
 * @param mostBytes its memory at most
 * @param freeBuffers free buffers in this pool, of any home
 * @param freeBytes their bytes
 * @param foreignBytes the bytes of those that other pools have made
 * @param sentHome buffers of other pools that were handed back to them
 * @param cameHome buffers of this pool that were handed back to it, as far as it has looked
 * @param trimmedBytes memory that was given back to the system before the end
 * @param abandoned buffers of this pool that were passed to an endpoint which has ended without taking them; not those
 *     of which another process got the bytes, as in any message
 * @param strayed buffers of this pool that another process had, or was to get, when it was lost; they come home only if
 *     it had passed them on, and their memory is freed when the job ends
 */
public record PoolStatistics(
        long hits,
        long misses,
        long owned,
        long buffers,
        long bytes,
        long mostBytes,
        long freeBuffers,
        long freeBytes,
        long foreignBytes,
        long sentHome,
        long cameHome,
        long trimmedBytes,
        long abandoned,
        long strayed) {
    static PoolStatistics of(BlockCounters c) {
        return new PoolStatistics(
                c.hits(),
                c.misses(),
                c.owned(),
                c.blocks(),
                c.bytes(),
                c.mostBytes(),
                c.freeBlocks(),
                c.freeBytes(),
                c.foreignBytes(),
                c.sentHome(),
                c.cameHome(),
                c.trimmedBytes(),
                c.abandoned(),
                c.strayed());
    }
}
