package org.sennit.internal.opi.pool;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.message.SennitException;

/**
 * Allocates memory and makes blocks of it: small blocks are carved from slabs one behind the other, a large block has a
 * slab of its own. Private slabs have 1 MiB. A slab that other processes map costs a file descriptor and two of the
 * 65,530 mappings of this process, so shared slabs grow with the pool, to a quarter of it and at most 64 MiB. Belongs
 * to the thread that drives the endpoint.
 */
final class BlockSource {
    /** Smaller private blocks share a slab: an arena costs some microseconds and a page. */
    private static final long LARGE_PRIVATE_BYTES = 32 << 10;

    private static final long SLAB_BYTES = 1 << 20;
    private static final long MOST_SLAB_BYTES = 64 << 20;

    /**
     * Blocks from here on are aligned to pages, so that copies by the kernel and by two cores begin with a whole page.
     */
    private static final long PAGED_BYTES = 32 << 10;

    private static final long PAGE_BYTES = 4096;

    private final OwnershipEndpoint endpoint;
    private final LocalHome home;
    private final Supplier<Arena> arenas;
    private final boolean isShared;
    private Slab current; // null: none
    private long blocks;
    private long bytes;
    private long mostBytes;

    BlockSource(OwnershipEndpoint endpoint, LocalHome home, Supplier<Arena> arenas, boolean isShared) {
        this.endpoint = endpoint;
        this.home = home;
        this.arenas = arenas;
        this.isShared = isShared;
    }

    /** Returns the number of blocks. */
    long blocks() {
        return blocks;
    }

    /** Returns the memory of all slabs, in bytes. */
    long bytes() {
        return bytes;
    }

    /** Returns the most memory that all slabs ever had, in bytes. */
    long mostBytes() {
        return mostBytes;
    }

    /** Makes a block; throws OutOfMemoryError, or NO_MEM where the memory is shared. */
    Block make(int sizeClass) {
        long size = SizeClasses.bytesOf(sizeClass);
        long alignment = size >= PAGED_BYTES ? PAGE_BYTES : SizeClasses.ALIGNMENT;
        Slab slab = current;
        if (size >= ownSlabBytes()) {
            slab = take(size);
        } else if (current == null || !current.hasRoom(size, alignment)) {
            slab = takeForMany(size);
        }
        MemorySegment memory = slab.carve(size, alignment);
        blocks++;
        return new Block(endpoint, memory, sizeClass, home, slab);
    }

    /** Returns the size from which a block has a slab of its own, in bytes. */
    private long ownSlabBytes() {
        return isShared ? slabBytes() / 4 + 1 : LARGE_PRIVATE_BYTES;
    }

    private long slabBytes() {
        return isShared ? Math.clamp(Long.highestOneBit(bytes / 4), SLAB_BYTES, MOST_SLAB_BYTES) : SLAB_BYTES;
    }

    /** Allocates a slab for this block and others; for this one alone where memory is short. */
    private Slab takeForMany(long size) {
        try {
            current = take(slabBytes());
            return current;
        } catch (OutOfMemoryError | SennitException e) {
            if (slabBytes() == SLAB_BYTES) {
                throw e;
            }
            return take(size);
        }
    }

    private Slab take(long size) {
        Slab slab = new Slab(arenas.get(), size);
        bytes += size;
        mostBytes = Math.max(mostBytes, bytes);
        return slab;
    }

    /** Frees a block. */
    void drop(Block block) {
        Slab slab = block.slab();
        block.next(null);
        blocks--;
        if (slab == current) {
            current = null;
        }
        home.drop(block);
    }

    /** Counts a slab whose memory has been freed. */
    void dropped(Slab slab) {
        bytes -= slab.bytes();
    }
}
