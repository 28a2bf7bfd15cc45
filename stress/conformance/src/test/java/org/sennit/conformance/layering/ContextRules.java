package org.sennit.conformance.layering;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A job takes clocks, waiting, thread starts and random numbers from its context alone, so that it can be simulated.
 * Finds the JDK's own in the constant pool of a class; reads of sockets and files, and monitors, are not looked for.
 */
final class ContextRules {
    /** Modules of which a job consists. The launcher, tools and examples run in the real world only. */
    static final Set<String> FOLDERS = Set.of(
            "runtime/core", "shm", "net", "endpoints/core", "opi/core", "endpoints/qmp/core", "endpoints/lapi/core");

    /** The context of a real run. */
    private static final String EXCEPTION = "SystemRuntimeContext";

    private static final Set<String> CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.Thread.yield",
            "java.lang.Thread.onSpinWait",
            "java.lang.Thread.sleep",
            "java.lang.Thread.start",
            "java.lang.Thread.startVirtualThread",
            "java.lang.Thread.join",
            "java.lang.Thread$Builder.start",
            "java.lang.Thread$Builder$OfPlatform.start",
            "java.lang.Thread$Builder$OfVirtual.start",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil",
            "java.util.concurrent.locks.LockSupport.unpark",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.Random.<init>",
            "java.util.SplittableRandom.<init>");

    private ContextRules() {}

    /** One line for each call that goes past the context. */
    static List<String> broken(ClassModel model) {
        List<String> lines = new ArrayList<>();
        String name = ClassFiles.name(model);
        if (name.substring(name.lastIndexOf('.') + 1).equals(EXCEPTION)) {
            return lines;
        }
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member) {
                String call = member.owner().asInternalName().replace('/', '.') + "."
                        + member.name().stringValue();
                if (CALLS.contains(call)) {
                    lines.add(name + ": " + call + " goes past RuntimeContext");
                }
            }
        }
        return lines;
    }
}
