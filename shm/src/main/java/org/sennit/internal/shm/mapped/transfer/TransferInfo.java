package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;

/**
 * The part of {@code sennit info} about large messages between JVMs of one host: what is possible here, and what is
 * chosen.
 */
public final class TransferInfo implements InfoSection {
    private static final int ORDER = 25;
    private static final int TRIAL_BYTES = 64;

    @Override
    public int order() {
        return ORDER;
    }

    @Override
    public String title() {
        return "JVMs of one host";
    }

    @Override
    public String topic() {
        return "mapped";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        line.accept("shared memory", new SharedFilePlaces("info").first());
        line.accept("kernel copy", kernel());
        line.accept(TransferOptions.LARGE.name(), options.value(TransferOptions.LARGE));
        line.accept(
                "memory of allocateShared",
                "direct: one copy; from 128 KiB, and with both memories shared, by both sides");
        line.accept(
                "off-heap memory",
                KernelCopy.INSTANCE == null
                        ? "cooperative: through a ring of 16 slots of 16 KiB"
                        : "by the kernel or the ring, whichever the first messages of a size show to be faster for a"
                                + " pair; from 64 KiB by both sides, where neither memory can be closed");
        line.accept(
                "heap arrays",
                "into memory of allocateShared: put, one copy by the sender; out of it: get, one copy by the receiver; "
                        + (KernelCopy.INSTANCE == null
                                ? "else cooperative: through a ring of 16 slots of 16 KiB"
                                : "else by the kernel, one copy by the receiver, while the sender's collector (serial,"
                                        + " parallel or g1) leaves the array where it is, or by the ring, whichever the"
                                        + " first messages of a size show to be faster for a pair"));
    }

    private static String kernel() {
        if (KernelCopy.INSTANCE == null) {
            return "no (no native access: --enable-native-access)";
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(TRIAL_BYTES);
            MemorySegment to = arena.allocate(TRIAL_BYTES);
            boolean isAllowed =
                    KernelCopy.INSTANCE.read(ProcessHandle.current().pid(), from.address(), to, 0, TRIAL_BYTES);
            return isAllowed
                    ? "process_vm_readv is there; each pair tries it on its peer" + permission()
                    : "forbidden by the kernel";
        }
    }

    private static String permission() {
        return switch (KernelCopy.INSTANCE.permission()) {
            case NOT_NEEDED -> "";
            case GIVEN -> "; Yama's ptrace_scope is 1: JVMs that one launcher has started permit each other";
            case REFUSED -> "; Yama restricts it (ptrace_scope), and this process could permit it to no other";
        };
    }
}
