package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The launcher's standard input. Threads: stateless. */
final class StandardInput {
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");
    private static final Path STAT = Path.of("/proc/self/stat");

    private StandardInput() {}

    /**
     * Returns whether it may be read: a process in the background that reads from its terminal is stopped by the
     * system, as {@code sennit run … &} would be.
     */
    static boolean isReadable() {
        try {
            String input = Files.readSymbolicLink(DESCRIPTOR).toString();
            if (!input.startsWith("/dev/tty") && !input.startsWith("/dev/pts/")) {
                return true;
            }
            String stat = Files.readString(STAT);
            String[] words = stat.substring(stat.lastIndexOf(')') + 2)
                    .split(" "); // state, parent, group, session, terminal, its group
            return words[2].equals(words[5]);
        } catch (IOException unknown) {
            return true;
        }
    }
}
