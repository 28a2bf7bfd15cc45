package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.flow.Credits;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.EndpointTable;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.device.remote.ArrivalContext;
import org.sennit.internal.endpoints.device.remote.OwnershipPackets;
import org.sennit.internal.endpoints.device.remote.PacketDispatcher;
import org.sennit.internal.endpoints.device.remote.WatchPackets;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.SourceTable;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.VirtualConnection;

/**
 * The devices of one process of a job: its endpoints, and the network module that they share. Endpoints may be added
 * at any time. Any thread may call.
 */
public final class ProcessDevice implements AutoCloseable {
    /** Whether a background thread serves the network while all endpoints compute. */
    public static final Option<Boolean> BACKGROUND = BackgroundProgress.OPTION;

    /**
     * Eager messages on their way from one process to one endpoint. 8 MiB are 100,000 messages of 8 bytes with their
     * headers, which a program may send before it receives them in any order; with 1 MiB it blocked.
     */
    public static final Option<Integer> FLOOD_WINDOW = Option.ofInt(
            "flood.window",
            8192,
            1,
            1 << 20,
            "KiB",
            "eager messages, headers included, that a process may have outstanding to one endpoint of another process;"
                    + " beyond that messages go by rendezvous, whatever their size");

    private final RuntimeContext context;
    private final Options options;
    private final JobHealth health;
    private final IntFunction<WaitStrategy> strategies;
    private final EndpointFactory factory;
    private final TransferTable transfers;
    private final PeerDeaths deaths;
    private final SourceTable sources = new SourceTable();
    private final Credits credits;
    private final EndpointTable endpoints = new EndpointTable();
    private final OtherProcesses others = new OtherProcesses(endpoints);
    private final ArrivalContext arrivals;
    private final PacketDispatcher dispatcher;

    // Taken out, and perhaps still named by communicators of endpoints in this process.
    private final Queue<WeakReference<LocalEndpoint>> gone = new ConcurrentLinkedQueue<>();

    // Set once, by the thread that starts the process, before there is any endpoint.
    private NetworkModule network;

    private final UnmarkedPackets unmarked = new UnmarkedPackets();
    private final JobArenas arenas = new JobArenas();
    private final SharedMemory sharedMemory = new SharedMemory(this::newSharedArena);

    private BackgroundProgress background;

    /**
     * Makes a process without endpoints and without a network.
     *
     * @param context clock, threads and parking
     * @param options the job's options
     * @param health the job's health
     * @param strategies how endpoints wait, by how many there are in this process
     * @param expectedEndpoints about how many endpoints will be added
     */
    public ProcessDevice(
            RuntimeContext context,
            Options options,
            JobHealth health,
            IntFunction<WaitStrategy> strategies,
            int expectedEndpoints) {
        this.context = context;
        this.options = options;
        this.health = health;
        this.strategies = strategies;
        FailedPeers failed = new FailedPeers(JobOptions.isContinuing(options));
        this.transfers = new TransferTable(failed);
        this.deaths = new PeerDeaths(context, health, JobOptions.isContinuing(options), failed, transfers, endpoints);
        this.credits = new Credits((long) options.value(FLOOD_WINDOW) << 10);
        YieldPermits seats =
                new YieldPermits(strategies.apply(expectedEndpoints).seats());
        this.factory =
                new EndpointFactory(context, options, health, seats, transfers, credits, sources, expectedEndpoints);
        this.arrivals = new ArrivalContext(
                endpoints::get,
                endpoints::hasGone,
                transfers,
                deaths,
                credits,
                VirtualConnection.MAX_EAGER_BYTES,
                factory.immediateBytes());
        this.dispatcher = new PacketDispatcher(arrivals);
    }

    /**
     * Who of the job has died, and what follows from it here.
     *
     * @return always the same
     */
    public PeerDeaths deaths() {
        return deaths;
    }

    /**
     * The program of an endpoint of this process has failed: its operations with others of the process end, and each process to
     * which it may have sent something is told behind that. By the thread that drove the endpoint; does not block.
     *
     * @param own the number of this process
     * @param endpoint its id
     * @param cause what has happened
     * @return the numbers of the processes that hear of it over the network; the others have nothing to wait for
     */
    public List<Integer> endpointFailed(int own, int endpoint, SennitException cause) {
        deaths.endpointFailed(own, endpoint, cause);
        return others.tellFailed(endpoint, cause);
    }

    /**
     * Says who gets the packets of those that look after the job in other processes; before the first connection.
     *
     * @param packets told of what arrives
     */
    public void watch(WatchPackets packets) {
        arrivals.watch(packets);
    }

    /**
     * The processes that {@link #remoteProcess} has made known.
     *
     * @return always the same
     */
    public OtherProcesses others() {
        return others;
    }

    /**
     * Whether a large message is under way to an endpoint of this process that has been matched.
     *
     * @return true until its last byte is there
     */
    public boolean isReceiving() {
        return transfers.isReceiving();
    }

    /**
     * Who of the job has failed.
     *
     * @return what this process knows
     */
    public FailedPeers failedPeers() {
        return transfers.failed();
    }

    /**
     * Counts what may end waits and is not followed by marks.
     *
     * @return always the same
     */
    public UnmarkedPackets unmarked() {
        return unmarked;
    }

    /**
     * The endpoints that have been added and not been taken out.
     *
     * @return a view in the order of their ids
     */
    public List<LocalEndpoint> openEndpoints() {
        return endpoints.open();
    }

    /**
     * Whether misuse is looked for that costs time to find.
     *
     * @return the option {@code checked}
     */
    public boolean isChecked() {
        return factory.isChecked();
    }

    /**
     * What the network module is to call.
     *
     * @return the upcalls of this process
     */
    public NetworkUpcalls upcalls() {
        return dispatcher;
    }

    /**
     * Gives the process its network; before the first endpoint.
     *
     * @param module an initialised module
     */
    public void useNetwork(NetworkModule module) {
        network = module;
        factory.useNetwork(module);
        deaths.useNetwork(module);
        dispatcher.restoreOrder(!module.isOrdered());
        others.table().useNetwork(module);
        if (options.value(BACKGROUND)) {
            background = new BackgroundProgress(context, module, endpoints::open);
            factory.beforePolls(background::endpointPolls);
            background.start();
        }
    }

    /**
     * Clock, threads and parking of the job.
     *
     * @return the context
     */
    public RuntimeContext context() {
        return context;
    }

    /**
     * Requests may come from other processes at any time that the endpoints do not wait for: from now on the network is served
     * at once while they compute, until {@link #disengage} has been called as often. Any thread.
     */
    public void engage() {
        if (background != null) {
            background.engage();
        }
    }

    /** What {@link #engage} has told of is over. Any thread. */
    public void disengage() {
        if (background != null) {
            background.disengage();
        }
    }

    /**
     * The memory that the other processes of the host can map.
     *
     * @return always the same
     */
    public SharedMemory sharedMemory() {
        return sharedMemory;
    }

    private Arena newSharedArena() {
        SharedMemoryModule shared = network == null ? null : network.extension(SharedMemoryModule.class);
        return shared == null ? newPrivateArena() : arenas.keep(shared.newSharedArena());
    }

    /**
     * Opens an arena of memory that only this process sees.
     *
     * @return a fresh arena that any thread may use and close
     */
    public Arena newPrivateArena() {
        return arenas.keep(Arena.ofShared());
    }

    /** Closes all arenas that are still open; after the network is closed, when no program of the job runs here any more. */
    public void freeMemory() {
        arenas.close();
    }

    /** Ends the background progress, and frees the memory of the job; before the network is closed. */
    @Override
    public void close() {
        sharedMemory.close();
        if (background != null) {
            background.close();
        }
    }

    /**
     * Another process of the job.
     *
     * @param process its number
     * @param card its business card
     * @return a handle; nothing is connected yet
     */
    public RemoteProcess remoteProcess(int process, BusinessCard card) {
        return others.table()
                .add(process, () -> dispatcher.connection(network.connect(process, card)), credits.of(process));
    }

    /**
     * The module that connects this process with others.
     *
     * @return the module; null when the job has one process
     */
    public NetworkModule network() {
        return network;
    }

    /**
     * Says who passes memory between processes; before the first connection.
     *
     * @param packets told of what arrives
     */
    public void passing(OwnershipPackets packets) {
        arrivals.passing(packets);
    }

    /**
     * Says who takes the packets of active messages; before the first connection.
     *
     * @param newConnection makes what takes those of one connection, with its upcalls
     */
    public void active(Supplier<PacketHandler> newConnection) {
        arrivals.active(newConnection);
    }

    /**
     * An endpoint that a packet is for.
     *
     * @param vc the connection over which it came
     * @param id its id
     * @return the endpoint; null when it has gone
     * @throws SennitException NETWORK when there never was one
     */
    public LocalEndpoint arrivalEndpoint(VirtualConnection vc, int id) {
        return arrivals.endpoint(vc, id);
    }

    /**
     * The sources of this process that messages name by number.
     *
     * @return the table
     */
    public SourceTable sources() {
        return sources;
    }

    /**
     * Adds endpoints. From now on packets for them are accepted.
     *
     * @param count how many
     * @return their devices; the ids count from 0 over all that this process ever has, and those of one call are
     *     neighbors
     */
    public synchronized List<Device> addEndpoints(int count) {
        List<Device> devices = new ArrayList<>(count);
        List<LocalEndpoint> added = new ArrayList<>(count);
        WaitStrategy strategy = strategies.apply(endpoints.open().size() + count);
        for (int i = 0; i < count; i++) {
            Device device = factory.newDevice(endpoints.nextId() + i, strategy);
            devices.add(device);
            added.add(device.self());
        }
        endpoints.add(added);
        return devices;
    }

    /**
     * Has all endpoints watched that are added from now on.
     *
     * @param observerOfEndpoint makes the observer of an endpoint from its id
     */
    public void observe(IntFunction<DeviceObserver> observerOfEndpoint) {
        factory.observe(observerOfEndpoint);
    }

    /**
     * Removes an endpoint: messages not received there are dropped, their senders are notified, and so it is with
     * what is still under way.
     *
     * @param device of an endpoint that no thread drives any more
     */
    public void removeEndpoint(Device device) {
        endpoints.remove(device.self());
        device.end();
        health.unregister(device.self().progress());
        gone.add(new WeakReference<>(device.self()));
    }

    /**
     * Drops what has come for endpoints that were taken out, and tells those that sent it. For the thread that runs the job,
     * now and then.
     */
    public void refuseForGone() {
        for (WeakReference<LocalEndpoint> each : gone) {
            LocalEndpoint endpoint = each.get();
            if (endpoint == null) { // no communicator names it any more
                gone.remove(each);
            } else {
                endpoint.lookAfter();
            }
        }
    }

    /** Ends all remaining endpoints, which no thread drives any more, so that no call waits for one of them. */
    public void endEndpoints() {
        for (LocalEndpoint endpoint : endpoints.open()) {
            endpoint.queue().end().close();
            endpoint.runEndings();
        }
    }

    /** Drops what has come for endpoints that have ended, which all have, and tells those that sent it. */
    public void refuseArrivals() {
        for (LocalEndpoint endpoint : endpoints.open()) {
            endpoint.lookAfter();
        }
    }

    /**
     * An endpoint of this process.
     *
     * @param id its id
     * @return the endpoint, or null when there is none, or none any more
     */
    public LocalEndpoint endpoint(int id) {
        return endpoints.get(id);
    }

    /**
     * The job's options.
     *
     * @return the options
     */
    public Options options() {
        return options;
    }

    /**
     * The job's health.
     *
     * @return the health
     */
    public JobHealth health() {
        return health;
    }
}
