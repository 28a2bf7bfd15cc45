package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.internal.runtime.bootstrap.SoftLimit;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The limit of processes and threads of a user, checked before a job is started: a JVM that cannot start its first
 * threads prints a page of its own.
 *
 * <p>Threads: stateless.
 */
final class ThreadsAllowed {
    /**
     * Threads of a JVM with the serial collector, two compiler threads, one endpoint, and its connections to the
     * launcher.
     */
    private static final int THREADS_OF_A_PROCESS = 16;

    /**
     * Threads of the launcher for a process: two for output, one for the end, one that the JDK has, two for
     * connections.
     */
    private static final int LAUNCHER_THREADS_OF_A_PROCESS = 6;

    /** Allowance from which on threads are not counted: counting reads a file of each process. */
    private static final int MANY = 1_000;

    /** CAP_SYS_ADMIN and CAP_SYS_RESOURCE: with one of them there is no limit (setrlimit(2)). */
    private static final long UNLIMITED_CAPABILITIES = 1L << 21 | 1L << 24;

    private ThreadsAllowed() {}

    /**
     * Checks that this user may have as many threads as a job needs at least. Does nothing where the system does not
     * tell.
     *
     * @param proc the folder of processes, {@code /proc}
     * @param processes the number of JVMs that are to be started
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: too few; do not retry
     */
    static void check(Path proc, int processes) {
        long wanted = (long) (THREADS_OF_A_PROCESS + LAUNCHER_THREADS_OF_A_PROCESS) * processes;
        long limit = SoftLimit.of(proc, "Max processes");
        if (limit < 0 || limit > MANY + wanted) {
            return;
        }
        try {
            String self = status(proc.resolve("self"));
            if ((Long.parseUnsignedLong(field(self, "CapEff"), 16) & UNLIMITED_CAPABILITIES) != 0) {
                return;
            }
            long used = threadsOf(proc, field(self, "Uid"));
            if (used + wanted > limit) {
                throw new SennitException(
                        ErrorClass.BOOTSTRAP,
                        "too few processes and threads are allowed for processes=" + processes + ": at least " + wanted
                                + " are needed, this user has " + used + ", the limit is " + limit + " (ulimit -u)");
            }
        } catch (IOException | NumberFormatException unknown) {
            // The system does not report it.
        }
    }

    private static long threadsOf(Path proc, String user) throws IOException {
        long threads = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                try {
                    String status = status(process);
                    threads += field(status, "Uid").equals(user) ? Long.parseLong(field(status, "Threads")) : 0;
                } catch (IOException | NumberFormatException ended) {
                    // Counts no more.
                }
            }
        }
        return threads;
    }

    private static String status(Path process) throws IOException {
        return Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
    }

    /** Returns the first word of a line of a status; an empty text if there is none. */
    private static String field(String status, String name) {
        int start = status.indexOf("\n" + name + ":");
        if (start < 0) {
            return "";
        }
        String line =
                status.substring(start + name.length() + 2).lines().findFirst().orElse("");
        return line.strip().split("\\s")[0];
    }
}
