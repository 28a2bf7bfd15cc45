package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The permission that Yama asks for, a security module of Linux, where its ptrace_scope is 1, as on Ubuntu: the memory
 * of a process is open to its ancestors, and to another process that it names and the descendants of that. This process
 * names its parent, which has started the other JVMs of the job on this host, too. Any thread.
 */
public enum TracerPermission {
    /** Nothing is asked for: there is no Yama, or its scope is 0. */
    NOT_NEEDED,
    /** The parent and its descendants may. */
    GIVEN,
    /** Only ancestors may: the scope is 2 or 3, the parent is another name space's or init, or the call has failed. */
    REFUSED;

    private static final Path SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");
    private static final String ANCESTORS_ONLY = "1";
    private static final long INIT = 1; // its descendants are all processes
    private static final int PR_SET_PTRACER = 0x59616d61;

    /** Gives the permission where it is needed; repeated calls change nothing. */
    static TracerPermission give() {
        return give(
                SCOPE,
                ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L),
                TracerPermission::setTracer);
    }

    /**
     * Gives the permission where it is needed.
     *
     * @param scope Yama's file
     * @param parent the process to name; 0 for none
     * @param call names a process; returns whether the kernel has accepted it
     */
    static TracerPermission give(Path scope, long parent, LongPredicate call) {
        String value;
        try {
            value = Files.readString(scope).strip();
        } catch (IOException e) {
            return NOT_NEEDED; // no Yama, or one that hides: the first copy shows it
        }
        if (value.equals("0")) {
            return NOT_NEEDED;
        }
        return value.equals(ANCESTORS_ONLY) && parent > INIT && call.test(parent) ? GIVEN : REFUSED;
    }

    /** Calls prctl(2); false where there is no Yama. */
    @SuppressWarnings("restricted") // asked by KernelCopy
    static boolean setTracer(long pid) {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> prctl = linker.defaultLookup().find("prctl");
        if (prctl.isEmpty()) {
            return false;
        }
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        MethodHandle call = linker.downcallHandle(
                prctl.get(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, word, word, word, word),
                Linker.Option.firstVariadicArg(1));
        try {
            return (int) call.invokeExact(PR_SET_PTRACER, pid, 0L, 0L, 0L) == 0;
        } catch (Throwable e) {
            throw new LinkageError("prctl", e);
        }
    }
}
