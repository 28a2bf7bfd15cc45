package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * An arena of shared memory: like {@link Arena#ofShared}, but what it allocates lies in files that the peers of the
 * host map when they first see it. Small pieces share a file. A closed arena's memory is gone for this process at once,
 * for a peer that is reading it when that is over.
 */
final class SharedArena implements Arena {
    /** Files of small pieces, in bytes: 256 descriptors hold 256 MiB of them. */
    private static final long CHUNK_BYTES = 1 << 20;

    /** Least length of a piece with a file of its own, in bytes. */
    private static final long LONGEST_SMALL_BYTES = CHUNK_BYTES / 4;

    private static final long PAGE_BYTES = 4096;

    /** The largest pages that there are, in bytes: x86-64 and AArch64, 1 GiB. */
    private static final long MOST_ALIGNMENT = 1 << 30;

    private final SharedHeap heap;
    private final Arena mappings = Arena.ofShared();

    // Guarded by this object's monitor.
    private final List<SharedRegion> regions = new ArrayList<>();
    private MemorySegment chunk = MemorySegment.NULL;
    private long used;

    SharedArena(SharedHeap heap) {
        this.heap = heap;
    }

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        if (bytes < 0 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException("bytes=" + bytes + " alignment=" + alignment);
        }
        synchronized (this) {
            if (alignment > PAGE_BYTES) {
                return newAlignedRegion(bytes, alignment);
            }
            if (bytes > LONGEST_SMALL_BYTES) {
                return newRegion(bytes);
            }
            long start = used + alignment - 1 & -alignment;
            if (start + bytes > chunk.byteSize()) {
                chunk = newRegion(CHUNK_BYTES);
                start = 0;
            }
            used = start + bytes;
            return chunk.asSlice(start, bytes, alignment);
        }
    }

    /** Mappings begin at pages: a longer one has the alignment inside. What is never touched takes no memory. */
    private MemorySegment newAlignedRegion(long bytes, long alignment) {
        if (bytes > Long.MAX_VALUE / 2 || alignment > MOST_ALIGNMENT) {
            throw new SennitException(
                    ErrorClass.NO_MEM,
                    "no room for shared memory: bytes=" + bytes + " alignment=" + alignment + " (at most "
                            + MOST_ALIGNMENT + ")");
        }
        MemorySegment region = newRegion(bytes + alignment);
        return region.asSlice(-region.address() & alignment - 1, bytes);
    }

    private MemorySegment newRegion(long bytes) {
        SharedRegion region = heap.allocate(bytes, mappings);
        regions.add(region);
        return region.file().segment();
    }

    @Override
    public MemorySegment.Scope scope() {
        return mappings.scope();
    }

    @Override
    public void close() {
        // Unmapped first, which fails while the memory is in use, and only then announced as free, and its descriptor
        // closed: a peer that has copied before that has copied what was the user's, since nothing changes in between.
        synchronized (this) {
            heap.forget(regions); // once unmapped, their addresses may be mapped anew
            try {
                mappings.close();
            } catch (IllegalStateException inUse) { // by a copy under way; or closed before, and there are none
                heap.remember(regions);
                throw inUse;
            }
            regions.forEach(SharedRegion::release);
            regions.clear();
        }
    }
}
