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
import org.sennit.internal.endpoints.device.remote.ActivePackets;
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
     * Bytes of eager messages that one process may have outstanding to one endpoint. 8 MiB are 100,000 messages of 8
     * bytes with their headers, which a program may send before it receives them in any order; with 1 MiB such a
     * program blocked.
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
    private final Credits credits;
    private final EndpointTable endpoints = new EndpointTable();
    private final OtherProcesses others = new OtherProcesses(endpoints);
    private final ArrivalContext arrivals;
    private final PacketDispatcher dispatcher;

    // Removed, but communicators of endpoints in this process may still refer to them.
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
        YieldPermits permits =
                new YieldPermits(strategies.apply(expectedEndpoints).permits());
        this.factory = new EndpointFactory(context, options, health, permits, transfers, credits, expectedEndpoints);
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

    /** Returns the handler of dead processes and failed endpoints. */
    public PeerDeaths deaths() {
        return deaths;
    }

    /**
     * Handles the failure of an endpoint's program: fails its operations with endpoints of this process, and notifies
     * each process to which it may have sent something, behind those messages. Called by the thread that drove the
     * endpoint; does not block.
     *
     * @param own the number of this process
     * @param endpoint its id
     * @param cause what has happened
     * @return the numbers of the processes that are notified over the network
     */
    public List<Integer> endpointFailed(int own, int endpoint, SennitException cause) {
        deaths.endpointFailed(own, endpoint, cause);
        return others.tellFailed(endpoint, cause);
    }

    /**
     * Sets the receiver of the watch packets of other processes. Before the first connection.
     *
     * @param packets called for each packet
     */
    public void watch(WatchPackets packets) {
        arrivals.watch(packets);
    }

    /** Returns the processes made known by {@link #remoteProcess}. */
    public OtherProcesses others() {
        return others;
    }

    /** Returns whether a matched large message is under way to an endpoint of this process. */
    public boolean isReceiving() {
        return transfers.isReceiving();
    }

    /** Returns the failed processes and endpoints, as far as this process knows. */
    public FailedPeers failedPeers() {
        return transfers.failed();
    }

    /** Returns the counts of packets that may end waits and that no mark follows. */
    public UnmarkedPackets unmarked() {
        return unmarked;
    }

    /** Returns a view of the endpoints that have been added and not removed, in the order of their ids. */
    public List<LocalEndpoint> openEndpoints() {
        return endpoints.open();
    }

    /** Returns whether the process is in checked mode (option {@code checked}). */
    public boolean isChecked() {
        return factory.isChecked();
    }

    /** Returns the upcalls for the network module. */
    public NetworkUpcalls upcalls() {
        return dispatcher;
    }

    /**
     * Sets the network. Before the first endpoint.
     *
     * @param module an initialised module
     * @param hostProcesses the processes of the job on this host
     */
    public void useNetwork(NetworkModule module, int hostProcesses) {
        network = module;
        factory.useNetwork(module);
        deaths.useNetwork(module);
        dispatcher.restoreOrder(!module.isOrdered());
        others.table().useNetwork(module);
        if (options.value(BACKGROUND)) {
            background = new BackgroundProgress(
                    context,
                    module,
                    endpoints::open,
                    e -> health.fail("the thread that serves the network in the background", e),
                    hostProcesses);
            factory.beforePolls(background::endpointPolls);
        }
    }

    /**
     * Starts background progress. Once all processes have met: until then no peer needs service, and each of many
     * processes that wait for a late one would tick.
     */
    public void startBackground() {
        if (background != null) {
            background.start();
        }
    }

    /** Returns clock, threads and parking of the job. */
    public RuntimeContext context() {
        return context;
    }

    /**
     * Makes the background thread serve the network without delay while endpoints compute, for requests that no
     * endpoint waits for; until {@link #disengage} has been called as often. Any thread.
     */
    public void engage() {
        if (background != null) {
            background.engage();
        }
    }

    /** Undoes one {@link #engage}. Any thread. */
    public void disengage() {
        if (background != null) {
            background.disengage();
        }
    }

    /** Returns the memory that other processes of the host can map. */
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

    /** Closes all open arenas. After the network is closed and all programs of the job have ended here. */
    public void freeMemory() {
        arenas.close();
    }

    /** Ends background progress and frees the memory of the job. Before the network is closed. */
    @Override
    public void close() {
        sharedMemory.close();
        if (background != null) {
            background.close();
        }
    }

    /**
     * Returns a handle for another process of the job.
     *
     * @param process its number
     * @return a handle; nothing is connected yet
     */
    public RemoteProcess remoteProcess(int process, BusinessCard card) {
        return others.table()
                .add(process, () -> dispatcher.connection(network.connect(process, card)), credits.of(process));
    }

    /** Returns the network module; null when the job has one process. */
    public NetworkModule network() {
        return network;
    }

    /**
     * Sets the receiver of ownership packets. Before the first connection.
     *
     * @param packets called for each packet
     */
    public void ownership(OwnershipPackets packets) {
        arrivals.ownership(packets);
    }

    /**
     * Sets the receiver of active-message packets. Before the first connection.
     *
     * @param newConnection makes the handler of one connection, which is used with its upcalls
     */
    public void active(Supplier<ActivePackets> newConnection) {
        arrivals.active(newConnection);
    }

    /**
     * Returns the endpoint that a packet is for.
     *
     * @param vc the connection over which it came
     * @return the endpoint; null when it has gone
     * @throws SennitException NETWORK when there never was one
     */
    public LocalEndpoint arrivalEndpoint(VirtualConnection vc, int id) {
        return arrivals.endpoint(vc, id);
    }

    /** Returns the table of numbered payload sources. */
    public SourceTable sources() {
        return factory.sources();
    }

    /**
     * Adds endpoints. From now on packets for them are accepted.
     *
     * @param count their number
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
     * Sets an observer for endpoints that are added from now on.
     *
     * @param observerOfEndpoint makes the observer of an endpoint from its id
     */
    public void observe(IntFunction<DeviceObserver> observerOfEndpoint) {
        factory.observe(observerOfEndpoint);
    }

    /**
     * Removes an endpoint: drops the messages that it has not received, now and later, and notifies their senders.
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
     * Leaves an endpoint that has failed to {@link #refuseForGone}.
     *
     * @param device of an endpoint that no thread drives any more
     */
    public void leaveToOthers(Device device) {
        gone.add(new WeakReference<>(device.self()));
    }

    /**
     * Refuses messages that have arrived for removed endpoints, and for those left to others. Called now and then by
     * the thread that runs the job.
     */
    public void refuseForGone() {
        for (WeakReference<LocalEndpoint> each : gone) {
            LocalEndpoint endpoint = each.get();
            if (endpoint == null) { // no communicator refers to it any more
                gone.remove(each);
            } else {
                endpoint.lookAfter();
            }
        }
    }

    /** Ends all remaining endpoints, so that no call waits for one of them. No thread drives them any more. */
    public void endEndpoints() {
        for (LocalEndpoint endpoint : endpoints.open()) {
            endpoint.queue().shutdown().close();
            endpoint.runEndings();
        }
    }

    /** Refuses messages that have arrived for endpoints, all of which have ended. */
    public void refuseArrivals() {
        for (LocalEndpoint endpoint : endpoints.open()) {
            endpoint.lookAfter();
        }
    }

    /**
     * Returns an endpoint of this process.
     *
     * @return the endpoint, or null when there is none, or none any more
     */
    public LocalEndpoint endpoint(int id) {
        return endpoints.get(id);
    }

    /** Returns the job's options. */
    public Options options() {
        return options;
    }

    /** Returns the job's health. */
    public JobHealth health() {
        return health;
    }
}
