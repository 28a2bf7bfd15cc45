package org.sennit.internal.launch.job;

import java.io.File;

/**
 * The class path of the JVMs of a job: Sennit and what it always needs, so that an archive of their classes fits every
 * program; the program; then the libraries that are rarely needed, for TLS between hosts and for benchmarks. A class of
 * the program is found before those are opened, which have two thirds of all entries, and the program's own version of
 * one wins.
 *
 * <p>Threads: stateless.
 */
public final class JobClassPath {
    /**
     * The system property that names the first entry of the launcher's class path that belongs behind the program; set
     * by {@code runtime/bin/sennit}. Without it the program comes last.
     */
    public static final String BEHIND = "org.sennit.behind";

    private JobClassPath() {}

    /**
     * Returns the whole class path.
     *
     * @param program where the program's classes are; empty: on the launcher's own class path
     */
    public static String of(String program) {
        String front = front();
        String behind = own().substring(front.length());
        return program.isEmpty() ? front + behind : front + File.pathSeparator + program + behind;
    }

    /** Returns what stands before the program, as the process archive has it. */
    public static String front() {
        String first = System.getProperty(BEHIND, "");
        int end = first.isEmpty() ? -1 : own().indexOf(File.pathSeparator + first);
        return end < 0 ? own() : own().substring(0, end);
    }

    private static String own() {
        return System.getProperty("java.class.path");
    }
}
