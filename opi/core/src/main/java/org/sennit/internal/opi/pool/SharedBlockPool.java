package org.sennit.internal.opi.pool;

import java.lang.foreign.Arena;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;

/** The blocks of an endpoint that several threads share, at thread level multiple: every call takes a lock. */
public final class SharedBlockPool extends BlockPool {
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Makes an empty pool.
     *
     * @param isSenderSide whether freed blocks go home at once
     * @param capBytes how much of others' memory the free lists may hold
     * @param arenas where memory comes from; each arena is closed by any thread
     * @param isShared whether other processes map that memory
     * @param onLateAbandonment what to do when a block is abandoned after the pool has ended; any thread
     */
    public SharedBlockPool(
            OwnershipEndpoint endpoint,
            boolean isSenderSide,
            long capBytes,
            Supplier<Arena> arenas,
            boolean isShared,
            Runnable onLateAbandonment) {
        super(endpoint, isSenderSide, capBytes, arenas, isShared, onLateAbandonment);
    }

    @Override
    public Block alloc(long bytes) {
        lock.lock();
        try {
            return super.alloc(bytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public OwnershipMemory room(long lengthBytes) {
        lock.lock();
        try {
            return super.room(lengthBytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void adopt() {
        lock.lock();
        try {
            super.adopt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void leave() {
        lock.lock();
        try {
            super.leave();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void free(Block block) {
        lock.lock();
        try {
            super.free(block);
        } finally {
            lock.unlock();
        }
    }

    @Override
    void put(Block block) {
        lock.lock();
        try {
            super.put(block);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long trim(long keptBytes) {
        lock.lock();
        try {
            return super.trim(keptBytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end() {
        lock.lock();
        try {
            super.end();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public BlockCounters counters() {
        lock.lock();
        try {
            return super.counters();
        } finally {
            lock.unlock();
        }
    }
}
