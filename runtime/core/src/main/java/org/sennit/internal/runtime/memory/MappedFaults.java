package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Faults of accesses to mapped files: to a page that the file has lost because it was cut short, or never got because
 * its disk is full. They become an InternalError, which HotSpot does not throw at the access: it asks the thread to
 * throw it at the next safepoint poll that takes asynchronous exceptions. For interpreted code that is at once. In code
 * compiled by C2 the access is inlined and has no such poll, so that a try statement around it is left before the error
 * comes, which then strikes anywhere later in the thread: in the midst of a change of the runtime's state, or in the
 * program.
 *
 * <p>So each access to memory of the program that something depends on is followed by {@link #throwPending}, before its
 * outcome is used and inside the try statement that catches the error. It polls by a call of a native method, on whose
 * return the JVM looks for asynchronous exceptions. Loops and calls poll as well, where they remain after inlining,
 * which is not known; monitors, and intrinsics such as {@code System.nanoTime}, do not. It takes some 20 ns for memory
 * that is mapped, and a look at the kind of the segment for all other.
 *
 * <p>A segment is recognized as mapped when it comes from {@code FileChannel.map} or a {@code MappedByteBuffer}, also
 * as a slice or read-only. One that the program has made of its bare address ({@code reinterpret}), or of a view of
 * such a buffer as another type ({@code asLongBuffer}), is not: its error stays asynchronous. Stateless; any thread.
 */
public final class MappedFaults {
    private static final Object ANY = new Object();

    private MappedFaults() {}

    /**
     * Throws the error of a fault that this thread has had; called after accesses to memory of the program.
     *
     * @param accessed the memory; null for none
     * @throws InternalError when a page of a mapped file was not there
     */
    public static void throwPending(MemorySegment accessed) {
        if (accessed != null && accessed.isMapped()) {
            poll();
        }
    }

    /** As {@link #throwPending(MemorySegment)}, after accesses to two memories, which are not null. */
    public static void throwPending(MemorySegment read, MemorySegment written) {
        if (read.isMapped() || written.isMapped()) {
            poll();
        }
    }

    /** As {@link #throwPending(MemorySegment)}, where the memory is known to be mapped. */
    public static void poll() {
        boolean _ = Thread.holdsLock(ANY); // any native method that is no intrinsic, and cheap
    }
}
