package org.sennit.internal.endpoints.construct;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.EndpointState;
import org.sennit.internal.endpoints.comm.JobState;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.comm.SharedComm;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.endpoints.observe.Observation;
import org.sennit.internal.endpoints.watch.EndPicture;
import org.sennit.internal.endpoints.watch.JobWatch;
import org.sennit.internal.endpoints.watch.ProgramState;
import org.sennit.internal.endpoints.watch.WorldNames;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.affinity.BoundThreads;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.trace.JobRecord;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;

/**
 * One process of a job: joins the job, exchanges addresses with the other processes, makes the endpoints and the world,
 * and waits for the others at the end so that no message is lost.
 *
 * <p>Built and closed by one thread; one thread at a time calls {@link #lookAfter}.
 */
public final class JobProcess implements AutoCloseable {
    /** Whether endpoints run on virtual threads. */
    public static final Option<Boolean> VIRTUAL =
            Option.ofBoolean("endpoint.virtual", false, "whether endpoints run on virtual threads");

    private final RuntimeContext context;
    private final Options options;
    private final Bootstrap bootstrap;
    private final JobHealth health = new JobHealth();
    private final boolean isContinuing;
    private final JobState state;
    private final ProcessDevice device;
    private final NetworkModule network; // null in a job of one process
    private final List<CommContext> worlds = new ArrayList<>();
    private final List<ProgramState> programs = new ArrayList<>(); // in the order of worlds
    private final boolean isVirtual;
    private final JobWatch watch;
    private final EndPicture endPicture;
    private final JobEnd end; // null in a job of one process
    private Observation observation; // null when nothing is watched
    private BoundThreads binding; // set once before the programs begin

    // Volatile store by the thread that closes, volatile load in upcalls: after all processes have come to the end
    // a connection that is lost is no death.
    private volatile boolean hasLeft;

    // Programs that run here, and this object until it is closed; the last to end frees the memory.
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * Starts this process's part of the job; blocks until all processes are there.
     *
     * @param services clocks, engine and network
     * @param endpoints how many endpoints here, unless a launcher says otherwise
     * @throws SennitException BOOTSTRAP when a process is missing at the deadline, NETWORK, UNSUPPORTED; final
     */
    public JobProcess(JobServices services, Options options, int endpoints) {
        this.context = services.context();
        this.options = options;
        this.isContinuing = JobOptions.isContinuing(options);
        this.state = new JobState(health, options, isContinuing, this::abort);
        this.isVirtual = options.value(VIRTUAL);
        this.bootstrap = services.joining().join(options, context);
        JobDescription job = bootstrap.job();
        int here = job.endpointsPerProcess() > 0 ? job.endpointsPerProcess() : endpoints;
        if (here < 1) {
            bootstrap.close();
            throw new SennitException(ErrorClass.ARG, "a process needs at least one endpoint: endpoints=" + endpoints);
        }
        int hostProcesses = Math.max(1, job.hostProcesses());
        IntFunction<WaitStrategy> strategies = n -> WaitStrategy.choose(
                options, n * hostProcesses, hostProcesses, context.availableProcessors(), isVirtual);
        this.device = new ProcessDevice(context, options, health, strategies, here);
        this.watch = new JobWatch(context, options, job.process(), job.processes(), here, device, health);
        boolean isLaunched = options.value(JobOptions.SERVER_PORT) != 0;
        this.endPicture = new EndPicture(watch::picture, isLaunched);
        boolean isStarted = false;
        NetworkModule module = null;
        try {
            if (job.processes() > 1) {
                module = services.networks().choose(options).create(networkSetup(job, here));
            }
            this.network = module;
            this.end = module == null
                    ? null
                    : new JobEnd(this, options, bootstrap, device, module, watch.lastMessages(), () -> watch(null));
            device.deaths().onLoss(this::lost);
            bootstrap.onDeath(new LauncherDeaths());
            observation = Observation.of(context, options, job);
            if (observation != null) {
                device.observe(observation::observerOf);
            }
            meet(job, here);
            JobRecord.record(job.process(), job.processes(), here, null);
            isStarted = true;
        } finally {
            if (!isStarted) {
                endPicture.cancel();
                device.close();
                if (module != null) {
                    module.close();
                }
                bootstrap.close();
            }
        }
    }

    private NetworkSetup networkSetup(JobDescription job, int here) {
        return new NetworkSetup(
                job.jobId(),
                job.process(),
                job.processes(),
                job.hostProcesses(),
                job.incarnation(),
                here,
                bootstrap.secret(),
                options,
                context,
                device.upcalls());
    }

    private void meet(JobDescription job, int here) {
        BusinessCard card = null;
        if (network != null) {
            card = network.init();
            device.useNetwork(network, Math.max(1, job.hostProcesses()));
        }
        List<Device> devices = device.addEndpoints(here);
        StartExchange met = new StartExchange(job, device, devices);
        if (network == null) {
            met.alone();
        } else {
            met.exchange(bootstrap, options, card);
            device.startBackground();
        }
        binding = new BoundThreads(
                BindingPlan.choose(options, met.shares, network == null ? 0 : job.process(), isVirtual));
        bootstrap.announceEndpoints(here);
        RankMap group = new RankMap(met.peers, job.process());
        health.longWaits().ended().names(new WorldNames(group));
        if (observation != null) {
            observation.begin(group);
        }
        SharedComm shared = new SharedComm(group, group, Assembly.teamOf(group));
        ProcessState process = new ProcessState(job, state, device, met.others);
        watch.know(process);
        users.getAndAdd(here);
        for (int i = 0; i < here; i++) {
            EndpointState own = new EndpointState(devices.get(i), process, null);
            worlds.add(new CommContext("world", 0, shared, group.ownRanks()[i], own));
            programs.add(new ProgramState());
        }
    }

    /** Reports a process that the network has lost to the launcher, which informs the others. Called in an upcall. */
    private void lost(int process, Throwable cause) {
        if (!end.takesLoss(process, cause) && !hasLeft) {
            bootstrap.reportLost(process, String.valueOf(cause.getMessage()));
        }
    }

    /**
     * The world as each endpoint of this process has it.
     *
     * @return the states, by endpoint id
     */
    public List<CommContext> worlds() {
        return worlds;
    }

    /**
     * Returns the programs of the endpoints.
     *
     * @return their states, in the order of {@link #worlds}
     */
    public List<ProgramState> programs() {
        return programs;
    }

    /** Returns which processors the endpoints' threads are bound to; binds and releases them. */
    public BoundThreads binding() {
        return binding;
    }

    /** Returns the description of the job, as the bootstrap has it. */
    JobDescription description() {
        return bootstrap.job();
    }

    /** Returns the clock and threads of the job. */
    public RuntimeContext context() {
        return context;
    }

    /** Returns what is known of failed and ended processes of the job. */
    public JobHealth health() {
        return health;
    }

    /** Returns whether endpoints run on virtual threads. */
    public boolean isVirtual() {
        return isVirtual;
    }

    /**
     * An endpoint's program has ended, well or not; called once by the thread that drove it.
     *
     * @param world the endpoint's state of the world
     */
    public void ended(CommContext world) {
        try {
            world.endpoint().runEndings(); // where the job is aborted they have not run yet
            if (observation != null) {
                observation.ended(world.device().observer());
            }
        } finally {
            leave();
        }
    }

    /** One user less. A program that goes on after the abort of its job keeps the memory until it ends. */
    private void leave() {
        if (users.decrementAndGet() == 0) {
            device.freeMemory();
        }
    }

    /**
     * Returns whether the job goes on when one of its processes or endpoints fails.
     *
     * @return the option {@code failure}
     */
    public boolean isContinuing() {
        return isContinuing;
    }

    /**
     * An endpoint's program has failed, and the job goes on without it and without the endpoints that it has made: what
     * others have sent them is dropped, and all processes learn of it. Called by the thread that drove it.
     *
     * @param world the endpoint's state of the world
     * @param failure what has left its program
     */
    public void endpointFailed(CommContext world, Throwable failure) {
        int process = bootstrap.job().process();
        int endpoint = world.endpoint().id();
        String why = "rank " + world.rank() + " of the job (process=" + process + " endpoint=" + endpoint
                + ") has failed: " + failure + " at=" + LocalTime.now() + " says=itself";
        SennitException failed = new SennitException(ErrorClass.PROC_FAILED, why, failure);
        List<Device> all = new ArrayList<>(List.of(world.device()));
        world.own().created().forEach(each -> all.add(each.device())); // which no other program drives
        for (Device each : all) {
            int id = each.self().id();
            List<Integer> known = device.endpointFailed(process, id, failed);
            bootstrap.reportEndpointFailed(id, why, known);
        }
        RuntimeException unfinished = null;
        for (Device each : all) {
            try {
                each.fail(failed);
            } catch (RuntimeException e) { // its large messages cannot be brought to an end; the others still end
                unfinished = e;
            }
            if (each != world.device()) { // which is looked after until the process ends
                device.leaveToOthers(each);
            }
        }
        if (unfinished != null) {
            throw unfinished;
        }
    }

    /**
     * Notifies the launcher, if there is one, that the job is to end.
     *
     * @param status the exit status of the whole job, 1 to 255
     * @param report why, for the user
     */
    public void abort(int status, String report) {
        JobRecord.record(bootstrap.job().process(), bootstrap.job().processes(), worlds.size(), report);
        bootstrap.space().abort(status, report);
    }

    /**
     * Ends this process's part: sends what is pending, waits for the other processes unless the job has failed,
     * and frees everything. Blocks.
     */
    @Override
    public void close() {
        try {
            if (health.failure() == null) {
                device.endEndpoints(); // those that a communicator has made and no program has closed
            }
            if (network != null && health.failure() == null) {
                end.together();
            }
        } finally {
            hasLeft = true;
            endPicture.cancel();
            state.end();
            health.end(); // a thread of the program that still waits would wait for ever
            try {
                closeAll();
            } finally {
                bootstrap.close();
                leave();
            }
        }
    }

    private void closeAll() {
        try {
            device.close();
        } finally {
            try {
                if (network != null) {
                    network.close();
                }
            } finally {
                if (observation != null) {
                    observation.close();
                }
            }
        }
    }

    /**
     * Refuses messages to endpoints of this process whose programs have ended, since no thread drives those endpoints
     * any more, and looks for waits that no endpoint can end; called now and then by one thread at a time.
     */
    public void lookAfter() {
        binding.releaseOthers();
        device.refuseForGone();
        for (int i = 0; i < worlds.size(); i++) {
            if (programs.get(i).hasEnded()) {
                worlds.get(i).device().refuseArrivals();
            }
        }
        watch(programs);
    }

    /** Ends the job when all wait for each other. */
    private void watch(List<ProgramState> programs) {
        if (health.isOver()) {
            return;
        }
        SennitException deadlock = watch.tick(programs);
        if (deadlock != null && health.fail("all endpoints, which wait for each other", deadlock)) {
            abort(1, deadlock.getMessage());
        }
    }

    /** Receives the launcher's reports of dead and ended processes, on the thread of its link. */
    private final class LauncherDeaths implements DeathListener {
        @Override
        public void processDied(int process, String why) {
            SennitException cause = withoutTrace(ErrorClass.PROC_FAILED, why);
            if (isContinuing) {
                device.deaths().processDied(process, cause);
            } else {
                health.fail("process " + process, cause);
            }
        }

        @Override
        public void processLeft(int process, String why) {
            if (end != null) {
                end.left(process, withoutTrace(ErrorClass.PROC_ABORTED, why));
            }
        }

        @Override
        public void jobAborted(int process, String why) {
            health.fail("process " + process, withoutTrace(ErrorClass.PROC_ABORTED, why));
        }

        /** Without a stack trace: that of the link's thread is always the same. */
        private static SennitException withoutTrace(ErrorClass errorClass, String why) {
            SennitException error = new SennitException(errorClass, why);
            error.setStackTrace(new StackTraceElement[0]);
            return error;
        }

        @Override
        public void jobStopped() {
            endPicture.print();
        }

        @Override
        public void endpointFailed(int process, int endpoint, String why) {
            device.deaths().endpointFailed(process, endpoint, new SennitException(ErrorClass.PROC_FAILED, why));
        }
    }
}
