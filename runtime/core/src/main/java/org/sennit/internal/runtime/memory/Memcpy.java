package org.sennit.internal.runtime.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's memcpy(3), and when not to call it. It copies with the processor's string instructions, which fall
 * back to single bytes where the destination begins 1 to 31 bytes further in its page of 4 KiB than the source: on an
 * EPYC 64 KiB take 32 us instead of 1.6. Two arrays of 2ⁿ bytes that were made one after the other lie like that, since
 * an array has a header of 16 bytes. Stateless.
 */
public final class Memcpy {
    private static final long PAGE_BYTES = 4 << 10;
    private static final long ALIAS_BYTES = 32;

    private static final MethodHandle ADDRESS = link(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    private Memcpy() {}

    /**
     * Links the function; arrays, and memory of arenas that can be closed, are passed as segments. No safepoint is in
     * the call, so arrays are not moved meanwhile, and a copy is to be short.
     *
     * @param result ADDRESS or JAVA_LONG for the address of the destination; null for none
     * @param to ADDRESS or JAVA_LONG
     * @param from ADDRESS or JAVA_LONG
     * @return the handle, for (to, from, bytes); null without native access
     */
    @SuppressWarnings("restricted") // asked before
    public static MethodHandle link(MemoryLayout result, MemoryLayout to, MemoryLayout from) {
        if (OwnMemory.EVERYTHING == null) {
            return null;
        }
        FunctionDescriptor form = result == null
                ? FunctionDescriptor.ofVoid(to, from, ValueLayout.JAVA_LONG)
                : FunctionDescriptor.of(result, to, from, ValueLayout.JAVA_LONG);
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("memcpy")
                .map(memcpy -> linker.downcallHandle(memcpy, form, Linker.Option.critical(true)))
                .orElse(null);
    }

    /**
     * Returns whether a copy by {@link #link} would be many times slower than one by the JVM.
     *
     * @param to the address of its destination
     * @param from that of its source
     */
    public static boolean isSlow(long to, long from) {
        long ahead = to - from & PAGE_BYTES - 1;
        return ahead > 0 && ahead < ALIAS_BYTES;
    }

    /**
     * Returns where memory lies; an array only at this moment, which is good enough for {@link #isSlow}. Takes some 5
     * ns.
     *
     * @param memory any, where {@link #link} returns a handle
     */
    public static long addressOf(MemorySegment memory) {
        if (memory.isNative()) {
            return memory.address();
        }
        try {
            return (long) ADDRESS.invokeExact(memory, 0L, 0L); // copies no bytes
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("memcpy", e);
        }
    }
}
