package org.sennit.internal.opi.pool;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;

/**
 * A piece of memory with one owner at a time: a pool, an endpoint that uses it, or a message. It belongs to one home
 * for good, and returns there when it is free.
 *
 * <p>Fields that are not final belong to the owner. They are published with the ownership: by a message
 * ({@link OwnershipMemory}) or by a {@link HomeList}. jcstress: OwnershipStress.
 */
public final class Block extends Chained {
    private final MemorySegment memory;
    private final long capacity;
    private final int sizeClass;
    private final HomeList home;
    private final Slab slab; // null for a block of another process
    private final OwnershipMemory passed;
    private final int number;

    /** Makes a block of this process that no other process knows. */
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

    /** Makes the block for memory of another process that has come with a message. */
    Block(ForeignMemory passed, HomeList home) {
        this.memory = passed.memory();
        this.capacity = memory.byteSize();
        this.sizeClass = SizeClasses.within(capacity);
        this.home = home;
        this.slab = null;
        this.passed = passed;
        this.number = passed.number();
    }

    /** Returns the memory, as long as the capacity; any thread may use it. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the object by which messages pass the block, always the same. */
    public OwnershipMemory passed() {
        return passed;
    }

    /** Returns the number, unique in the process, that of {@link #passed}; in a cache line that is not written. */
    public int number() {
        return number;
    }

    /** Returns the capacity in bytes. */
    public long capacity() {
        return capacity;
    }

    /** Returns the size class, one of {@link SizeClasses}. */
    public int sizeClass() {
        return sizeClass;
    }

    /** Returns the home. */
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

    /** Removes it from the table of the process: it is never used again. Called by its home. */
    void vanish() {
        ((PooledMemory) passed).vanish();
    }

    @Override
    public String toString() {
        return "block of " + capacity + " bytes";
    }
}
