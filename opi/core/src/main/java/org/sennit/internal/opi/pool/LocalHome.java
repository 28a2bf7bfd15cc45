package org.sennit.internal.opi.pool;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The home of the blocks of a pool of this process: returned blocks wait in a list until the pool collects them. After
 * the end of the pool, the thread that returns a block frees its memory.
 */
final class LocalHome implements HomeList {
    private final Runnable onLateAbandonment;
    private final ChainList arrivals = new ChainList();
    private final AtomicLong abandoned = new AtomicLong(); // counted by any thread

    // Guarded by this; counted after the end of the pool.
    private long lateBlocks;
    private long lateBytes;

    /**
     * Makes an empty home.
     *
     * @param onLateAbandonment what to do when a block is abandoned after the pool has ended; any thread
     */
    LocalHome(Runnable onLateAbandonment) {
        this.onLateAbandonment = onLateAbandonment;
    }

    @Override
    public void bring(Block first, Block last) {
        if (!arrivals.add(first, last)) {
            drop(first);
        }
    }

    @Override
    public void abandoned(Block block) {
        abandoned.getAndIncrement();
        boolean isLate = arrivals.isEnded();
        bring(block, block);
        if (isLate) {
            onLateAbandonment.run();
        }
    }

    /** Returns the number of gives that were never taken. */
    long abandoned() {
        return abandoned.get();
    }

    /** Takes the blocks that were returned, as a chain, or null. Called by the pool. */
    Block takeAll() {
        return (Block) arrivals.takeAll();
    }

    /** Ends the list: blocks that are returned from now on are freed. Returns those that were returned before. */
    Block end() {
        return (Block) arrivals.end();
    }

    /**
     * Frees the blocks of a chain, or null. Called by the pool, and after {@link #end} by any thread that owns the
     * blocks.
     */
    synchronized void drop(Block first) {
        boolean isLate = arrivals.isEnded();
        for (Block block = first; block != null; ) {
            Block next = block.next();
            block.next(null);
            Slab slab = block.slab();
            boolean isSlabFree = slab.drop(block);
            if (isLate) {
                lateBlocks++;
                lateBytes += isSlabFree ? slab.bytes() : 0;
            }
            block = next;
        }
    }

    /** Returns the number of blocks that have been freed since the end. */
    synchronized long lateBlocks() {
        return lateBlocks;
    }

    /** Returns the memory that has been freed since the end, in bytes. */
    synchronized long lateBytes() {
        return lateBytes;
    }
}
