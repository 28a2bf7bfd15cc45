package org.sennit.internal.runtime.bootstrap.pmi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A connection that the process manager has left open for this process, as the number of a descriptor. Java opens no
 * descriptor by its number, so poll(2), read(2) and write(2) are called; where native access was not enabled the JVM
 * warns of that once.
 */
final class DescriptorChannel implements PmiChannel {
    private static final int POLLIN = 1;
    private static final int EINTR = 4;
    private static final int BUFFER_BYTES = 4096;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_FIELD =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final int descriptor;
    private final MethodHandle poll;
    private final MethodHandle read;
    private final MethodHandle write;

    @SuppressWarnings("restricted") // there is no other way, and the JVM says so
    DescriptorChannel(int descriptor) {
        this.descriptor = descriptor;
        Linker linker = Linker.nativeLinker();
        ValueLayout.OfInt number = ValueLayout.JAVA_INT;
        ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
        poll = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("poll"),
                FunctionDescriptor.of(number, ValueLayout.ADDRESS, size, number),
                ERRNO);
        FunctionDescriptor transfer = FunctionDescriptor.of(size, number, ValueLayout.ADDRESS, size);
        read = linker.downcallHandle(linker.defaultLookup().findOrThrow("read"), transfer, ERRNO);
        write = linker.downcallHandle(linker.defaultLookup().findOrThrow("write"), transfer, ERRNO);
    }

    /**
     * Returns the reason for which a descriptor is not a connection of this process; null when it is one, or where that
     * cannot be seen.
     */
    static String closedBecause(String number) {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return null;
        }
        try {
            String target = Files.readSymbolicLink(DESCRIPTORS.resolve(number)).toString();
            return target.startsWith("socket:") ? null : "is no socket";
        } catch (IOException notOpen) {
            return "is not open";
        }
    }

    @Override
    public int read(byte[] bytes, int timeoutMs) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            MemorySegment wanted = arena.allocate(ValueLayout.JAVA_INT, 2);
            wanted.set(ValueLayout.JAVA_INT, 0, descriptor);
            wanted.set(ValueLayout.JAVA_SHORT, Integer.BYTES, (short) POLLIN);
            int ready = (int) poll.invokeExact(state, wanted, 1L, timeoutMs);
            if (ready <= 0) {
                return ready == 0 || errno(state) == EINTR ? 0 : broken("poll", state);
            }
            MemorySegment buffer = arena.allocate(Math.min(bytes.length, BUFFER_BYTES));
            long count = (long) read.invokeExact(state, descriptor, buffer, buffer.byteSize());
            if (count < 0) {
                return errno(state) == EINTR ? 0 : broken("read", state);
            }
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) count);
            return count == 0 ? -1 : (int) count;
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("read", e);
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            MemorySegment buffer = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            for (long done = 0; done < bytes.length; ) {
                long count = (long) write.invokeExact(state, descriptor, buffer.asSlice(done), bytes.length - done);
                if (count < 0 && errno(state) != EINTR) {
                    broken("write", state);
                }
                done += Math.max(0, count);
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("write", e);
        }
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO_FIELD.get(state, 0L);
    }

    private int broken(String call, MemorySegment state) throws IOException {
        throw new IOException(call + " of " + name() + " fails: errno=" + errno(state));
    }

    @Override
    public String name() {
        return "PMI_FD=" + descriptor;
    }

    /** Does nothing: the descriptor ends with the process, and is the process manager's sign that the process lives. */
    @Override
    public void close() {
        // the process manager would take the end of the descriptor for the end of the process
    }
}
