package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Optional;
import org.sennit.internal.runtime.memory.OwnMemory;

/**
 * process_vm_readv(2) into memory that the collector may move. The call takes the address of its destination out of a
 * vector in memory, and what Java writes there does not stay the address of an array. So a few instructions of our own
 * store the address that the linker passes, and make the call. No safepoint is in it, so the array stays where it is
 * meanwhile, and a copy is to be short.
 *
 * <p>Two processes on a Xeon, 64 KiB that are not written between, us one way: 4.0 so, 5.0 by way of 16 KiB of
 * off-heap memory.
 *
 * <p>For Linux on x86-64, where the system lets a process make instructions, as the JVM itself does. Any thread.
 */
final class PinnedRead {
    /**
     * A function of C: long read(void *local, struct iovec vectors[2], long pid), which returns the bytes or a negative
     * error number. System calls of x86-64 take their number in rax, and arguments in rdi, rsi, rdx, r10, r8 and r9.
     */
    private static final byte[] INSTRUCTIONS = {
        (byte) 0xf3,
        0x0f,
        0x1e,
        (byte) 0xfa, // endbr64               may be called through a pointer
        0x48,
        (byte) 0x89,
        0x3e, //              mov [rsi], rdi        the first vector begins with the address
        0x48,
        (byte) 0x89,
        (byte) 0xd7, //       mov rdi, rdx          pid
        (byte) 0xba,
        1,
        0,
        0,
        0, //              mov edx, 1            one local vector, in rsi
        0x4c,
        (byte) 0x8d,
        0x56,
        16, //          lea r10, [rsi + 16]   the second vector
        0x41,
        (byte) 0xb8,
        1,
        0,
        0,
        0, //        mov r8d, 1            is the only remote one
        0x45,
        0x31,
        (byte) 0xc9, //              xor r9d, r9d          flags
        (byte) 0xb8,
        0x36,
        1,
        0,
        0, //           mov eax, 310          process_vm_readv
        0x0f,
        0x05, //                           syscall
        (byte) 0xc3 //                           ret
    };

    private static final int PAGE_BYTES = 4096;

    // sys/mman.h
    private static final long PROT_READ = 1;
    private static final long PROT_WRITE = 2;
    private static final long PROT_EXEC = 4;
    private static final long MAP_PRIVATE = 2;
    private static final long MAP_ANONYMOUS = 0x20;
    private static final long MAP_FAILED = -1;
    private static final long NO_FILE = -1;

    // stands after the constants that link() uses
    private static final MethodHandle READ = KernelCopy.INSTANCE != null && isKnownMachine() ? link() : null;

    private PinnedRead() {}

    private static boolean isKnownMachine() {
        return System.getProperty("os.arch").equals("amd64")
                && System.getProperty("os.name").equals("Linux");
    }

    @SuppressWarnings("restricted") // asked before
    private static MethodHandle link() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> mmap = linker.defaultLookup().find("mmap");
        Optional<MemorySegment> mprotect = linker.defaultLookup().find("mprotect");
        if (OwnMemory.EVERYTHING == null || mmap.isEmpty() || mprotect.isEmpty()) {
            return null;
        }
        try {
            long access = PROT_READ | PROT_WRITE;
            long page = (long) linker.downcallHandle(mmap.get(), KernelCopy.CALL)
                    .invokeExact(0L, (long) PAGE_BYTES, access, MAP_PRIVATE | MAP_ANONYMOUS, NO_FILE, 0L);
            if (page == MAP_FAILED) {
                return null;
            }
            MemorySegment code = OwnMemory.EVERYTHING.asSlice(page, PAGE_BYTES);
            MemorySegment.copy(INSTRUCTIONS, 0, code, ValueLayout.JAVA_BYTE, 0, INSTRUCTIONS.length);
            long result = (long) linker.downcallHandle(mprotect.get(), KernelCopy.CALL)
                    .invokeExact(page, (long) PAGE_BYTES, PROT_READ | PROT_EXEC, 0L, 0L, 0L);
            return (int) result == 0
                    ? linker.downcallHandle(
                            code,
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG),
                            Linker.Option.critical(true))
                    : null;
        } catch (Throwable e) {
            return null; // the copy by way of off-heap memory remains
        }
    }

    /** Returns whether {@link #read} may be used. */
    static boolean isThere() {
        return READ != null;
    }

    /**
     * Copies from another process.
     *
     * @param pid the process
     * @param vectors 32 bytes: the first word is written here, the others are the length, and the address and length
     *     there
     * @param local where to, from its beginning
     * @return the bytes that came, or a negative error number
     */
    static long read(long pid, MemorySegment vectors, MemorySegment local) {
        try {
            long bytes = (long) READ.invokeExact(local, vectors.address(), pid);
            Reference.reachabilityFence(vectors); // the kernel has only their address
            return bytes;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("process_vm_readv", e);
        }
    }
}
