package org.sennit.internal.opi.pool;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.message.SennitException;

/**
 * Memory that is taken from the system, and freed, in one piece: many small blocks or one large one. Belongs to the home of its
 * blocks.
 */
final class Slab {
    private final Arena arena;
    private final MemorySegment memory;
    private long usedBytes;
    private int carved;
    private int gone;

    // For trimming only: how many of its blocks lie in the free lists, and whether it goes.
    private int free;
    private boolean isGoing;

    /**
     * Takes memory from an arena of its own.
     *
     * @param arena closed when the last block has gone
     * @param bytes how much
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

    /** Begins to count for trimming. */
    void resetFree() {
        free = 0;
        isGoing = false;
    }

    void countFree() {
        free++;
    }

    /** Returns whether all its blocks were counted. */
    boolean isWhole() {
        return free == carved - gone;
    }

    boolean isGoing() {
        return isGoing;
    }

    void go() {
        isGoing = true;
    }

    /** Returns how much of it is in blocks that have not gone. */
    long carvedBytes() {
        return usedBytes;
    }

    /** One of its blocks is no more; true: it was the last, and the memory is the system's again. */
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
