package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The arenas that a process has opened for a job: those still open are closed when the job is over, so that many
 * jobs in one JVM take no more memory than one. Any thread.
 */
final class JobArenas {
    private final Set<Kept> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed; // stored before open is gone through, loaded after an arena is entered

    /**
     * Keeps an arena in mind until it is closed.
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

    /** Closes all; accesses by a segment throw from now on. A second call tries again with what was in use. */
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
            } catch (IllegalStateException e) { // closed just now, or a native call of the user's holds it
                if (!arena.scope().isAlive()) {
                    open.remove(this);
                }
            }
        }
    }
}
