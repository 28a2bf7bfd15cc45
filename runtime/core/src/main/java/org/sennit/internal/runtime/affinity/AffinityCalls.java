package org.sennit.internal.runtime.affinity;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Optional;

/**
 * sched_getaffinity(2) and sched_setaffinity(2). Only where the JVM was given native access: without it nothing is
 * linked, so that no warning is printed. Any thread.
 */
final class AffinityCalls {
    /** Room for 8192 processors; the kernel refuses less room than it has processors. */
    private static final long SET_BYTES = 1024;

    /** The calls, or null without native access or where the C library does not have them. */
    static final AffinityCalls INSTANCE = AffinityCalls.class.getModule().isNativeAccessEnabled() ? link() : null;

    private final MethodHandle get;
    private final MethodHandle set;

    private AffinityCalls(MethodHandle get, MethodHandle set) {
        this.get = get;
        this.set = set;
    }

    @SuppressWarnings("restricted") // asked before
    private static AffinityCalls link() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> get = linker.defaultLookup().find("sched_getaffinity");
        Optional<MemorySegment> set = linker.defaultLookup().find("sched_setaffinity");
        if (get.isEmpty() || set.isEmpty()) {
            return null;
        }
        FunctionDescriptor call = FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
        return new AffinityCalls(linker.downcallHandle(get.get(), call), linker.downcallHandle(set.get(), call));
    }

    /**
     * Returns the processors on which a thread may run.
     *
     * @param thread its number in the system; 0: the calling one
     * @return the set; empty when there is no such thread
     */
    ProcessorSet allowed(int thread) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(SET_BYTES);
            int result = (int) get.invokeExact(thread, SET_BYTES, mask);
            return result < 0 ? ProcessorSet.NONE : ProcessorSet.of(BitSet.valueOf(mask.asByteBuffer()));
        } catch (Throwable e) {
            throw new LinkageError("sched_getaffinity", e);
        }
    }

    /**
     * Says where a thread may run from now on.
     *
     * @param thread its number in the system; 0: the calling one
     * @param allowed not empty
     * @return whether the system has done it
     */
    boolean allow(int thread, ProcessorSet allowed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(SET_BYTES);
            MemorySegment.copy(
                    MemorySegment.ofArray(allowed.bits().toByteArray()),
                    0,
                    mask,
                    0,
                    Math.min(SET_BYTES, allowed.bits().toByteArray().length));
            return (int) set.invokeExact(thread, SET_BYTES, mask) == 0;
        } catch (Throwable e) {
            throw new LinkageError("sched_setaffinity", e);
        }
    }
}
