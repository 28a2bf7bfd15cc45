package org.sennit.internal.net.loop;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Supplier;

/**
 * A call of the C library on parts of memories of all kinds, by an {@link ExactSocketCall} of its own for each class of
 * segments: a hidden class, defined when the class is met first. It is returned as a handle, through which the compiler
 * does not look: as a part of a large method it would be compiled with less care, and make objects. Any thread.
 */
final class SocketCalls {
    private static final MethodType TYPE = MethodType.methodType(
            long.class, MemorySegment.class, int.class, MemorySegment.class, long.class, long.class, int.class);

    private final ClassValue<MethodHandle> offHeap;
    private final ClassValue<MethodHandle> onHeap;

    /**
     * Makes the calls.
     *
     * @param call links the function; called when a memory of a class is met first
     * @param ofHeap links the same function so that it may be given memory on the heap
     */
    SocketCalls(Supplier<MethodHandle> call, Supplier<MethodHandle> ofHeap) {
        this.offHeap = each(call);
        this.onHeap = each(ofHeap);
    }

    private static ClassValue<MethodHandle> each(Supplier<MethodHandle> call) {
        return new ClassValue<>() {
            @Override
            protected MethodHandle computeValue(Class<?> kind) {
                return define(kind, call.get());
            }
        };
    }

    /** Returns the call for a memory: state, descriptor, memory, offset, bytes, flags. */
    MethodHandle with(MemorySegment memory) {
        return (memory.isNative() ? offHeap : onHeap).get(memory.getClass());
    }

    private static MethodHandle define(Class<?> kind, MethodHandle call) {
        String file = ExactSocketCall.class.getSimpleName() + ".class";
        try (InputStream code = ExactSocketCall.class.getResourceAsStream(file)) {
            if (code == null) {
                throw new IllegalStateException("not beside its class: file=" + file);
            }
            Lookup hidden = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(code.readAllBytes(), List.of(kind, call), true);
            return hidden.findStatic(hidden.lookupClass(), "call", TYPE);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("cannot define the call for a memory: kind=" + kind, e);
        }
    }
}
