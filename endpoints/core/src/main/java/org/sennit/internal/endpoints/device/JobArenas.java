package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The arenas that a process has opened for a job. Those still open are closed with the job, so that consecutive jobs in
 * one JVM do not accumulate memory. Any thread.
 */
final class JobArenas {
    private final Set<Kept> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed; // stored before open is iterated, loaded after an arena is added

    /**
     * Registers an arena until it is closed.
     *
     * @param arena fresh, which any thread may close
     * @return the same for its user
     * @throws SennitException SESSION when the job is over; the arena is closed then; final
     */
    Arena keep(Arena arena) {
        Kept kept = new Kept(arena);
        open.add(kept);
        if (isClosed) {
            kept.release();
            throw new SennitException(ErrorClass.SESSION, "the job is over: operation=newArena");
        }
        return kept;
    }

    /**
     * Closes all arenas; accesses to their segments throw from now on. A second call retries those that were in use.
     */
    void close() {
        isClosed = true;
        open.forEach(Kept::release);
    }

    private final class Kept implements Arena {
        private final Arena arena;

        Kept(Arena arena) {
            this.arena = arena;
        }

        @Override
        public MemorySegment allocate(long bytes, long alignment) {
            return arena.allocate(bytes, alignment);
        }

        @Override
        public MemorySegment.Scope scope() {
            return arena.scope();
        }

        @Override
        public void close() {
            arena.close();
            open.remove(this);
        }

        void release() {
            try {
                close();
            } catch (IllegalStateException e) { // closed meanwhile, or in use by a native call
                if (!arena.scope().isAlive()) {
                    open.remove(this);
                }
            }
        }
    }
}
