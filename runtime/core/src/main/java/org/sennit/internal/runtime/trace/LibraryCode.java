package org.sennit.internal.runtime.trace;

import java.util.List;

/** Distinguishes the library's frames of a stack from those of the program that uses it. Stateless. */
public final class LibraryCode {
    private static final String ROOT = "org.sennit.";

    private static final List<String> PACKAGES = List.of(
            "org.sennit.internal.runtime.",
            "org.sennit.internal.endpoints.",
            "org.sennit.internal.shm.",
            "org.sennit.internal.net.",
            "org.sennit.message.",
            "org.sennit.config.",
            "org.sennit.spi.");

    private LibraryCode() {}

    /**
     * Returns whether a class belongs to the runtime or to endpoints, below the pools of ownership.
     *
     * @param className with its package
     * @return false for a program, an example, a benchmark, and the classes of ownership
     */
    public static boolean contains(String className) {
        if (!className.startsWith(ROOT)) {
            return false;
        }
        if (className.indexOf('.', ROOT.length()) < 0) {
            return true;
        }
        for (String name : PACKAGES) {
            if (className.startsWith(name)) {
                return true;
            }
        }
        return false;
    }
}
