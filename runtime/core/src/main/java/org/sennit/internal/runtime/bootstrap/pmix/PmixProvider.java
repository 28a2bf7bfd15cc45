package org.sennit.internal.runtime.bootstrap.pmix;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.engine.EngineMeeting;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcess;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.HostIdentity;

/** Joins the jobs of Open MPI's mpirun, and of others that have PMIx, where libpmix can be loaded. */
public final class PmixProvider implements BootstrapProvider {
    private static final String RANK = "PMIX_RANK";
    private static final String SIZE = "OMPI_COMM_WORLD_SIZE";
    private static final String STEP = "SLURM_STEP_ID";

    private final Map<String, String> environment;
    private final EngineProcesses processes;
    private final Supplier<Pmix> library;

    /** Made by the service loader. */
    public PmixProvider() {
        this(System.getenv(), EngineProcesses.OF_THIS_JVM, PmixLibrary::load);
    }

    PmixProvider(Map<String, String> environment, EngineProcesses processes, Supplier<Pmix> library) {
        this.environment = environment;
        this.processes = processes;
        this.library = library;
    }

    @Override
    public String name() {
        return "pmix";
    }

    @Override
    public int preference() {
        return 80;
    }

    @Override
    public String deaths() {
        return "Open MPI's mpirun ends all processes when one dies or ends with a status other than 0, so"
                + " failure=continue can promise nothing there";
    }

    /**
     * Returns the reason for which the provider cannot be used. Under Slurm its own variables suffice, so that libpmix
     * is not needed.
     */
    @Override
    public String unavailableBecause(Options options) {
        if (!environment.containsKey(RANK)) {
            return RANK + " is not set";
        }
        if ("1".equals(environment.get(SIZE))) {
            return SIZE + " is 1";
        }
        return environment.containsKey(STEP) ? "Slurm's own variables are used" : null;
    }

    @Override
    public Bootstrap join(Options options, RuntimeContext context) {
        EngineProcess process = processes.of(name(), () -> meet(options, context));
        return process.join(options, EnginePlace.endpoints(options, environment), context);
    }

    private EngineProcess meet(Options options, RuntimeContext context) {
        long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
        PmixSpace space = new PmixSpace(loaded(), name(), timeoutNs, context);
        EnginePlace place = space.place();
        byte[] given = RootSecret.isGiven(options) ? RootSecret.of(options) : null;
        String host = HostIdentity.of(options, place.process()).digest();
        return new EngineMeeting(place, space, given, host, timeoutNs).meet(space, context);
    }

    private Pmix loaded() {
        try {
            return library.get();
        } catch (SennitException missing) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    missing.getMessage() + ". " + RANK
                            + " says that this process is one of a job of PMIx (Open MPI's mpirun): install libpmix"
                            + " (Debian: libpmix2) where the dynamic linker finds it, or start the job by"
                            + " mpiexec.hydra or sennit run, or set bootstrap.file and"
                            + " SENNIT_JOB_PROCESS=$OMPI_COMM_WORLD_RANK"
                            + " SENNIT_JOB_PROCESSES=$" + SIZE + "; " + JobOptions.ENGINE.name()
                            + "=alone makes it a job of its own",
                    missing);
        }
    }
}
