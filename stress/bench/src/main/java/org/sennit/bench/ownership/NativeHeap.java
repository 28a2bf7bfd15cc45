package org.sennit.bench.ownership;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The C library's heap, called as directly as Java can: the floor of a pool. Any thread. */
final class NativeHeap {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MALLOC =
            handle("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = handle("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    private NativeHeap() {}

    @SuppressWarnings("restricted") // of the C library, by its own signature
    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }

    /** Allocates and frees a number of times. */
    static void pairs(long bytes, int count) {
        try {
            for (int i = 0; i < count; i++) {
                FREE.invokeExact((MemorySegment) MALLOC.invokeExact(bytes));
            }
        } catch (Throwable e) {
            throw new IllegalStateException("malloc or free cannot be called", e);
        }
    }
}
