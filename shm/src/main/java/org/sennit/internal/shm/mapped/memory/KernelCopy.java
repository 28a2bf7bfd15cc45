package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Copies between this process and another one of the same user by the kernel: process_vm_readv(2) and
 * process_vm_writev(2). One copy, but a call of about a microsecond and all pages looked up. Any
 * thread; blocks for the copy.
 *
 * <p>What lies at the other end is an address: it must be memory that stays where it is until the other process has
 * been notified that the copy is over ({@link EternalMemory}).
 */
public final class KernelCopy {
    /**
     * The form of the calls here: the linker makes code for each form, which takes 8 ms. A function reads as many of
     * the registers of a call as it has parameters.
     */
    static final FunctionDescriptor CALL = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    /** The calls, or null without native access or where the C library has not both. */
    public static final KernelCopy INSTANCE = KernelCopy.class.getModule().isNativeAccessEnabled() ? link() : null;

    private static final int VECTOR_BYTES = 32;
    private static final int REMOTE_AT = VECTOR_BYTES / 2;
    private static final int VECTORS = 32;

    private final MethodHandle read;
    private final MethodHandle write;
    private final TracerPermission permission;

    // Address and length of both sides, for as many calls at once as an int has bits; a call takes one and gives it
    // back.
    private final MemorySegment[] vectors = new MemorySegment[VECTORS];
    private final AtomicInteger taken = new AtomicInteger();

    private KernelCopy(MethodHandle read, MethodHandle write, TracerPermission permission) {
        this.read = read;
        this.write = write;
        this.permission = permission;
        MemorySegment all = Arena.ofAuto().allocate(VECTORS * VECTOR_BYTES, Long.BYTES);
        for (int i = 0; i < VECTORS; i++) {
            vectors[i] = all.asSlice((long) i * VECTOR_BYTES, VECTOR_BYTES);
        }
    }

    @SuppressWarnings("restricted") // asked before
    private static KernelCopy link() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> read = linker.defaultLookup().find("process_vm_readv");
        Optional<MemorySegment> write = linker.defaultLookup().find("process_vm_writev");
        if (read.isEmpty() || write.isEmpty()) {
            return null;
        }
        return new KernelCopy(
                linker.downcallHandle(read.get(), CALL),
                linker.downcallHandle(write.get(), CALL),
                TracerPermission.give()); // before this process offers any of its memory
    }

    /** Returns whether the other processes of this host had to be permitted to copy from and to this one, and were. */
    public TracerPermission permission() {
        return permission;
    }

    /**
     * Copies from another process.
     *
     * @param remote the address there
     * @param local off-heap memory
     * @param localOffset where in it, in bytes
     * @return whether all of them came; false when the kernel forbids it, the process is gone, or
     *     the address is not mapped
     */
    public boolean read(long pid, long remote, MemorySegment local, long localOffset, long bytes) {
        return call(read, pid, remote, local, localOffset, bytes);
    }

    /**
     * Copies to another process.
     *
     * @param remote the address there
     * @param local off-heap memory
     * @param localOffset where in it, in bytes
     * @return whether all of them went; false when the kernel forbids it, the process is gone, or
     *     the address is not mapped
     */
    public boolean write(long pid, long remote, MemorySegment local, long localOffset, long bytes) {
        return call(write, pid, remote, local, localOffset, bytes);
    }

    private boolean call(
            MethodHandle function, long pid, long remote, MemorySegment local, long localOffset, long bytes) {
        Objects.checkFromIndexSize(localOffset, bytes, local.byteSize());
        long address = local.address() + localOffset;
        int index = take();
        try {
            if (index >= 0) {
                return call(function, pid, remote, address, bytes, vectors[index]);
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment vector = arena.allocate(VECTOR_BYTES, Long.BYTES);
                return call(function, pid, remote, address, bytes, vector);
            }
        } finally {
            if (index >= 0) {
                give(index);
            }
            Reference.reachabilityFence(local); // the kernel has only its address
        }
    }

    private static boolean call(
            MethodHandle function, long pid, long remote, long address, long bytes, MemorySegment vector) {
        try {
            describe(vector, address, remote, bytes);
            return (long) function.invokeExact(pid, vector.address(), 1L, vector.address() + REMOTE_AT, 1L, 0L)
                    == bytes;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("process_vm", e);
        }
    }

    private static void describe(MemorySegment vector, long address, long remote, long bytes) {
        vector.set(ValueLayout.JAVA_LONG, 0, address);
        vector.set(ValueLayout.JAVA_LONG, Long.BYTES, bytes);
        vector.set(ValueLayout.JAVA_LONG, REMOTE_AT, remote);
        vector.set(ValueLayout.JAVA_LONG, REMOTE_AT + Long.BYTES, bytes);
    }

    /** Takes a vector, or returns -1 when all are in use. */
    private int take() {
        while (true) {
            int seen = taken.get();
            if (seen == -1) {
                return -1;
            }
            int bit = Integer.lowestOneBit(~seen);
            // read-modify-write: acquires what the previous user of the vector left behind it (give)
            if (taken.compareAndSet(seen, seen | bit)) {
                return Integer.numberOfTrailingZeros(bit);
            }
        }
    }

    private void give(int index) {
        taken.getAndAdd(-(1 << index)); // its bit, and no other
    }
}
