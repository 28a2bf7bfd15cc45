package org.sennit.internal.launch.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.launch.job.HostMemory;
import org.sennit.internal.runtime.affinity.HostShare;
import org.sennit.internal.runtime.bootstrap.OpenFiles;
import org.sennit.internal.runtime.bootstrap.SoftLimit;

/** The checks of one host alone. Threads: the caller's; reads files, and starts one JVM for a moment. */
final class LocalChecks {
    private static final Path PROC = Path.of("/proc");
    private static final Path SHARED = Path.of("/dev/shm");
    private static final List<Path> PIDS_MAX =
            List.of(Path.of("/sys/fs/cgroup/pids.max"), Path.of("/sys/fs/cgroup/pids/pids.max"));

    /** Begin of a line that names what is not available, and why. */
    private static final String NONE = "none";

    private static final int OLDEST_JDK = 25;
    private static final long MIB = 1 << 20;

    /** A container gets 64 MiB from Docker; a job of two JVMs with its rings and pools takes some ten. */
    private static final long LEAST_SHARED_BYTES = 256 * MIB;

    /** Two JVMs of 64 MiB of heap, as much beside the heap, and the launcher. */
    private static final long LEAST_MEMORY_BYTES = 512 * MIB;

    /** Open files of a launcher with 64 processes. */
    private static final long LEAST_FILES = 512;

    /** Threads of 64 processes and their launcher. */
    private static final long LEAST_THREADS = 1500;

    private LocalChecks() {}

    static List<Finding> all(Options options) {
        List<Finding> findings = new ArrayList<>();
        findings.add(jdk());
        findings.add(flags());
        findings.add(processors());
        findings.add(memory());
        findings.add(sharedMemory());
        findings.add(PeerMemoryCheck.run());
        findings.add(files());
        findings.add(threads());
        findings.add(temporaryFolder());
        findings.add(NameCheck.ofThisHost());
        findings.add(chosen(options, "network", "Network modules", null, NONE));
        findings.add(chosen(options, "interface", "Network: tcp", "between hosts", "no interface"));
        return findings;
    }

    private static Finding jdk() {
        String found = Runtime.version() + ", " + System.getProperty("java.vendor") + ", in "
                + System.getProperty("java.home");
        return Runtime.version().feature() >= OLDEST_JDK
                ? Finding.fine("JDK", found)
                : Finding.toDo("JDK", found, "install JDK " + OLDEST_JDK + " or newer, or set JAVA_HOME to one");
    }

    private static Finding flags() {
        List<String> missing = new ArrayList<>();
        if (!LocalChecks.class.getModule().isNativeAccessEnabled()) {
            missing.add("--enable-native-access=ALL-UNNAMED");
        }
        if (!Object.class.getModule().isExported("jdk.internal.misc", LocalChecks.class.getModule())) {
            missing.add("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
        }
        return missing.isEmpty()
                ? Finding.fine("JVM flags", "native access and Agrona's buffers are allowed")
                : Finding.toDo(
                        "JVM flags",
                        "missing: " + String.join(" ", missing),
                        "start with sennit run, or add them (JAVA_TOOL_OPTIONS)");
    }

    private static Finding processors() {
        int usable = Runtime.getRuntime().availableProcessors();
        int allowed = HostShare.allowedHere().size();
        if (allowed > usable) {
            return Finding.toDo(
                    "processors",
                    "a container limits processor time to " + usable + " of " + allowed
                            + " processors: threads beyond stand still for up to 100 ms at a time",
                    "start at most " + usable
                            + " endpoints here, or raise the limit (docker --cpus, resources.limits.cpu), or"
                            + " give whole processors (--cpuset-cpus)");
        }
        return Finding.fine(
                "processors",
                usable + (allowed == 0 ? "" : " (" + HostShare.allowedHere() + "), without a limit of their time"));
    }

    private static Finding memory() {
        long bytes = HostMemory.bytes();
        String found = bytes / MIB + " MiB for all processes";
        return bytes >= LEAST_MEMORY_BYTES
                ? Finding.fine("memory", found)
                : Finding.toDo(
                        "memory",
                        found + ", of which the heaps of a job take half",
                        "give the container " + LEAST_MEMORY_BYTES / MIB + " MiB or more, or run fewer JVMs (-n 1)");
    }

    private static Finding sharedMemory() {
        if (!Files.isDirectory(SHARED)) {
            return Finding.toDo(
                    "shared memory",
                    "there is no " + SHARED + ", so JVMs of this host talk by sockets",
                    "mount a tmpfs there");
        }
        try {
            FileStore store = Files.getFileStore(SHARED);
            String found =
                    store.getUsableSpace() / MIB + " of " + store.getTotalSpace() / MIB + " MiB are free in " + SHARED;
            if (!Files.isWritable(SHARED)) {
                return Finding.toDo("shared memory", SHARED + " cannot be written", "make it writable (mode 1777)");
            }
            return store.getUsableSpace() >= LEAST_SHARED_BYTES
                    ? Finding.fine("shared memory", found)
                    : Finding.toDo(
                            "shared memory",
                            found + ", which memory of larger jobs does not fit in",
                            "docker run --shm-size=1g, in Kubernetes an emptyDir with medium: Memory, or remove old"
                                    + " files");
        } catch (IOException cannot) {
            return Finding.toDo(
                    "shared memory", SHARED + " cannot be looked at: " + cannot.getMessage(), "mount a tmpfs there");
        }
    }

    private static Finding files() {
        long limit = OpenFiles.limit(PROC);
        return limit < 0 || limit >= LEAST_FILES
                ? Finding.fine("open files", limit < 0 ? "no limit is known" : "at most " + limit)
                : Finding.toDo(
                        "open files", "at most " + limit + ", enough for a few processes only", "ulimit -n 4096");
    }

    private static Finding threads() {
        long limit = SoftLimit.of(PROC, "Max processes");
        String where = "ulimit -u";
        for (Path file : PIDS_MAX) {
            try {
                long ofGroup = Long.parseLong(Files.readString(file).strip());
                if (limit < 0 || ofGroup < limit) {
                    limit = ofGroup;
                    where = "docker run --pids-limit";
                }
            } catch (IOException | NumberFormatException noLimit) {
                // "max", or no such group
            }
        }
        return limit < 0 || limit >= LEAST_THREADS
                ? Finding.fine("threads", limit < 0 ? "no limit is known" : "at most " + limit)
                : Finding.toDo(
                        "threads",
                        "at most " + limit + "; a JVM has some 20 and one for each endpoint",
                        where + " " + LEAST_THREADS);
    }

    private static Finding temporaryFolder() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        if (!Files.isWritable(folder)) {
            return Finding.toDo(
                    "temporary folder", folder + " cannot be written", "-J-Djava.io.tmpdir=FOLDER, or a tmpfs there");
        }
        return isNoexec(folder)
                ? Finding.toDo(
                        "temporary folder",
                        folder
                                + " is mounted noexec: the native transport cannot be loaded from there, and TCP is"
                                + " slower",
                        "mount it with exec, or -J-Djava.io.tmpdir=FOLDER")
                : Finding.fine("temporary folder", folder + " can be written");
    }

    private static boolean isNoexec(Path folder) {
        String longest = "";
        boolean isNoexec = false;
        try {
            for (String line : Files.readAllLines(PROC.resolve("self/mounts"))) {
                String[] fields = line.split(" ");
                if (fields.length > 3 && folder.startsWith(fields[1]) && fields[1].length() >= longest.length()) {
                    longest = fields[1];
                    isNoexec = List.of(fields[3].split(",")).contains("noexec");
                }
            }
        } catch (IOException notLinux) {
            return false;
        }
        return isNoexec;
    }

    /** Returns what a section of {@code sennit info} says: the line of a name, or the first one. */
    private static Finding chosen(Options options, String subject, String title, String name, String bad) {
        for (InfoSection section : ServiceLoader.load(InfoSection.class)) {
            if (section.title().equals(title)) {
                List<String> lines = new ArrayList<>();
                List<String> obstacles = new ArrayList<>();
                section.describe(options, (key, text) -> {
                    if (name == null || name.equals(key)) {
                        lines.add(name == null ? key + " " + text : text);
                    } else if (text.startsWith(NONE)) {
                        obstacles.add(key + " " + text);
                    }
                });
                if (!obstacles.isEmpty()) {
                    return Finding.toDo(subject, String.join("; ", obstacles), "correct the option that it names");
                }
                String found = lines.isEmpty() ? bad : String.join("; ", lines);
                return lines.isEmpty() || found.startsWith(bad)
                        ? Finding.toDo(subject, found, "only one process can run; sennit info says more")
                        : Finding.fine(subject, found);
            }
        }
        return Finding.toDo(subject, "no module of Sennit for it is on the class path", "start with sennit run");
    }
}
