package org.sennit.ownership;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.sennit.internal.runtime.trace.CallSite;
import org.sennit.internal.runtime.trace.LibraryCode;

/** Finds the line of the user's program that called the library, from the stack. Any thread. */
final class Places {
    private static final List<String> LIBRARY =
            List.of("org.sennit.internal.opi.pool.", "java.lang.reflect.", "jdk.internal.");

    private final Set<Class<?>> ofPool;
    private final StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /**
     * Makes one that looks past some classes.
     *
     * @param ofPool those of this package, in which no program's line is
     */
    Places(Set<Class<?>> ofPool) {
        this.ofPool = ofPool;
    }

    /** Returns the place of a call of the library. */
    CallSite of(String operation) {
        return walker.walk(frames -> frames.filter(this::isUsers)
                .findFirst()
                .map(frame -> new CallSite(operation, frame.getFileName() + ":" + frame.getLineNumber()))
                .orElse(new CallSite(operation, "-")));
    }

    private boolean isUsers(StackWalker.StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        return !LibraryCode.contains(frame.getClassName())
                && LIBRARY.stream().noneMatch(frame.getClassName()::startsWith)
                && !ofPool.contains(type.getNestHost())
                && !Proxy.isProxyClass(type);
    }
}
