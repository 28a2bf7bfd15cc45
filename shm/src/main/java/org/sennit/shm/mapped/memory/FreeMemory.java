package org.sennit.shm.mapped.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory the machine, or the container, has left. A memory file has no limit of its own, and a kernel that is asked
 * for more than there is kills processes instead of answering; so it is asked before.
 */
final class FreeMemory {
    private FreeMemory() {}

    /**
     * The free memory.
     *
     * @return bytes; {@link Long#MAX_VALUE} where nobody tells
     */
    static long bytes() {
        long container = difference("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
        return Math.min(machine(), container);
    }

    private static long machine() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith("MemAvailable:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException | RuntimeException unknown) {
            return Long.MAX_VALUE;
        }
        return Long.MAX_VALUE;
    }

    private static long difference(String limit, String used) {
        try {
            long most = Long.parseLong(Files.readString(Path.of(limit)).strip()); // "max": no limit
            return most - Long.parseLong(Files.readString(Path.of(used)).strip());
        } catch (IOException | RuntimeException none) {
            return Long.MAX_VALUE;
        }
    }
}
