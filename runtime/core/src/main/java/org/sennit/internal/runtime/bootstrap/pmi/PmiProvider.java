package org.sennit.internal.runtime.bootstrap.pmi;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.engine.EngineControl;
import org.sennit.internal.runtime.bootstrap.engine.EngineMeeting;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcess;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.HostIdentity;

/** Joins the jobs of a process manager that speaks PMI-1: Hydra, and Slurm's plugin pmi2. */
public final class PmiProvider implements BootstrapProvider {
    private static final String FD = "PMI_FD";
    private static final String PORT = "PMI_PORT";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    private static final String ID = "PMI_ID";

    private final Map<String, String> environment;
    private final EngineProcesses processes;

    /** Made by the service loader. */
    public PmiProvider() {
        this(System.getenv(), EngineProcesses.OF_THIS_JVM);
    }

    PmiProvider(Map<String, String> environment, EngineProcesses processes) {
        this.environment = environment;
        this.processes = processes;
    }

    @Override
    public String name() {
        return "pmi";
    }

    @Override
    public int preference() {
        return 90;
    }

    @Override
    public String deaths() {
        return "Hydra ends all processes when one dies; with -disable-auto-cleanup, and under Slurm without"
                + " --kill-on-bad-exit, process 0 tells the others, and failure=continue survives any process but 0";
    }

    @Override
    public String unavailableBecause(Options options) {
        if (environment.containsKey(PORT)) {
            return environment.containsKey(ID) ? null : PORT + " is set, but " + ID + " is not";
        }
        String descriptor = environment.get(FD);
        if (descriptor == null) {
            return "neither " + FD + " nor " + PORT + " is set";
        }
        if ("1".equals(environment.get(SIZE))) {
            return SIZE + " is 1";
        }
        String closed = DescriptorChannel.closedBecause(descriptor);
        return closed == null
                ? null
                : "descriptor " + FD + "=" + descriptor + " " + closed
                        + ": another program of the job has started this one";
    }

    @Override
    public Bootstrap join(Options options, RuntimeContext context) {
        EngineProcess process = processes.of(name(), () -> meet(options, context));
        return process.join(options, EnginePlace.endpoints(options, environment), context);
    }

    private EngineProcess meet(Options options, RuntimeContext context) {
        long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
        PmiSpace space = open(timeoutNs, context);
        EnginePlace place = space.place(name());
        byte[] given = RootSecret.isGiven(options) ? RootSecret.of(options) : null;
        String host = HostIdentity.of(options, place.process()).digest();
        EngineMeeting meeting = new EngineMeeting(place, space.unlimited(), given, host, timeoutNs);
        meeting.nodes(space.nodes());
        if (!JobOptions.isContinuing(options)) {
            return meeting.meet(space, context);
        }
        // A process that dies before it has taken its leave is an error of PMI: Hydra ends the others by SIGUSR1,
        // whatever its flags.
        EngineProcess process = meeting.meet(EngineControl.NONE, context);
        space.leave();
        return process;
    }

    private PmiSpace open(long timeoutNs, RuntimeContext context) {
        String port = environment.get(PORT);
        if (port != null) {
            PortChannel channel = PortChannel.open(port, (int) TimeUnit.NANOSECONDS.toMillis(timeoutNs));
            return PmiSpace.ofPort(channel, environment.get(ID), timeoutNs, context);
        }
        DescriptorChannel channel = new DescriptorChannel(EnginePlace.number(environment, FD));
        int rank = EnginePlace.number(environment, RANK);
        int size = EnginePlace.number(environment, SIZE);
        return PmiSpace.of(channel, rank, size, timeoutNs, context);
    }
}
