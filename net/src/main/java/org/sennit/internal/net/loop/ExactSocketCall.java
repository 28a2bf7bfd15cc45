package org.sennit.internal.net.loop;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * A call of send(2) or recv(2), for one class of segments. {@link SocketCalls} defines this class once more for each,
 * so that the compiler knows that class and the handle: then it makes no object of the part of the memory that is given
 * to the system. Measured with send(2): 0 bytes a call, 40 to 96 in code that all kinds of memory share.
 */
final class ExactSocketCall {
    private static final Class<?> KIND = classData(Class.class, 0);
    private static final MethodHandle CALL = classData(MethodHandle.class, 1);

    private ExactSocketCall() {}

    private static <T> T classData(Class<T> type, int index) {
        try {
            return MethodHandles.classDataAt(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, type, index);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Calls with a part of a memory. */
    static long call(MemorySegment state, int fd, MemorySegment memory, long offset, long bytes, int flags)
            throws Throwable {
        if (memory.getClass() != KIND) { // this shows the compiler the class
            throw new IllegalArgumentException("a call for memory of another class: memory=" + memory.getClass());
        }
        return (long) CALL.invokeExact(state, fd, memory.asSlice(offset, bytes), bytes, flags);
    }
}
