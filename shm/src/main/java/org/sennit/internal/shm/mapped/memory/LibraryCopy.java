package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import org.sennit.internal.runtime.memory.Memcpy;
import org.sennit.internal.runtime.memory.RecentSlices;

/**
 * Copies between a user's memory and memory that two processes share, by memcpy(3). The copy of the JVM loads each line
 * before it writes it, from the other core's cache where that has just read it; the string instructions of the C
 * library do not. Through a ring of 16 slots of 16 KiB between two threads, both cores in one cache complex, us one
 * way: 64 KiB 2.8 by the JVM, 1.6 by memcpy; 1 MiB 37.1 and 26.4.
 *
 * <p>For arrays, off-heap memory and that of the {@link SharedHeap}, but no other mapped files, whose pages may be
 * missing. An arena cannot be closed meanwhile: its {@code close} throws, as it does during a read of a channel into
 * its memory. Any thread that may access the memory, each with slices of its own.
 */
public final class LibraryCopy {
    /**
     * Shorter copies gain nothing, in bytes: the call costs some 10 ns, and so does the start of a string instruction.
     */
    private static final long SHORTEST_BYTES = 4 << 10;

    private static final MethodHandle TO_SHARED = Memcpy.link(null, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);

    /** The result is not used: it makes this the form of {@link Memcpy#addressOf}, and a form takes 8 ms to link. */
    private static final MethodHandle FROM_SHARED =
            Memcpy.link(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    /** Linked when memory that is never freed is copied. */
    private static final class ByAddress {
        static final MethodHandle CALL = Memcpy.link(null, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    }

    private LibraryCopy() {}

    /**
     * Returns whether memory may be copied from, or to, by this.
     *
     * @param memory the user's; null: it has gaps, or not every thread may touch it
     * @return true where {@link #toShared} and, if it can be written, {@link #fromShared} may be used
     */
    public static boolean suits(MemorySegment memory) {
        return suits(memory, false);
    }

    /**
     * Returns whether memory may be copied from, or to, by this.
     *
     * @param memory as for {@link #suits(MemorySegment)}
     * @param isShared whether it is of a {@link SharedHeap}
     * @return as there
     */
    public static boolean suits(MemorySegment memory, boolean isShared) {
        return TO_SHARED != null && memory != null && (isShared || !memory.isMapped()) && !memory.isReadOnly();
    }

    /**
     * Copies from a user's memory.
     *
     * @param from memory that {@link #suits}
     * @param fromOffset bytes into it
     * @param shared memory of the runtime, which the caller keeps
     * @param sharedOffset bytes into it
     * @param slices of arrays, the caller's
     */
    public static void toShared(
            MemorySegment from,
            long fromOffset,
            MemorySegment shared,
            long sharedOffset,
            long bytes,
            RecentSlices slices) {
        if (bytes < SHORTEST_BYTES) {
            MemorySegment.copy(from, fromOffset, shared, sharedOffset, bytes);
            return;
        }
        long at = shared.address() + sharedOffset;
        try {
            if (EternalMemory.is(from)) {
                Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
                long begin = from.address() + fromOffset;
                if (!Memcpy.isSlow(at, begin)) {
                    ByAddress.CALL.invokeExact(at, begin, bytes);
                    Reference.reachabilityFence(from);
                    return;
                }
            } else {
                MemorySegment part = slices.of(from, fromOffset, bytes);
                if (!Memcpy.isSlow(at, Memcpy.addressOf(part))) {
                    TO_SHARED.invokeExact(at, part, bytes);
                    return;
                }
            }
            MemorySegment.copy(from, fromOffset, shared, sharedOffset, bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("memcpy", e);
        }
    }

    /**
     * Copies to a user's memory.
     *
     * @param shared memory of the runtime, which the caller keeps
     * @param sharedOffset bytes into it
     * @param to memory that {@link #suits}
     * @param toOffset bytes into it
     * @param slices of arrays, the caller's
     */
    public static void fromShared(
            MemorySegment shared, long sharedOffset, MemorySegment to, long toOffset, long bytes, RecentSlices slices) {
        if (bytes < SHORTEST_BYTES) {
            MemorySegment.copy(shared, sharedOffset, to, toOffset, bytes);
            return;
        }
        long at = shared.address() + sharedOffset;
        try {
            if (EternalMemory.is(to)) {
                Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
                long begin = to.address() + toOffset;
                if (!Memcpy.isSlow(begin, at)) {
                    ByAddress.CALL.invokeExact(begin, at, bytes);
                    Reference.reachabilityFence(to);
                    return;
                }
            } else {
                MemorySegment part = slices.of(to, toOffset, bytes);
                if (!Memcpy.isSlow(Memcpy.addressOf(part), at)) {
                    long ignored = (long) FROM_SHARED.invokeExact(part, at, bytes);
                    return;
                }
            }
            MemorySegment.copy(shared, sharedOffset, to, toOffset, bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("memcpy", e);
        }
    }
}
