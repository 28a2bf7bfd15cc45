package org.sennit.qmp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The bytes of an {@link AlignedMemory}, in an arena of their own. Any thread may read and write them. */
class AllocatedMemory {
    private final Arena arena;
    private final MemorySegment bytes;

    AllocatedMemory(Arena arena, MemorySegment bytes) {
        this.arena = arena;
        this.bytes = bytes;
    }

    /** Becomes another name of the same bytes. */
    AllocatedMemory(AllocatedMemory same) {
        this(same.arena, same.bytes);
    }

    final Arena arena() {
        return arena;
    }

    final MemorySegment bytes() {
        return bytes;
    }

    final boolean isFreed() {
        return !bytes.scope().isAlive();
    }

    /** Frees the bytes; a second call does nothing. */
    final void free() {
        if (!isFreed()) {
            arena.close();
        }
    }
}
