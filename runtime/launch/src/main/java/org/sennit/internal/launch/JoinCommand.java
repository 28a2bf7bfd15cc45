package org.sennit.internal.launch;

import java.io.Console;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.launch.host.HostJoin;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.message.SennitException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sennit join}: starts processes of a job that {@code sennit run --wait} has begun; exit status: that of the
 * processes.
 */
@Command(
        name = "join",
        description = "Starts processes on this host for a job that waits for them (sennit run --wait).")
final class JoinCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "ADDRESS", description = "host:port that sennit run --wait has printed")
    private String address;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "file with the secret of the job, readable by its owner only; default: asks for the secret")
    private String secretFile = "";

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N",
            description = "how many processes to start here, default 1")
    private int processes = 1;

    @Option(
            names = {"-cp", "-classpath", "--class-path"},
            paramLabel = "PATH",
            description =
                    "where the program's classes are on this host; default: the same path as on the host of sennit run")
    private String classPath;

    @Override
    public Integer call() {
        if (processes < 1 || processes > 4096) {
            throw new CommandLineMistake("join: -n " + processes + ": there must be 1 to 4096 processes");
        }
        String whole = classPath == null ? null : Program.absolute("join", classPath);
        Options options = Options.fromEnvironment();
        HostJoin join;
        byte[] secret;
        long timeoutNs;
        try {
            join = HostJoin.at(address);
            secret = secret(options);
            timeoutNs = TimeUnit.SECONDS.toNanos(options.value(LaunchOptions.TIMEOUT_SECONDS));
        } catch (SennitException mistake) {
            throw new CommandLineMistake("join: " + mistake.getMessage());
        }
        try {
            return join.run(secret, processes, whole, timeoutNs);
        } catch (SennitException failed) {
            System.err.println("sennit: join: " + failed.getMessage());
            return 1;
        }
    }

    private byte[] secret(Options options) {
        String file = secretFile.isEmpty() ? options.value(JobOptions.SECRET_FILE) : secretFile;
        if (!file.isEmpty()) {
            return RootSecret.of(options.with(JobOptions.SECRET_FILE, file, "join"));
        }
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new CommandLineMistake("join: there is no terminal to ask for the secret: give --secret-file");
        }
        char[] typed = console.readPassword("secret of the job at %s: ", address);
        return RootSecret.ofText(typed == null ? "" : new String(typed));
    }
}
