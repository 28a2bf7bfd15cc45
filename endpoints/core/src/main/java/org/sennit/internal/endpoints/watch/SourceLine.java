package org.sennit.internal.endpoints.watch;

import java.util.List;
import org.sennit.internal.runtime.trace.LibraryCode;

/** Finds the line of a program at which a thread has called the library. Stateless. */
final class SourceLine {
    /** Packages of ownership, of the libraries beneath, and of the JDK, beside the library's own. */
    private static final List<String> NOT_THE_PROGRAMS =
            List.of("org.sennit.ownership.", "io.netty.", "org.jctools.", "org.agrona.", "java.", "jdk.", "sun.");

    private SourceLine() {}

    /** Returns the line, such as {@code Heat.java:41 (Heat.exchange)}; empty when there is none. */
    static String of(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            if (!LibraryCode.contains(name) && NOT_THE_PROGRAMS.stream().noneMatch(name::startsWith)) {
                return frame.getFileName() + ":" + frame.getLineNumber() + " ("
                        + name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + ")";
            }
        }
        return "";
    }
}
