package org.sennit.internal.runtime.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The memory of the control groups that this process is in, of version 1 or 2: the group's own limit and those of all
 * groups above it hold, as the JVM reads them for its heap. Read from the kernel's files at each call, since the JDK's
 * management beans add 35 ms to a start.
 *
 * <p>Threads: immutable; any.
 */
public final class ControlGroupMemory {
    private static final int ROOT_FIELD = 3;
    private static final int MOUNT_POINT_FIELD = 4;

    private final Path root; // of the file system; another one in tests

    /** Makes the memory of this process's control group. */
    public ControlGroupMemory() {
        this(Path.of("/"));
    }

    ControlGroupMemory(Path root) {
        this.root = root;
    }

    /** Returns the smallest limit, in bytes; {@link Long#MAX_VALUE} where there is none. */
    public long limitBytes() {
        long least = Long.MAX_VALUE;
        Group group = group();
        for (; group != null; group = group.above()) {
            least = Math.min(least, group.limitBytes());
        }
        return least;
    }

    /**
     * Returns the memory that is left before the first limit: what the kernel can take back, as inactive pages of
     * files, counts as left.
     *
     * @return bytes, at least 0; {@link Long#MAX_VALUE} where there is no limit
     */
    public long freeBytes() {
        long least = Long.MAX_VALUE;
        for (Group group = group(); group != null; group = group.above()) {
            long limit = group.limitBytes();
            if (limit != Long.MAX_VALUE) {
                least = Math.min(least, Math.max(0, limit - group.usedBytes()));
            }
        }
        return least;
    }

    /** One group: its folder, and the folder of the topmost one that this process sees. */
    private record Group(Path folder, Path top, boolean isVersion2) {
        Group above() {
            return folder.equals(top) ? null : new Group(folder.getParent(), top, isVersion2);
        }

        long limitBytes() {
            return number(folder.resolve(isVersion2 ? "memory.max" : "memory.limit_in_bytes"), Long.MAX_VALUE);
        }

        long usedBytes() {
            long used = number(folder.resolve(isVersion2 ? "memory.current" : "memory.usage_in_bytes"), 0);
            String inactive = isVersion2 ? "inactive_file " : "total_inactive_file ";
            for (String line : lines(folder.resolve("memory.stat"))) {
                if (line.startsWith(inactive)) {
                    return used
                            - Long.parseLong(line.substring(inactive.length()).strip());
                }
            }
            return used;
        }
    }

    /** Returns the group that accounts for this process's memory, or null. */
    private Group group() {
        try {
            String ofVersion2 = null;
            String ofVersion1 = null;
            for (String line : lines(root.resolve("proc/self/cgroup"))) { // id:controllers:path (cgroups(7))
                String[] fields = line.split(":", 3);
                if (Arrays.asList(fields[1].split(",")).contains("memory")) {
                    ofVersion1 = fields[2];
                } else if (fields[0].equals("0") && fields[1].isEmpty()) {
                    ofVersion2 = fields[2];
                }
            }
            if (ofVersion1 != null) {
                return group(ofVersion1, false);
            }
            return ofVersion2 == null ? null : group(ofVersion2, true);
        } catch (RuntimeException malformed) { // or a path that this locale cannot say
            return null;
        }
    }

    private Group group(String path, boolean isVersion2) {
        for (String line : lines(root.resolve("proc/self/mountinfo"))) { // proc(5)
            int end = line.indexOf(" - ");
            List<String> source = List.of(line.substring(end + 3).split(" "));
            boolean isRight = isVersion2
                    ? source.getFirst().equals("cgroup2")
                    : source.getFirst().equals("cgroup")
                            && Arrays.asList(source.getLast().split(",")).contains("memory");
            if (isRight) {
                String[] fields = line.substring(0, end).split(" ");
                Path top = root.resolve(fields[MOUNT_POINT_FIELD].substring(1));
                Path mounted = Path.of(fields[ROOT_FIELD]);
                Path own = Path.of(path);
                // A name space may show less than the whole path, or a path that begins outside of what is mounted.
                Path folder = own.startsWith(mounted)
                        ? top.resolve(mounted.relativize(own).toString()).normalize()
                        : top;
                return new Group(Files.isDirectory(folder) && folder.startsWith(top) ? folder : top, top, isVersion2);
            }
        }
        return null;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException none) {
            return List.of();
        }
    }

    private static long number(Path file, long otherwise) {
        try {
            return Long.parseLong(lines(file).getFirst().strip()); // "max": no limit
        } catch (RuntimeException none) {
            return otherwise;
        }
    }
}
