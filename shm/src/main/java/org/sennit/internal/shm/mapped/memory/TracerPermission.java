package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /**
     * Not given: scope 2 asks for CAP_SYS_PTRACE, 3 forbids all; or the parent is init or in another name space; or the
     * call has failed.
     */
    REFUSED;

    private static final Path SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");
    private static final String ANCESTORS_ONLY = "1";
    private static final long INIT = 1; // its descendants are all processes
    private static final String LAUNCHER = "/java"; // which is init in a container that runs nothing else

    // linux/prctl.h
    private static final int PR_SET_PTRACER = 0x59616d61;
    private static final int FAILED = -1;

    /** Gives the permission where it is needed; repeated calls change nothing. */
    static TracerPermission give() {
        ProcessHandle parent = ProcessHandle.current().parent().orElse(null);
        long pid = parent == null
                ? 0
                : nameable(parent.pid(), parent.info().command().orElse(""));
        return give(SCOPE, pid, tracer -> prctl(PR_SET_PTRACER, tracer) == 0);
    }

    /**
     * Returns the process to name.
     *
     * @param parent the parent of this process
     * @param command the path of its program; empty if this user may not see it
     * @return the parent; 0 for an init that is not a launcher
     */
    static long nameable(long parent, String command) {
        return parent == INIT && !command.endsWith(LAUNCHER) ? 0 : parent;
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
        return value.equals(ANCESTORS_ONLY) && parent != 0 && call.test(parent) ? GIVEN : REFUSED;
    }

    /**
     * Calls prctl(2).
     *
     * @return its result; negative where it fails, or cannot be linked
     */
    @SuppressWarnings("restricted") // asked by KernelCopy
    static int prctl(int operation, long argument) {
        try {
            Linker linker = Linker.nativeLinker();
            ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
            MethodHandle call = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("prctl"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, word, word, word, word),
                    Linker.Option.firstVariadicArg(1));
            return (int) call.invokeExact(operation, argument, 0L, 0L, 0L);
        } catch (Throwable e) {
            return FAILED; // the permission is a help, no more: without it such memory goes through the ring
        }
    }
}
