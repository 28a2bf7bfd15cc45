package org.sennit.internal.opi.pool;

import java.lang.foreign.Arena;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.Taker;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The blocks of an endpoint. A receiver-side pool (the default) keeps the blocks that are freed there, up to a cap,
 * beyond which blocks of other homes are returned in batches; in a sender-side pool every block returns to its home
 * when it is freed. Belongs to the thread that drives the endpoint: no lock and no atomic operation, except in returns
 * to a home. (The two kinds of pools of Friedley et al., Ownership Passing, 2013)
 */
public class BlockPool extends FreeLists implements Taker {
    private final OwnershipEndpoint endpoint;
    private final LocalHome home;
    private final RemoteHome remoteHome;
    private final BlockSource source;
    private final long capBytes;
    private final boolean isShared;
    private boolean keepsAll; // whether freed blocks of other homes stay here: in a receiver-side pool, until its end
    private boolean isEnded;

    // Each event increments one counter, which costs a nanosecond; the other figures are computed from them.
    private long allocations;
    private long rooms;
    private long taken;
    private long ended; // given or freed
    private long misses;
    private long sentHome;
    private long cameHome;
    private long trimmedBytes;

    // Padding behind the counters: a collection may place a block there that another endpoint reads.
    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /**
     * Makes an empty pool.
     *
     * @param isSenderSide whether freed blocks go home at once
     * @param capBytes how much of others' memory the free lists may hold
     * @param arenas where memory comes from; each arena is closed by any thread
     * @param isShared whether other processes map that memory
     * @param onLateAbandonment what to do when a block is abandoned after the pool has ended; any thread
     */
    public BlockPool(
            OwnershipEndpoint endpoint,
            boolean isSenderSide,
            long capBytes,
            Supplier<Arena> arenas,
            boolean isShared,
            Runnable onLateAbandonment) {
        this(endpoint, isSenderSide, capBytes, arenas, isShared, new LocalHome(onLateAbandonment));
    }

    private BlockPool(
            OwnershipEndpoint endpoint,
            boolean isSenderSide,
            long capBytes,
            Supplier<Arena> arenas,
            boolean isShared,
            LocalHome home) {
        super(home);
        this.endpoint = endpoint;
        this.home = home;
        this.remoteHome = new RemoteHome(endpoint);
        this.source = new BlockSource(endpoint, home, arenas, isShared);
        this.isShared = isShared;
        this.keepsAll = !isSenderSide;
        this.capBytes = capBytes;
    }

    /**
     * Allocates a block.
     *
     * @param bytes its least capacity, 0 or more
     * @return a block that the endpoint owns now
     * @throws SennitException ARG for a negative number, NO_MEM when memory is short (the text says how much there is),
     *     SESSION when the pool has ended; nothing has changed
     */
    public Block alloc(long bytes) {
        if (bytes >= 0 && bytes <= SizeClasses.MOST_BYTES) {
            int sizeClass = SizeClasses.of(bytes);
            Block block = pop(sizeClass);
            if (block == null) {
                block = allocFresh(bytes, sizeClass);
            }
            allocations++;
            return block;
        }
        throw bytes < 0
                ? new SennitException(ErrorClass.ARG, "a negative number of bytes: operation=alloc bytes=" + bytes)
                : noMemory(bytes, null);
    }

    private Block allocFresh(long bytes, int sizeClass) {
        if (isEnded) {
            throw new SennitException(
                    ErrorClass.SESSION, "the pool has been closed, or its endpoint has ended: operation=alloc");
        }
        if (collect()) {
            Block block = pop(sizeClass);
            if (block != null) {
                return block;
            }
        }
        Block block;
        try {
            block = source.make(sizeClass);
        } catch (OutOfMemoryError | SennitException e) {
            block = makeAfterTrimming(bytes, sizeClass, e);
        }
        misses++;
        return block;
    }

    private Block makeAfterTrimming(long bytes, int sizeClass, Throwable first) {
        if (first instanceof SennitException e && e.errorClass() != ErrorClass.NO_MEM) {
            throw e;
        }
        if (trim(0) == 0) {
            throw noMemory(bytes, first);
        }
        try {
            return source.make(sizeClass);
        } catch (OutOfMemoryError | SennitException e) {
            throw noMemory(bytes, e);
        }
    }

    private SennitException noMemory(long bytes, Throwable cause) {
        return new SennitException(
                ErrorClass.NO_MEM,
                "no memory for a buffer: operation=alloc bytes=" + bytes + " pool.bytes=" + source.bytes()
                        + " pool.free.bytes=" + freeBytes()
                        + (cause == null ? "" : " cause=" + cause.getMessage())
                        + " (free buffers, trim other pools" + (isShared ? ", or run with -o opi.shared=false)" : ")"),
                cause);
    }

    @Override
    public OwnershipMemory room(long lengthBytes) {
        Block block = alloc(lengthBytes);
        rooms++; // without an owner before it has been taken
        return block.passed();
    }

    @Override
    public void takeBack(OwnershipMemory memory) {
        put(blockOf(memory));
    }

    /**
     * Returns the block of memory that has come with a message. Changes nothing in the pool.
     *
     * @param taken now the endpoint's
     * @return always the same for the same memory
     */
    public Block blockOf(OwnershipMemory taken) {
        return taken instanceof PooledMemory own ? own.block() : foreignBlock((ForeignMemory) taken);
    }

    private Block foreignBlock(ForeignMemory taken) {
        if (taken.companion() instanceof Block known) {
            return known;
        }
        Block block = new Block(taken, remoteHome);
        taken.accompany(block);
        return block;
    }

    /** Counts a block that has come with a message and now belongs to the endpoint. */
    public void adopt() {
        taken++;
    }

    /** Counts a block that is about to be given away. */
    public void leave() {
        ended++;
    }

    /**
     * Frees a block that was in use: keeps it here or returns it to its home.
     *
     * @param block owned by the endpoint, until the call
     */
    public void free(Block block) {
        ended++;
        put(block);
    }

    /** As {@link #free}, for a block that was not in use; not counted. */
    void put(Block block) {
        if (keepsAll || block.home() == home && !isEnded) {
            push(block);
            if (foreignBytes() > capBytes) {
                handBack(capBytes / 2);
            }
        } else {
            sentHome++;
            block.home().bring(block, block);
        }
    }

    /**
     * Returns blocks of other homes, the oldest of each class first, until at most a number of bytes of them is left.
     */
    private void handBack(long keptBytes) {
        HomeBatches batches = new HomeBatches();
        sift(block -> {
            if (block.home() == home || foreignBytes() <= keptBytes) {
                return false;
            }
            batches.add(block);
            return true;
        });
        sentHome += batches.send();
    }

    /** Moves the blocks that have been returned into the free lists; false when there were none. */
    private boolean collect() {
        Block first = home.takeAll();
        for (Block block = first; block != null; ) {
            Block next = block.next();
            block.next(null);
            push(block);
            cameHome++;
            block = next;
        }
        return first != null;
    }

    /**
     * Releases unused memory: returns blocks of other homes, and frees its own, the oldest first, in whole slabs only.
     *
     * @param keptBytes how much may stay in the free lists
     * @return how much was released, in bytes
     */
    public long trim(long keptBytes) {
        if (isEnded) {
            return 0;
        }
        collect();
        long before = freeBytes();
        long foreign = Math.max(0, foreignBytes() - Math.max(0, before - keptBytes));
        handBack(foreign);
        if (freeBytes() > keptBytes) {
            dropSlabs(keptBytes);
        }
        return before - freeBytes();
    }

    private void dropSlabs(long keptBytes) {
        eachOwn(Slab::resetFree);
        eachOwn(Slab::countFree);
        long[] left = {freeBytes()};
        eachOwn(slab -> {
            if (!slab.isGoing() && slab.isWhole() && left[0] > keptBytes) {
                slab.go();
                source.dropped(slab);
                trimmedBytes += slab.bytes();
                left[0] -= slab.carvedBytes();
            }
        });
        sift(block -> {
            boolean isGoing = block.home() == home && block.slab().isGoing();
            if (isGoing) {
                source.drop(block);
            }
            return isGoing;
        });
    }

    private void eachOwn(Consumer<Slab> action) {
        sift(block -> {
            if (block.home() == home) {
                action.accept(block.slab());
            }
            return false;
        });
    }

    /**
     * Ends the pool: returns blocks of other homes and frees its own memory; blocks that are in use elsewhere are freed
     * when they return. A second call does nothing. Another thread may call it after the endpoint's thread has ended.
     */
    public void end() {
        if (isEnded) {
            return;
        }
        trim(0);
        isEnded = true;
        keepsAll = false;
        Block came = home.end();
        sift(block -> {
            block.next(null);
            home.drop(block);
            return true;
        });
        home.drop(came);
    }

    /** Returns whether {@link #end} has been called. */
    public boolean isEnded() {
        return isEnded;
    }

    /** Returns a snapshot of the counters. Exact for the thread that drives the endpoint. */
    public BlockCounters counters() {
        return new BlockCounters(
                allocations - rooms + taken - ended,
                allocations - misses,
                misses,
                source.blocks() - home.lateBlocks(),
                source.bytes() - home.lateBytes(),
                source.mostBytes(),
                freeCount(),
                freeBytes(),
                foreignBytes(),
                sentHome,
                cameHome,
                trimmedBytes,
                home.abandoned(),
                endpoint.strayed(memory ->
                        memory instanceof PooledMemory own && own.block().home() == home));
    }
}
