package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The memory of this process that other processes of its host can map: until the job ends, or in arenas that the user
 * closes earlier. Plain off-heap memory where there are no other processes, or where the network module shares no
 * memory. Any thread.
 */
public final class SharedMemory {
    private final Supplier<Arena> arenas;
    private Arena ofJob; // guarded by this; null: nothing allocated yet
    private boolean isClosed; // guarded by this

    SharedMemory(Supplier<Arena> arenas) {
        this.arenas = arenas;
    }

    /**
     * Opens an arena.
     *
     * @return a fresh arena that any thread may use and close
     */
    public Arena newArena() {
        return arenas.get();
    }

    /**
     * Allocates memory that lasts as long as the job.
     *
     * @param alignment a power of two, at most 1 GiB; above 4096 the piece has a mapping of its own
     * @return memory for any thread, filled with zeros
     * @throws SennitException NO_MEM when there is not so much, the same call may succeed later; SESSION when the job
     *     is over; ARG for a bad number
     */
    public MemorySegment allocate(long bytes, long alignment) {
        if (bytes < 0 || Long.bitCount(alignment) != 1 || alignment < 1) {
            throw new SennitException(
                    ErrorClass.ARG, "operation=allocateShared bytes=" + bytes + " alignment=" + alignment);
        }
        try {
            return arenaOfJob().allocate(bytes, alignment);
        } catch (OutOfMemoryError e) {
            throw new SennitException(ErrorClass.NO_MEM, "operation=allocateShared bytes=" + bytes, e);
        }
    }

    private synchronized Arena arenaOfJob() {
        if (isClosed) {
            throw new SennitException(ErrorClass.SESSION, "the job is over: operation=allocateShared");
        }
        if (ofJob == null) {
            ofJob = arenas.get();
        }
        return ofJob;
    }

    synchronized void close() {
        isClosed = true;
        if (ofJob != null) {
            try {
                ofJob.close();
            } catch (IllegalStateException inUse) {
                // In use by a native call of the user: freed with the process.
                return;
            } finally {
                ofJob = null;
            }
        }
    }
}
