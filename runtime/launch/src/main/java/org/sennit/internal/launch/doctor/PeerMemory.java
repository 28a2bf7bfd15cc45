package org.sennit.internal.launch.doctor;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** Reads a word of another process by process_vm_readv(2). Any thread. */
final class PeerMemory {
    private static final long VECTOR_BYTES = 16;

    private PeerMemory() {}

    /**
     * Reads.
     *
     * @param pid the other process
     * @param address of memory there
     * @return the word; null when the system does not allow it, or cannot
     */
    @SuppressWarnings("restricted") // asked before
    static Long read(int pid, long address) {
        if (!PeerMemory.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> read = linker.defaultLookup().find("process_vm_readv");
        if (read.isEmpty()) {
            return null;
        }
        ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
        FunctionDescriptor call = FunctionDescriptor.of(
                size, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, size, ValueLayout.ADDRESS, size, size);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(size);
            MemorySegment local = arena.allocate(VECTOR_BYTES, Long.BYTES);
            MemorySegment remote = arena.allocate(VECTOR_BYTES, Long.BYTES);
            local.set(size, 0, word.address());
            local.set(size, Long.BYTES, Long.BYTES);
            remote.set(size, 0, address);
            remote.set(size, Long.BYTES, Long.BYTES);
            long bytes = (long) linker.downcallHandle(read.get(), call).invokeExact(pid, local, 1L, remote, 1L, 0L);
            return bytes == Long.BYTES ? word.get(size, 0) : null;
        } catch (Throwable e) {
            throw new LinkageError("process_vm_readv", e);
        }
    }
}
