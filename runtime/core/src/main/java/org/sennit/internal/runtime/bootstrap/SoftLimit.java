package org.sennit.internal.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A limit of this process as in {@code /proc/self/limits}. Threads: stateless. */
public final class SoftLimit {
    private SoftLimit() {}

    /**
     * Reads a limit.
     *
     * @param proc the folder of processes, {@code /proc}
     * @param name how its line begins
     * @return the soft limit; less than 0 if there is none, or the system does not report it
     */
    public static long of(Path proc, String name) {
        try {
            for (String line : Files.readAllLines(proc.resolve("self/limits"))) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.substring(name.length()).strip().split(" ")[0]);
                }
            }
        } catch (IOException | NumberFormatException unlimitedOrUnknown) {
            // Falls through.
        }
        return -1;
    }
}
