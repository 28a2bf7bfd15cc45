package org.sennit.qmp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.sennit.Endpoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** The allocated and declared memory of one node. Belongs to the thread that drives the node. */
final class MessageMemories {
    /** Largest alignment that an arena of shared memory gives by itself. */
    private static final long PAGE_BYTES = 4096;

    // The flags of QMP's header.
    static final int NONCACHE = 0x01;
    static final int COMMS = 0x02;
    static final int FAST = 0x04;

    private static final int FLAGS = NONCACHE | COMMS | FAST;

    private final NodeSurroundings node;
    private final Endpoint endpoint;
    private final Set<Arena> allocated = new HashSet<>();

    MessageMemories(NodeSurroundings node, Endpoint endpoint) {
        this.node = node;
        this.endpoint = endpoint;
    }

    // ---- allocated ----

    AllocatedMemory allocate(long bytes, long alignment, int flags) {
        return orNull(() -> {
            AllocatedMemory memory = allocateOrThrow(bytes, alignment, flags);
            allocated.add(memory.arena());
            return memory;
        });
    }

    AllocatedMemory allocateOrThrow(long bytes, long alignment, int flags) {
        node.checkInitialized();
        if (bytes < 0 || alignment < 1 || Long.bitCount(alignment) != 1 || alignment > 1L << 30) {
            throw new RefusedCall(QmpStatus.MEMSIZE_ERR, "wrong size: bytes=" + bytes + " alignment=" + alignment);
        }
        if ((flags & ~FLAGS) != 0) {
            throw new RefusedCall(QmpStatus.INVALID_ARG, "no such kind of memory: flags=" + flags);
        }
        Arena arena = (flags & COMMS) == 0 ? Arena.ofShared() : endpoint.newSharedArena();
        try {
            return new AllocatedMemory(arena, aligned(arena, bytes, alignment));
        } catch (OutOfMemoryError e) {
            arena.close();
            throw new SennitException(ErrorClass.NO_MEM, "no more memory: bytes=" + bytes, e);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private static MemorySegment aligned(Arena arena, long bytes, long alignment) {
        if (alignment <= PAGE_BYTES) {
            return arena.allocate(bytes, alignment);
        }
        MemorySegment more = arena.allocate(bytes + alignment, PAGE_BYTES);
        return more.asSlice(-more.address() & alignment - 1, bytes);
    }

    MemorySegment pointer(AllocatedMemory memory) {
        return orNull(() -> {
            if (memory == null || memory.isFreed()) {
                throw new RefusedCall(QmpStatus.BAD_MEMORY, "no memory, or freed: given=" + memory);
            }
            return memory.bytes();
        });
    }

    void free(AllocatedMemory memory) {
        if (memory != null) {
            allocated.remove(memory.arena());
            memory.free();
        }
    }

    void freeAll() {
        allocated.stream().filter(arena -> arena.scope().isAlive()).forEach(Arena::close);
        allocated.clear();
    }

    // ---- declared ----

    Extents declare(@Memory Object buffer, long offset, long bytes) {
        return declared(() -> Extents.contiguous(buffer, offset, bytes));
    }

    Extents declareStrided(@Memory Object base, long offset, long blockBytes, int count, long strideBytes) {
        return declared(() -> Extents.strided(base, offset, blockBytes, count, strideBytes));
    }

    Extents declareStridedArray(Object[] base, long[] offset, long[] blockBytes, int[] count, long[] strideBytes) {
        return declared(() -> Extents.listOf(base, offset, blockBytes, count, strideBytes));
    }

    Extents declareStridedArray(
            @Memory Object buffer, long[] offset, long[] blockBytes, int[] count, long[] strideBytes) {
        return declared(() -> Extents.list(buffer, offset, blockBytes, count, strideBytes));
    }

    Extents declareIndexed(@Memory Object buffer, int[] lengths, int[] index, int elementBytes, int count) {
        return declared(() -> Extents.indexed(buffer, lengths, index, elementBytes, count));
    }

    private Extents declared(Supplier<Extents> extents) {
        return orNull(() -> {
            node.checkInitialized();
            return extents.get();
        });
    }

    void free(DeclaredMemory memory) {
        if (memory != null && !memory.free()) {
            node.errors().fail(QmpStatus.MEMUSED_ERR, "handles use the memory: memory=" + memory);
        }
    }

    private <T> T orNull(Supplier<T> call) {
        try {
            T made = call.get();
            node.errors().succeed();
            return made;
        } catch (SennitException e) {
            node.errors().fail(e);
            return null;
        }
    }
}
