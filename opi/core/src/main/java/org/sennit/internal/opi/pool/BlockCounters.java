package org.sennit.internal.opi.pool;

/**
 * Counters of a pool of blocks.
 *
 * @param owned blocks that the endpoint has in use
 * @param hits blocks that came from the pool
 * @param misses blocks that were made
 * @param blocks the number of its own blocks, wherever they are
 * @param bytes its memory now
 * @param mostBytes its memory at most
 * @param freeBlocks blocks in its free lists, its own and others'
 * @param freeBytes their bytes
 * @param foreignBytes the bytes of those that are others'
 * @param sentHome blocks of others that it has handed back
 * @param cameHome own blocks that others have handed back, as far as it has seen them
 * @param trimmedBytes memory that it has given back to the system while it was open
 * @param abandoned own blocks that were given and never taken
 * @param strayed own blocks that were passed to a process that has been lost since
 */
public record BlockCounters(
        long owned,
        long hits,
        long misses,
        long blocks,
        long bytes,
        long mostBytes,
        long freeBlocks,
        long freeBytes,
        long foreignBytes,
        long sentHome,
        long cameHome,
        long trimmedBytes,
        long abandoned,
        long strayed) {}
