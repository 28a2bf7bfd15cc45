package org.sennit.ownership;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A view of memory that can end before the memory: in an arena of its own where the JVM allows native access, else the
 * memory itself.
 */
final class RevocableView {
    private static final boolean IS_NATIVE_ACCESS_ENABLED =
            RevocableView.class.getModule().isNativeAccessEnabled();

    private final Arena arena; // null: cannot be revoked
    private final MemorySegment whole;

    /** Makes a view for the calling thread only, or for any thread. */
    RevocableView(MemorySegment memory, boolean isForAnyThread) {
        this.arena = !IS_NATIVE_ACCESS_ENABLED ? null : isForAnyThread ? Arena.ofShared() : Arena.ofConfined();
        this.whole = arena == null ? memory : bound(memory, arena);
    }

    @SuppressWarnings("restricted") // asked before
    private static MemorySegment bound(MemorySegment memory, Arena arena) {
        return memory.reinterpret(arena, null);
    }

    boolean isOfThisThread() {
        return whole.isAccessibleBy(Thread.currentThread());
    }

    MemorySegment slice(long bytes) {
        return whole.asSlice(0, bytes);
    }

    /**
     * Ends the view: accesses throw from now on. Has no effect on another thread's view, which is left to the
     * collector.
     */
    void revoke() {
        if (arena != null && isOfThisThread()) {
            try {
                arena.close();
            } catch (IllegalStateException inUse) { // held by a native call of the user
                return;
            }
        }
    }
}
