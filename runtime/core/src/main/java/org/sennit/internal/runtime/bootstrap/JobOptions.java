package org.sennit.internal.runtime.bootstrap;

import org.sennit.config.Option;
import org.sennit.config.Options;

/**
 * The numbers that a launcher hands to the processes it starts, as options: by environment to another JVM, by system
 * properties to a program in its own.
 *
 * <p>Threads: constants.
 */
public final class JobOptions {
    /** The job's name. */
    public static final Option<String> ID = Option.ofString("job.id", "", "name of the job; set by the launcher");

    /** Distinguishes jobs that a process runs at the same time. */
    public static final Option<String> NAME = Option.ofString(
            "job.name",
            "",
            "name of one of several jobs that a program runs at the same time, the same in all processes; at most "
                    + LauncherProtocol.MAX_NAME_LENGTH + " characters");

    /** The number of this process. */
    public static final Option<Integer> PROCESS =
            Option.ofInt("job.process", 0, 0, Integer.MAX_VALUE, "", "number of this process; set by the launcher");

    /** The number of processes. */
    public static final Option<Integer> PROCESSES =
            Option.ofInt("job.processes", 1, 1, Integer.MAX_VALUE, "processes", "processes of the job (run -n)");

    /** The number of endpoints of this process, or 0. */
    public static final Option<Integer> ENDPOINTS = Option.ofInt(
            "job.endpoints",
            0,
            0,
            Integer.MAX_VALUE,
            "endpoints",
            "endpoints of this process (run -t); 0: as the program asks for");

    /** The dimensions of the machine that the job's endpoints form. */
    public static final Option<String> GRID = Option.ofString(
            "job.grid",
            "",
            "dimensions of the grid that all endpoints of the job form, such as 2x2x4 (run --grid); empty: no grid");

    /** Number of earlier starts of the process. */
    public static final Option<Integer> INCARNATION = Option.ofInt(
            "job.incarnation",
            0,
            0,
            Integer.MAX_VALUE,
            "",
            "how often this process was restarted; set by the launcher");

    /** Number of processes on this host. */
    public static final Option<Integer> HOST_PROCESSES = Option.ofInt(
            "job.host.processes",
            1,
            1,
            Integer.MAX_VALUE,
            "processes",
            "processes of the job on this host; set by the launcher");

    /** The port of the launcher's server on the loopback address; 0: there is none. */
    public static final Option<Integer> SERVER_PORT = Option.ofInt(
            "job.server.port", 0, 0, 65535, "", "port of the launcher's server; 0: no launcher; set by the launcher");

    /** Address at which the launcher's server listens for other hosts; empty: the loopback address of this one. */
    public static final Option<String> SERVER_ADDRESS = Option.ofString(
            "job.server.address",
            "",
            "address of the launcher's server on another host; empty: this host; set by the launcher");

    /** The secret of the job, in hexadecimal digits. Listed nowhere, and never put on a command line. */
    public static final Option<String> SECRET = Option.ofString("job.secret", "", "secret of a job without a launcher");

    /** Source of the secret of a launched process: {@code stdin}, or a file to read once. */
    public static final Option<String> SECRET_SOURCE = Option.ofString(
            "job.secret.source",
            "",
            "where the launcher hands this process the secret: stdin, or a file that is deleted when read; set by the"
                    + " launcher");

    /** Engine that has started this process. */
    public static final Option<String> ENGINE = Option.ofString(
            "bootstrap.engine",
            "",
            "engine that has started this process: launcher, root, pmi, pmix, slurm, kubernetes, or alone for a job of"
                    + " this process; empty: found by its options or environment (sennit info)");

    /** Address at which process 0 keeps the key-value server of a job that is started without a launcher. */
    public static final Option<String> ADDRESS = Option.ofString(
            "bootstrap.address",
            "",
            "host:port of process 0, the same in all processes, for a job that is started without a launcher; port 0:"
                    + " chosen by the system, needs bootstrap.file");

    /** File in which the processes of a job without a launcher find the address of process 0. */
    public static final Option<String> FILE = Option.ofString(
            "bootstrap.file",
            "",
            "file to which process 0 writes its address and from which the others read it, for a job that is started"
                    + " without a launcher");

    /** File in which the processes of a job without a launcher find the secret. */
    public static final Option<String> SECRET_FILE = Option.ofString(
            "bootstrap.secret.file",
            "",
            "file with the secret of a job that sennit run has not started, readable by its owner only; empty: the"
                    + " environment variable SENNIT_JOB_SECRET, in hexadecimal digits");

    /** Shortest secret. */
    public static final int LEAST_SECRET_BYTES = 16;

    /** Longest wait for one step of start-up. */
    public static final Option<Integer> TIMEOUT_SECONDS = Option.ofInt(
            "bootstrap.timeout", 60, 1, 86_400, "s", "longest wait for another process in one step of start-up");

    /** Fate of the job when one of its processes or endpoints fails. */
    public static final Option<String> FAILURE = Option.ofChoice(
            "failure",
            "abort",
            "effect of the failure of a process or endpoint: abort: the job ends; continue: the others continue, and"
                    + " their calls that involve the failed one fail",
            "abort",
            "continue");

    private JobOptions() {}

    /**
     * Returns whether the others go on when a process or an endpoint fails.
     *
     * @return true for {@code failure=continue}
     */
    public static boolean isContinuing(Options options) {
        return options.value(FAILURE).equals("continue");
    }
}
