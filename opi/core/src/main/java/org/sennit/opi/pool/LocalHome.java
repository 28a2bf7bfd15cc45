package org.sennit.opi.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The home of the blocks of a pool of this process: a list that any thread adds chains to, and that the pool takes as a whole.
 * When the pool has ended, whoever brings a block home frees its memory.
 *
 * <p>A chain costs one compare-and-set, however long it is, and nothing is allocated, which is why this is no queue of JCTools:
 * those that have no bound allocate as they go, and take one element at a time. Since the pool takes all at once, no block is
 * ever looked at that may have gone and come back (no ABA). (Treiber 1986)
 */
public final class LocalHome implements HomeList {
    private static final Object ENDED = new Object();
    private static final VarHandle HEAD;
    private static final VarHandle ABANDONED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(LocalHome.class, "head", Object.class).withInvokeExactBehavior();
            ABANDONED = lookup.findVarHandle(LocalHome.class, "abandoned", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Runnable onLateAbandonment;

    // A block, null or ENDED. Compare-and-set by who brings, exchanged by the pool: the links and the contents of the
    // blocks
    // are published by the one and found by the other. jcstress: HomeListStress.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    private Object head;

    @SuppressWarnings("unused")
    private long abandoned; // added to by any thread

    // Guarded by this, once the pool has ended.
    private long lateBlocks;
    private long lateBytes;

    /**
     * Makes an empty list.
     *
     * @param onLateAbandonment what to do when a block is abandoned after the pool has ended; any thread
     */
    public LocalHome(Runnable onLateAbandonment) {
        this.onLateAbandonment = onLateAbandonment;
    }

    @Override
    public void bring(Block first, Block last) {
        Object seen = (Object) HEAD.getAcquire(this); // where it is the end: with what the pool has done before
        while (seen != ENDED) {
            last.next((Block) seen);
            Object found = (Object) HEAD.compareAndExchange(this, seen, (Object) first);
            if (found == seen) {
                return;
            }
            seen = found;
        }
        last.next(null);
        drop(first);
    }

    @Override
    public void abandoned(Block block) {
        long unused = (long) ABANDONED.getAndAdd(this, 1L);
        boolean isLate = (Object) HEAD.getAcquire(this) == ENDED;
        bring(block, block);
        if (isLate) {
            onLateAbandonment.run();
        }
    }

    /**
     * How many gives have never been taken.
     *
     * @return the number so far
     */
    public long abandoned() {
        return (long) ABANDONED.getVolatile(this);
    }

    /**
     * Takes all that has come; by the pool.
     *
     * @return a chain, the latest first; null when there is nothing
     */
    public Block takeAll() {
        if ((Object) HEAD.getOpaque(this) == null) {
            return null;
        }
        return (Block) (Object) HEAD.getAndSet(this, (Object) null);
    }

    /**
     * Ends the list: from now on blocks that come home are freed for good.
     *
     * @return what had come
     */
    public Block end() {
        return (Block) (Object) HEAD.getAndSet(this, ENDED);
    }

    /**
     * Frees a chain for good: by the pool, and after {@link #end} by any thread that owns the blocks.
     *
     * @param first of the chain, or null
     */
    synchronized void drop(Block first) {
        boolean isEnded = (Object) HEAD.getAcquire(this) == ENDED;
        for (Block block = first; block != null; ) {
            Block next = block.next();
            block.next(null);
            Slab slab = block.slab();
            boolean isSlabFree = slab.drop(block);
            if (isEnded) {
                lateBlocks++;
                lateBytes += isSlabFree ? slab.bytes() : 0;
            }
            block = next;
        }
    }

    /** How many blocks have been freed since the end. */
    synchronized long lateBlocks() {
        return lateBlocks;
    }

    /** How much memory has been freed since the end, in bytes. */
    synchronized long lateBytes() {
        return lateBytes;
    }
}
