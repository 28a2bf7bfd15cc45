package org.sennit.internal.opi.pool;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.message.SennitException;

/**
 * Memory that is taken from the system, and freed, in one piece: many small blocks or one large one. Belongs to the
 * home of its blocks.
 */
final class Slab {
    private final Arena arena;
    private final MemorySegment memory;
    private long usedBytes;
    private int carved;
    private int gone;

    // For trimming only: how many of its blocks are in the free lists, and whether it is to be freed.
    private int free;
    private boolean isGoing;

    /**
     * Allocates the memory.
     *
     * @param arena of this slab alone; closed when the last block is freed
     * @param bytes the length
     */
    public Slab(Arena arena, long bytes) {
        this.arena = arena;
        try {
            this.memory = arena.allocate(bytes, SizeClasses.ALIGNMENT);
        } catch (OutOfMemoryError | SennitException e) {
            arena.close();
            throw e;
        }
    }

    long bytes() {
        return memory.byteSize();
    }

    boolean hasRoom(long bytes, long alignment) {
        return memory.byteSize() - start(alignment) >= bytes;
    }

    private long start(long alignment) {
        return usedBytes + alignment - 1 & -alignment;
    }

    MemorySegment carve(long bytes, long alignment) {
        MemorySegment piece = memory.asSlice(start(alignment), bytes);
        usedBytes = start(alignment) + bytes;
        carved++;
        return piece;
    }

    /** Begins to count free blocks, for trimming. */
    void resetFree() {
        free = 0;
        isGoing = false;
    }

    void countFree() {
        free++;
    }

    /** Returns whether all its blocks were counted as free. */
    boolean isWhole() {
        return free == carved - gone;
    }

    boolean isGoing() {
        return isGoing;
    }

    void go() {
        isGoing = true;
    }

    /** Returns the bytes that have been carved. */
    long carvedBytes() {
        return usedBytes;
    }

    /** Frees a block; returns true when it was the last, and the memory of the slab has been freed. */
    boolean drop(Block block) {
        block.vanish();
        gone++;
        if (gone < carved) {
            return false;
        }
        try {
            arena.close();
        } catch (IllegalStateException inUse) { // the job is over, or a native call of the user's holds it until then
            return true;
        }
        return true;
    }
}
