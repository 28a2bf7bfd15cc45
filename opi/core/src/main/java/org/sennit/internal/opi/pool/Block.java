package org.sennit.internal.opi.pool;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;

/**
 * A piece of memory that one endpoint at a time owns: it lies in a pool, is in use, or is under way in a message. It belongs
 * to a home for good, to which it returns when it is not used.
 *
 * <p>What is not final belongs to the owner, and is handed over with the ownership: by a message ({@link OwnershipMemory}), or by a
 * {@link HomeList}. jcstress: OwnershipStress.
 */
public final class Block extends Chained {
    private final MemorySegment memory;
    private final long capacity;
    private final int sizeClass;
    private final HomeList home;
    private final Slab slab; // null: another process's
    private final OwnershipMemory passed;
    private final int number;

    /** A block of this process, unknown to others. */
    @SuppressWarnings("this-escape") // to its own memory only
    Block(OwnershipEndpoint endpoint, MemorySegment memory, int sizeClass, HomeList home, Slab slab) {
        this.memory = memory;
        this.capacity = memory.byteSize();
        this.sizeClass = sizeClass;
        this.home = home;
        this.slab = slab;
        this.passed = new PooledMemory(endpoint, this);
        this.number = passed.number();
    }

    /** A block of another process, which has come with a message. */
    private Block(ForeignMemory passed, HomeList home) {
        this.memory = passed.memory();
        this.capacity = memory.byteSize();
        this.sizeClass = SizeClasses.within(capacity);
        this.home = home;
        this.slab = null;
        this.passed = passed;
        this.number = passed.number();
    }

    /**
     * Returns the block of memory that has come with a message.
     *
     * @param taken now the caller's
     * @param pool of the caller
     * @return always the same for the same memory
     */
    public static Block of(OwnershipMemory taken, BlockPool pool) {
        return taken instanceof PooledMemory own ? own.block() : foreign((ForeignMemory) taken, pool);
    }

    private static Block foreign(ForeignMemory taken, BlockPool pool) {
        if (taken.companion() instanceof Block known) {
            return known;
        }
        Block block = new Block(taken, pool.remoteHome());
        taken.accompany(block);
        return block;
    }

    /** Returns the memory, as long as its capacity, for any thread. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns how a message passes it, always the same. */
    public OwnershipMemory passed() {
        return passed;
    }

    /**
     * Its number, which no other block in the process has.
     *
     * @return that of {@link #passed}, in a cache line that is not written
     */
    public int number() {
        return number;
    }

    /** Returns how much it holds, in bytes. */
    public long capacity() {
        return capacity;
    }

    /** Returns the class of its size, one of {@link SizeClasses}. */
    public int sizeClass() {
        return sizeClass;
    }

    /** Returns where it belongs. */
    public HomeList home() {
        return home;
    }

    Slab slab() {
        return slab;
    }

    Block next() {
        return (Block) after();
    }

    void next(Block block) {
        after(block);
    }

    /** It will never be used again; by its home. */
    void vanish() {
        ((PooledMemory) passed).vanish();
    }

    @Override
    public String toString() {
        return "block of " + capacity + " bytes";
    }
}
