package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadline;

/** What {@code sennit doctor} says of a host from which something has been taken, as a container would. */
@Deadline(seconds = 120)
@Tag("stress") // needs root
class DoctorFaultsTest {
    private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup/cpu");

    @BeforeEach
    void needsRoot() throws IOException, InterruptedException {
        Process mount = new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
                .redirectErrorStream(true)
                .start();
        mount.getInputStream().readAllBytes();
        assumeTrue(mount.waitFor() == 0, "no mount name spaces here: needs root and unshare");
    }

    private static DoctorRun mounted(String options, String folder) throws IOException, InterruptedException {
        return DoctorRun.of("exec unshare -m sh -c 'mount -t tmpfs -o " + options + " tmpfs " + folder
                + " && exec \"$@\"' sh \"$@\"");
    }

    @Test
    void sharedMemoryAsSmallAsInAContainer() throws Exception {
        mounted("size=64m", "/dev/shm")
                .finds("shared memory: 64 of 64 MiB are free in /dev/shm", "docker run --shm-size=1g");
    }

    @Test
    void sharedMemoryThatCannotBeWritten() throws Exception {
        mounted("ro", "/dev/shm").finds("shared memory: /dev/shm cannot be written", "make it writable");
    }

    /** The folder keeps its files, among which this project may be. */
    @Test
    void aTemporaryFolderFromWhichNothingCanBeLoaded() throws Exception {
        DoctorRun run = DoctorRun.of("exec unshare -m sh -c 'mount --bind /tmp /tmp"
                + " && mount -o remount,bind,noexec /tmp && exec \"$@\"' sh \"$@\"");
        run.finds("temporary folder: /tmp is mounted noexec", "mount it with exec");
    }

    @Test
    void fewThreads() throws Exception {
        DoctorRun.of("exec prlimit --nproc=1000 \"$@\"").finds("threads: at most 1000", "ulimit -u 1500");
    }

    @Test
    void aLimitOfProcessorTime() throws Exception {
        assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1 && Files.isWritable(CONTROL_GROUPS),
                "no control groups of processor time that can be made here: " + CONTROL_GROUPS);
        Path group = Files.createDirectory(
                CONTROL_GROUPS.resolve("sennit-" + ProcessHandle.current().pid()));
        try {
            Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
            Files.writeString(group.resolve("cpu.cfs_quota_us"), "100000");
            DoctorRun.of("echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"")
                    .finds("processors: a container limits processor time to 1 of ", "start at most 1 endpoints here");
        } finally {
            Files.delete(group);
        }
    }

    /** A program that is the doctor, and whose memory only a process with the right to trace any other may read. */
    public static final class Unreadable {
        private static final int PR_SET_DUMPABLE = 4;

        @SuppressWarnings("restricted") // allowed on its command line
        public static void main(String[] args) throws Throwable {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor call = FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
            int failed = (int) linker.downcallHandle(
                            linker.defaultLookup().find("prctl").orElseThrow(), call, Linker.Option.firstVariadicArg(1))
                    .invokeExact(PR_SET_DUMPABLE, 0L, 0L);
            if (failed == 0) {
                Main.main(args);
            }
        }
    }

    @Test
    void aProcessThatMayNotReadAnotherOne() throws Exception {
        List<String> withoutTheRight = List.of("setpriv", "--bounding-set", "-sys_ptrace", "--inh-caps", "-sys_ptrace");
        DoctorRun.of(withoutTheRight, List.of("--enable-native-access=ALL-UNNAMED"), Unreadable.class)
                .finds(
                        "memory of others: a process may not read another one's (process_vm_readv): large messages are"
                                + " copied twice",
                        "in a container: --cap-add=SYS_PTRACE");
    }
}
