package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Calls of the C library that Java does not have. Any thread. */
final class SystemCalls {
    private SystemCalls() {}

    /**
     * Returns a function.
     *
     * @param firstVariadic the number of its first variadic argument; 0: it has none
     */
    @SuppressWarnings("restricted")
    static MethodHandle handle(String name, int firstVariadic, Class<?> result, Class<?>... parameters) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor descriptor = FunctionDescriptor.of(layout(result));
        for (Class<?> parameter : parameters) {
            descriptor = descriptor.appendArgumentLayouts(layout(parameter));
        }
        MemorySegment function = linker.defaultLookup().findOrThrow(name);
        return firstVariadic == 0
                ? linker.downcallHandle(function, descriptor)
                : linker.downcallHandle(function, descriptor, Linker.Option.firstVariadicArg(firstVariadic));
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class
                ? ValueLayout.JAVA_INT
                : type == long.class ? ValueLayout.JAVA_LONG : ValueLayout.ADDRESS;
    }

    /** Returns the result of a call; a negative one is an error. */
    static int check(int result, String call) throws IOException {
        if (result < 0) {
            throw new IOException(call + " fails");
        }
        return result;
    }
}
