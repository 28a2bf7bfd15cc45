package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.internal.runtime.memory.ControlGroupMemory;

/**
 * The memory of this host, or of the container around it. Read from the kernel's files where there are any: the JDK's
 * management beans know as much and add 35 ms to the launcher's start. Threads: stateless.
 */
public final class HostMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private HostMemory() {}

    /** Returns the memory that all processes together may use, in bytes. */
    public static long bytes() {
        long host = fromMeminfo();
        if (host <= 0) {
            // What the JVM takes for its own largest heap is a quarter of the memory that it sees.
            host = 4 * Runtime.getRuntime().maxMemory();
        }
        return Math.min(host, new ControlGroupMemory().limitBytes());
    }

    private static long fromMeminfo() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith("MemTotal:")) {
                    return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException | NumberFormatException notLinux) {
            // Falls through.
        }
        return -1;
    }
}
