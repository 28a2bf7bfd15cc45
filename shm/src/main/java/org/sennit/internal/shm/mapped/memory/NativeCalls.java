package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The calls of the C library for anonymous memory files (memfd_create(2), posix_fallocate(3), file seals of fcntl(2)).
 * Only where the JVM was given native access: without it nothing is linked, so that no warning is printed. Any thread.
 */
final class NativeCalls {
    private static final int MFD_CLOEXEC = 1;
    private static final int MFD_ALLOW_SEALING = 2;
    private static final int F_ADD_SEALS = 1033;
    private static final int F_SEAL_SEAL_SHRINK_GROW = 1 | 2 | 4;

    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");

    /**
     * One form for all that are not variadic, since the linker makes code for each, which takes 8 ms of a job's start.
     * A function reads as many of the registers of a call as it has parameters, and fills the lower half of that of the
     * result.
     */
    private static final FunctionDescriptor FORM = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

    private static final long ERRNO_OFFSET =
            Linker.Option.captureStateLayout().byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    /** The calls, or null without native access or where the C library has not all of them. */
    // stands after the constants that link() uses
    static final NativeCalls INSTANCE = NativeCalls.class.getModule().isNativeAccessEnabled() ? link() : null;

    private final MethodHandle memfdCreate;
    private final MethodHandle fallocate;
    private final MethodHandle fcntl;
    private final MethodHandle close;

    private NativeCalls(MethodHandle memfdCreate, MethodHandle fallocate, MethodHandle fcntl, MethodHandle close) {
        this.memfdCreate = memfdCreate;
        this.fallocate = fallocate;
        this.fcntl = fcntl;
        this.close = close;
    }

    @SuppressWarnings("restricted") // asked before
    private static NativeCalls link() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> memfdCreate = linker.defaultLookup().find("memfd_create");
        Optional<MemorySegment> fallocate = linker.defaultLookup().find("posix_fallocate");
        Optional<MemorySegment> fcntl = linker.defaultLookup().find("fcntl");
        Optional<MemorySegment> close = linker.defaultLookup().find("close");
        if (memfdCreate.isEmpty() || fallocate.isEmpty() || fcntl.isEmpty() || close.isEmpty()) {
            return null;
        }
        return new NativeCalls(
                linker.downcallHandle(memfdCreate.get(), FORM, ERRNO),
                linker.downcallHandle(fallocate.get(), FORM, ERRNO),
                linker.downcallHandle(fcntl.get(), FORM, ERRNO, Linker.Option.firstVariadicArg(2)),
                linker.downcallHandle(close.get(), FORM, ERRNO));
    }

    /**
     * Makes an empty anonymous file.
     *
     * @param name what the kernel shows for it
     * @return its descriptor, or the negative error number
     */
    int createMemoryFile(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            long text = arena.allocateFrom(name).address();
            int fd = (int) (long) memfdCreate.invokeExact(state, text, (long) (MFD_CLOEXEC | MFD_ALLOW_SEALING), 0L);
            return fd >= 0 ? fd : -state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
        } catch (Throwable e) {
            throw new LinkageError("memfd_create", e);
        }
    }

    /**
     * Gives a file its length and all its space.
     *
     * @param fd the descriptor
     * @return 0, or the error number
     */
    int reserve(int fd, long bytes) {
        try {
            return call(fallocate, fd, 0, bytes);
        } catch (Throwable e) {
            throw new LinkageError("posix_fallocate", e);
        }
    }

    /**
     * Seals the length of a memory file: a mapping that lost its pages would be a SIGBUS.
     *
     * @param fd the descriptor
     * @return whether the kernel has done it
     */
    boolean sealLength(int fd) {
        try {
            return call(fcntl, fd, F_ADD_SEALS, F_SEAL_SEAL_SHRINK_GROW) == 0;
        } catch (Throwable e) {
            throw new LinkageError("fcntl", e);
        }
    }

    /** Closes a descriptor. */
    void close(int fd) {
        try {
            call(close, fd, 0, 0);
        } catch (Throwable e) {
            throw new LinkageError("close", e);
        }
    }

    private static int call(MethodHandle function, long first, long second, long third) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            return (int) (long) function.invokeExact(state, first, second, third);
        }
    }
}
