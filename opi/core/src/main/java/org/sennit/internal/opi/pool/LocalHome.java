package org.sennit.internal.opi.pool;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The home of the blocks of a pool of this process: they wait in a list until the pool looks there. When the pool has ended,
 * the thread that returns a block to its home frees its memory.
 */
final class LocalHome implements HomeList {
    private final Runnable onLateAbandonment;
    private final ChainList arrivals = new ChainList();
    private final AtomicLong abandoned = new AtomicLong(); // counted by any thread

    // Guarded by this, since the pool has ended.
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

    /** Returns how many gives have never been taken. */
    long abandoned() {
        return abandoned.get();
    }

    /** Takes all that has come, as a chain, or null; by the pool. */
    Block takeAll() {
        return (Block) arrivals.takeAll();
    }

    /** From now on blocks that come home are freed for good; what had come. */
    Block end() {
        return (Block) arrivals.end();
    }

    /** Frees a chain, or null, for good: by the pool, and after {@link #end} by any thread that owns the blocks. */
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

    /** Returns how many blocks have been freed since the end. */
    synchronized long lateBlocks() {
        return lateBlocks;
    }

    /** Returns how much memory has been freed since the end, in bytes. */
    synchronized long lateBytes() {
        return lateBytes;
    }
}
