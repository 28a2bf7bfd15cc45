package org.sennit.internal.launch.job;

import java.nio.file.Path;
import org.sennit.internal.runtime.bootstrap.OpenFiles;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The limit of open files of the launcher, checked before a job is started: what the JDK says when a descriptor is
 * missing names other causes.
 *
 * <p>Threads: stateless.
 */
final class LauncherFiles {
    /** Three pipes of each process, its two connections to the launcher's server, and one on its way. */
    private static final int FILES_OF_A_PROCESS = 6;

    /** The server's listener, jars not opened yet, and what the start of a process takes for a moment. */
    private static final int FILES_OF_A_START = 24;

    private LauncherFiles() {}

    /**
     * Checks that the launcher may open as many files as a job needs. Does nothing where the system does not report it.
     *
     * @param proc the folder of processes, {@code /proc}
     * @param processes the number of JVMs that are to be started
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: too few; do not retry
     */
    static void check(Path proc, int processes) {
        long limit = OpenFiles.limit(proc);
        if (limit < 0) {
            return;
        }
        long needed = OpenFiles.count(proc) + (long) FILES_OF_A_PROCESS * processes + FILES_OF_A_START;
        if (needed > limit) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "too few open files are allowed for processes=" + processes + ": the launcher needs " + needed
                            + ", the limit is " + limit + " (ulimit -n)");
        }
    }
}
