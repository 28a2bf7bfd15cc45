package org.sennit.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much memory this host, or the container around us, has. Read from the kernel's files where there are any: the
 * JDK's management beans know as much and add 35 ms to the launcher's start. Threads: stateless.
 */
public final class HostMemory {

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final List<Path> CONTAINER_LIMITS =
            List.of(Path.of("/sys/fs/cgroup/memory.max"), Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

    private HostMemory() {}

    /**
     * The memory that all processes together may use.
     *
     * @return bytes
     */
    public static long bytes() {
        long host = fromMeminfo();
        if (host <= 0) {
            // What the JVM takes for its own largest heap is a quarter of the memory that it sees.
            host = 4 * Runtime.getRuntime().maxMemory();
        }
        for (Path file : CONTAINER_LIMITS) {
            long limit = numberIn(file);
            if (limit > 0) {
                host = Math.min(host, limit);
            }
        }
        return host;
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

    private static long numberIn(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException noLimit) {
            return -1;
        }
    }
}
