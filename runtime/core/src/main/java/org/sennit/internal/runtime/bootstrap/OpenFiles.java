package org.sennit.internal.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.internal.runtime.error.Causes;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The files that this process has open, and the system's limit of them: what the JDK says when a descriptor is missing
 * names other causes, such as a class that cannot be initialised. Threads: stateless.
 */
public final class OpenFiles {
    private static final Path PROC = Path.of("/proc");
    private static final String EXHAUSTED = "Too many open files";

    /** Number of files that a start opens and closes again before its failure is examined. */
    private static final int ROOM = 16;

    private OpenFiles() {}

    /**
     * Returns the limit of open files.
     *
     * @param proc the folder of processes, {@code /proc}
     * @return the soft limit; less than 0 if there is none, or the system does not report it
     */
    public static long limit(Path proc) {
        return SoftLimit.of(proc, "Max open files");
    }

    /**
     * Returns the number of files that this process has open.
     *
     * @param proc the folder of processes, {@code /proc}
     * @return the number; 0 where the system does not report it
     */
    public static int count(Path proc) {
        int count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(proc.resolve("self/fd"))) {
            for (Path ignored : files) {
                count++;
            }
        } catch (IOException unknown) {
            // Counts as none: the number is for a message only.
        }
        return count;
    }

    /**
     * Returns the failure of a start in one line, without a stack trace, where its cause is that no more files may be
     * opened; else null.
     *
     * @param failure what the start has thrown
     * @return {@link ErrorClass#BOOTSTRAP}, or null
     */
    public static SennitException shortageBehind(Throwable failure) {
        return shortageBehind(failure, limit(PROC), count(PROC));
    }

    /** As {@link #shortageBehind(Throwable)}, with the limit and the number of open files that the system reports. */
    static SennitException shortageBehind(Throwable failure, long limit, int open) {
        boolean isExhausted = false;
        boolean isOfFiles = false;
        for (Throwable cause : Causes.of(failure)) {
            isOfFiles |= cause instanceof IOException;
            isExhausted |= String.valueOf(cause.getMessage()).contains(EXHAUSTED);
        }
        boolean isNearLimit = isOfFiles && limit > 0 && open + ROOM > limit; // in another language of the C library
        if (!isExhausted && !isNearLimit) {
            return null;
        }
        SennitException shortage = new SennitException(
                ErrorClass.BOOTSTRAP,
                "the job cannot start, since this process may not open more files than ulimit -n says"
                        + (limit > 0 && open > 0 ? ": " + open + " of " + limit + " are open" : ""));
        shortage.setStackTrace(new StackTraceElement[0]);
        return shortage;
    }
}
