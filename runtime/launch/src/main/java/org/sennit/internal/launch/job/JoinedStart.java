package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Starts the processes that users start by hand: prints the command, waits until all hosts have joined, sends each host
 * its part of the job. Used by the launcher's thread.
 */
final class JoinedStart {
    private static final String FILE = "join-secret";

    private final RunningJob job;
    private final Options options;
    private final int processes;
    private final int count;
    private String command;
    private List<HostAgent> agents;

    /** Prepares it for the last processes of the job, in this number. */
    JoinedStart(RunningJob job, Options options, int processes, int count) {
        this.job = job;
        this.options = options;
        this.processes = processes;
        this.count = count;
    }

    /**
     * Returns the secret of a job with joining hosts, in characters that can be typed: the user's file, or a fresh one.
     */
    static byte[] secret(Options options) {
        return options.value(JobOptions.SECRET_FILE).isEmpty()
                ? RootSecret.ofText(Entropy.hex(32))
                : RootSecret.of(options);
    }

    /**
     * Prints the command and waits.
     *
     * @param addresses of this host, and {@code port}: where hosts reach the launcher
     * @param folder of the job; null where none could be made
     */
    void await(byte[] secret, List<String> addresses, int port, TemporaryFolder folder)
            throws IOException, InterruptedException {
        String file = fileOf(secret, folder);
        String address = addresses.isEmpty() ? "127.0.0.1" : addresses.getFirst();
        command = "sennit join " + (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
        int seconds = options.value(LaunchOptions.JOIN_TIMEOUT_SECONDS);
        job.joinDesk().open(processes - count, processes);
        job.say(count + " of " + processes + " processes are to be started by hand within " + seconds
                + " s, on any host, each by");
        job.say("    " + command + " --secret-file " + file);
        job.say("without --secret-file it asks for what stands in that file"
                + (addresses.size() < 2
                        ? ""
                        : "; other addresses of this host: "
                                + String.join(", ", addresses.subList(1, addresses.size()))));
        agents = job.joinDesk().await(System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
        if (agents == null) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    job.joinDesk().missing() + " of " + processes + " not started by hand within " + seconds
                            + " s (launch.join.timeout): " + command);
        }
    }

    private String fileOf(byte[] secret, TemporaryFolder folder) throws IOException {
        String given = options.value(JobOptions.SECRET_FILE);
        if (!given.isEmpty()) {
            return Path.of(given).toAbsolutePath().toString();
        }
        if (folder == null) {
            throw new IOException(
                    "processes that are started by hand need a secret: no temporary folder can be made for"
                            + " it, set bootstrap.secret.file");
        }
        Path file = Files.createFile(
                folder.path().resolve(FILE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, new String(secret, StandardCharsets.UTF_8) + "\n");
        return file.toString();
    }

    /** Sends each host its part of the job. */
    void start(HostedStart.JobOf jobOf, String classPath) {
        for (HostAgent agent : agents) {
            List<Integer> numbers =
                    agent.processes().stream().map(HostedProcess::number).toList();
            agent.send(jobOf.on(numbers, job.joinDesk().identityOf(agent), "", classPath)
                    .toBytes());
        }
    }

    /** Waits until all have started their processes. */
    void awaitStarted() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.value(LaunchOptions.TIMEOUT_SECONDS));
        for (HostAgent agent : agents) {
            String why = agent.awaitStarted(deadline);
            if (why != null) {
                throw new SennitException(ErrorClass.BOOTSTRAP, "host " + agent.host() + ": " + why);
            }
        }
    }
}
