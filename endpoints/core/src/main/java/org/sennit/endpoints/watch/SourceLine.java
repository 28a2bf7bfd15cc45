package org.sennit.endpoints.watch;

import java.util.List;

/** Where in a program a thread is: the line that has called the library. Stateless. */
final class SourceLine {
    /** The packages of the library, of those that it stands on, and of the JDK; a program's own classes are in none of them. */
    private static final List<String> NOT_THE_PROGRAMS = List.of(
            "org.sennit.runtime.",
            "org.sennit.shm.",
            "org.sennit.net.",
            "org.sennit.endpoints.",
            "org.sennit.opi.",
            "io.netty.",
            "org.jctools.",
            "org.agrona.",
            "java.",
            "jdk.",
            "sun.");

    private SourceLine() {}

    /** The line, such as {@code Heat.java:41 (Heat.exchange)}; empty when there is none. */
    static String of(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (NOT_THE_PROGRAMS.stream().noneMatch(frame.getClassName()::startsWith)) {
                String name = frame.getClassName();
                return frame.getFileName() + ":" + frame.getLineNumber() + " ("
                        + name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + ")";
            }
        }
        return "";
    }
}
