package org.sennit.opi.pool;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.sennit.endpoints.passing.PassingEndpoint;

/**
 * Takes memory from the system and makes blocks of it: small ones are cut from slabs of 1 MiB, one behind the other, larger ones
 * have a slab each. Belongs to the thread that drives the endpoint.
 */
final class BlockSource {
    /** Smaller blocks share a slab: an arena costs some microseconds and a page. */
    private static final long LARGE_BYTES = 32 << 10;

    private static final long SLAB_BYTES = 1 << 20;

    private final PassingEndpoint endpoint;
    private final LocalHome home;
    private final Supplier<Arena> arenas;
    private Slab current; // null: none
    private long blocks;
    private long bytes;
    private long mostBytes;

    BlockSource(PassingEndpoint endpoint, LocalHome home, Supplier<Arena> arenas) {
        this.endpoint = endpoint;
        this.home = home;
        this.arenas = arenas;
    }

    /** The number of blocks there are. */
    long blocks() {
        return blocks;
    }

    /** How much memory there is. */
    long bytes() {
        return bytes;
    }

    /** How much there has ever been. */
    long mostBytes() {
        return mostBytes;
    }

    /** A fresh block; throws OutOfMemoryError, or NO_MEM where the memory is shared. */
    Block make(int sizeClass) {
        long size = SizeClasses.bytesOf(sizeClass);
        Slab slab;
        if (size >= LARGE_BYTES) {
            slab = take(size);
        } else {
            if (current == null || !current.hasRoom(size)) {
                current = take(SLAB_BYTES);
            }
            slab = current;
        }
        MemorySegment memory = slab.carve(size);
        blocks++;
        return new Block(endpoint, memory, sizeClass, home, slab);
    }

    private Slab take(long size) {
        Slab slab = new Slab(arenas.get(), size);
        bytes += size;
        mostBytes = Math.max(mostBytes, bytes);
        return slab;
    }

    /** A block is no more. */
    void drop(Block block) {
        Slab slab = block.slab();
        block.next(null);
        blocks--;
        if (slab == current) {
            current = null;
        }
        home.drop(block);
    }

    /** A slab is the system's again. */
    void dropped(Slab slab) {
        bytes -= slab.bytes();
    }
}
