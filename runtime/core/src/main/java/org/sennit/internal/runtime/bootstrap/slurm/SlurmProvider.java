package org.sennit.internal.runtime.bootstrap.slurm;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcess;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.internal.runtime.bootstrap.engine.HostLookup;
import org.sennit.internal.runtime.bootstrap.engine.KnownMeeting;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;

/**
 * Joins the steps of Slurm's srun from its environment alone: process 0 listens on the first node, at one of some ports
 * that follow from the secret and the step.
 */
public final class SlurmProvider implements BootstrapProvider {
    /** Ports to try: below those that Linux gives to clients, above those of most services. */
    private static final int FIRST_PORT = 16_384;

    private static final int LAST_PORT = 32_768;

    /** Number of ports to try, since other jobs may have taken some. */
    private static final int PORTS = 8;

    private final Map<String, String> environment;
    private final EngineProcesses processes;
    private final Path home;

    /** Made by the service loader. */
    public SlurmProvider() {
        this(System.getenv(), EngineProcesses.OF_THIS_JVM, Path.of(System.getProperty("user.home", ".")));
    }

    SlurmProvider(Map<String, String> environment, EngineProcesses processes, Path home) {
        this.environment = environment;
        this.processes = processes;
        this.home = home;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public int preference() {
        return 70;
    }

    @Override
    public String deaths() {
        return "srun tells of none, and ends the step only with --kill-on-bad-exit; without it process 0 tells the"
                + " others, and failure=continue survives any process but 0";
    }

    @Override
    public String unavailableBecause(Options options) {
        if (!environment.containsKey(SlurmStep.STEP)) {
            return SlurmStep.STEP + " is not set: not started by srun";
        }
        return "1".equals(environment.get(SlurmStep.TASKS)) ? SlurmStep.TASKS + " is 1" : null;
    }

    @Override
    public Bootstrap join(Options options, RuntimeContext context) {
        EngineProcess process = processes.of(name(), () -> meet(options, context));
        return process.join(options, EnginePlace.endpoints(options, environment), context);
    }

    private EngineProcess meet(Options options, RuntimeContext context) {
        SlurmStep step = SlurmStep.of(name(), environment);
        byte[] secret = secretOf(step, options, home);
        String jobId = "s" + HexFormat.of().formatHex(secretId(secret), 0, 8);
        List<Integer> ports = step.ports().isEmpty() ? ports(secret) : step.ports();
        Set<String> hosts = new LinkedHashSet<>();
        if (step.node() == 0) {
            hosts.add("localhost");
        } else {
            hosts.add(step.nodes().getFirst());
            hosts.add(step.launchAddress());
            hosts.remove("");
        }
        boolean isOneHost = step.nodes().size() == 1;
        return new KnownMeeting(step.place(), List.copyOf(hosts), ports, isOneHost, HostLookup.SYSTEM)
                .enter(jobId, step.nodeTasks(), secret, context);
    }

    /**
     * Returns the secret of a step, derived from the one that the user has given, else from the one in the home folder.
     */
    static byte[] secretOf(SlurmStep step, Options options, Path home) {
        Options withSecret = RootSecret.isGiven(options)
                ? options
                : options.with(
                        JobOptions.SECRET_FILE,
                        HomeSecret.file(home).toAbsolutePath().toString(),
                        "home folder");
        return JobProof.hmac(RootSecret.of(withSecret), ("sennit slurm " + step.id()).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] secretId(byte[] secret) {
        return JobProof.hmac(secret, "id".getBytes(StandardCharsets.US_ASCII));
    }

    /** Ports that only the holders of the secret can guess, in the order in which they are tried. */
    static List<Integer> ports(byte[] secret) {
        byte[] bytes = JobProof.hmac(secret, "ports".getBytes(StandardCharsets.US_ASCII));
        Set<Integer> ports = new LinkedHashSet<>();
        for (int i = 0; i < PORTS; i++) {
            int number = (bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff;
            ports.add(FIRST_PORT + number % (LAST_PORT - FIRST_PORT));
        }
        return List.copyOf(ports);
    }
}
