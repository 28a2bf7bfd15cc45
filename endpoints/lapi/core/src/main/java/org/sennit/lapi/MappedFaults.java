package org.sennit.lapi;

import java.lang.foreign.MemorySegment;

/**
 * Faults of accesses to mapped files that were cut short. The JVM does not throw its InternalError at an access that C2
 * has compiled, but at the thread's next poll for asynchronous exceptions, which may be behind the try statement that
 * catches it. So accesses to memory of the program poll before their outcome is used. The facade's counterpart of the
 * class of that name in the core, whose inner packages are not for facades. Stateless; any thread.
 */
final class MappedFaults {
    private static final Object ANY = new Object();

    private MappedFaults() {}

    /** Throws the InternalError of a fault that this thread has had, where the memory is mapped. */
    static void throwPending(MemorySegment accessed) {
        if (accessed.isMapped()) {
            boolean _ = Thread.holdsLock(ANY); // a native method that is no intrinsic: the JVM polls on its return
        }
    }

    /** As {@link #throwPending(MemorySegment)}, after accesses to two memories. */
    static void throwPending(MemorySegment read, MemorySegment written) {
        throwPending(read);
        throwPending(written);
    }
}
