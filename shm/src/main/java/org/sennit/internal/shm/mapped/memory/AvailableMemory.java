package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.internal.runtime.memory.ControlGroupMemory;

/**
 * The free memory of the machine, or of the container. A memory file has no limit of its own, and a kernel that is
 * asked for more than there is kills processes instead of answering; so it is asked before.
 */
final class AvailableMemory {
    private AvailableMemory() {}

    /** Returns the free memory, in bytes; {@link Long#MAX_VALUE} where unknown. */
    static long bytes() {
        return Math.min(machine(), new ControlGroupMemory().freeBytes());
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
}
