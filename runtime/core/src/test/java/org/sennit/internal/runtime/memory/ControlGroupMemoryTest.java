package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of control groups as kernels and container engines show them. */
class ControlGroupMemoryTest {

    private static final String VERSION_2 = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final long MIB = 1 << 20;

    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private ControlGroupMemory memory(String cgroup, String mountinfo) throws IOException {
        write("proc/self/cgroup", cgroup);
        write("proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + mountinfo);
        return new ControlGroupMemory(root);
    }

    @Test
    void findsTheLimitOfANestedGroup() throws IOException {
        ControlGroupMemory memory = memory("0::/user.slice/job\n", VERSION_2);
        write("sys/fs/cgroup/user.slice/job/memory.max", "max\n");
        write("sys/fs/cgroup/user.slice/memory.max", 400 * MIB + "\n");
        assertEquals(400 * MIB, memory.limitBytes());
        write("sys/fs/cgroup/user.slice/job/memory.max", 100 * MIB + "\n");
        assertEquals(100 * MIB, memory.limitBytes());
    }

    @Test
    void findsTheLimitAtTheRootOfAContainer() throws IOException {
        ControlGroupMemory memory = memory("0::/\n", VERSION_2);
        write("sys/fs/cgroup/memory.max", 300 * MIB + "\n");
        assertEquals(300 * MIB, memory.limitBytes());
    }

    @Test
    void findsTheLimitOfVersion1() throws IOException {
        ControlGroupMemory memory = memory(
                "9:name=systemd:/\n7:cpu,memory:/docker/x/inner\n0::/\n",
                VERSION_2 + "32 31 0:33 /docker/x /sys/fs/cgroup/memory rw shared:1 - cgroup cgroup rw,memory\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 400 * MIB + "\n");
        write("sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/inner/memory.usage_in_bytes", "17\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", 150 * MIB + "\n");
        write("sys/fs/cgroup/memory/memory.stat", "cache 1\ntotal_inactive_file " + 50 * MIB + "\n");
        assertEquals(400 * MIB, memory.limitBytes());
        assertEquals(300 * MIB, memory.freeBytes());
    }

    @Test
    void whatIsInUseIsNotFreeButFilesThatCanBeDroppedAre() throws IOException {
        ControlGroupMemory memory = memory("0::/a/b\n", VERSION_2);
        write("sys/fs/cgroup/a/memory.max", 400 * MIB + "\n");
        write("sys/fs/cgroup/a/memory.current", 390 * MIB + "\n");
        write("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file " + 90 * MIB + "\n");
        write("sys/fs/cgroup/a/b/memory.max", "max\n");
        assertEquals(100 * MIB, memory.freeBytes());
    }

    @Test
    void aPathOutsideOfWhatIsMountedMeansTheMountedGroup() throws IOException {
        ControlGroupMemory memory = memory(
                "7:memory:/../elsewhere\n",
                "32 31 0:33 /docker/x /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 200 * MIB + "\n");
        assertEquals(200 * MIB, memory.limitBytes());
    }

    @Test
    void thereIsNoLimitWhereNothingSaysSo() throws IOException {
        assertEquals(Long.MAX_VALUE, new ControlGroupMemory(root).limitBytes());
        assertEquals(Long.MAX_VALUE, memory("nonsense\n", "nonsense\n").freeBytes());
        assertTrue(new ControlGroupMemory().limitBytes() > 0);
    }
}
