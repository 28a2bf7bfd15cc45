package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.sennit.ThreadLevel;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.flow.Credits;
import org.sennit.internal.endpoints.device.flow.CreditsOwed;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.observation.ObservedMatchQueue;
import org.sennit.internal.endpoints.device.peer.EndpointSleep;
import org.sennit.internal.endpoints.device.peer.EndpointTable;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.remote.ArrivalContext;
import org.sennit.internal.endpoints.device.remote.FailureNotice;
import org.sennit.internal.endpoints.device.remote.OwnershipPackets;
import org.sennit.internal.endpoints.device.remote.PacketDispatcher;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.endpoints.device.remote.WatchArrival;
import org.sennit.internal.endpoints.device.remote.WatchPackets;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.CheckedProgressEngine;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ObservedProgressEngine;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.SharedProgressEngine;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.SourceTable;
import org.sennit.internal.shm.protocol.ActiveTransfers;
import org.sennit.internal.shm.protocol.EndpointWork;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.ProtocolSelection;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;

/**
 * The devices of one process of a job: its endpoints, and the network module that they share. Endpoints may be added
 * at any time. Any thread may call.
 */
public final class ProcessDevice implements AutoCloseable {
    /** Whether a background thread serves the network while all endpoints compute. */
    public static final Option<Boolean> BACKGROUND = BackgroundProgress.OPTION;

    /**
     * The most cells in a chunk of an inbox. Windows of 64 messages of 8 bytes, far, medians of blocking and nonblocking
     * sends, ns a message: 64 cells 82 and 93, 128 cells 75 and 84, 256 cells 74 and 83, 512 cells 66 and 72.
     */
    public static final Option<Integer> INBOX_CELLS = Option.ofInt(
            "inbox.chunk",
            256,
            2,
            1 << 20,
            "cells",
            "largest chunk of an endpoint's inbox, rounded up to a power of two; the first chunk has 16 cells; a cell"
                    + " is 128 bytes, plus immediate.max bytes once needed; the default is smaller in processes with"
                    + " hundreds of endpoints");

    /** What the first chunks of all inboxes of a process may take unless the option says otherwise: 3 KiB each of 10,000. */
    private static final int INBOXES_BYTES = 40 << 20;

    /** So many cells a chunk has even then: a chunk costs 2 us when it is fresh, 10 ns when it comes back. */
    private static final int FEWEST_CELLS = 8;

    /** The memory of an endpoint's unreceived messages. */
    public static final Option<Integer> FLOOD_BUDGET = Option.ofInt(
            "flood.budget",
            64,
            1,
            1 << 20,
            "MiB",
            "memory for unreceived messages of an endpoint; beyond that, blocking standard sends of its JVM wait for"
                    + " their receive, whatever their size, and nonblocking ones take 50 us each");

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

    /** Pieces of work in one poll of the network: enough for a burst, short enough for the inbox. */
    private static final int NETWORK_WORK = 64;

    private final RuntimeContext context;
    private final Options options;
    private final JobHealth health;
    private final IntFunction<WaitStrategy> strategies;
    private final YieldPermits seats;
    private final boolean isShared;
    private final boolean isChecked;
    private final ProtocolSelection protocols;
    private final ImmediateProtocol immediate;
    private final int inboxCells;
    private final long floodBudgetBytes;
    private final TransferTable transfers;
    private final PeerDeaths deaths;
    private final SourceTable sources = new SourceTable();
    private final ConcurrentHashMap<Integer, RemoteProcess> remotes = new ConcurrentHashMap<>();
    private final Credits credits;
    private final EndpointTable endpoints = new EndpointTable();
    private final ArrivalContext arrivals;
    private final PacketDispatcher dispatcher;

    // Taken out, and perhaps still named by communicators of endpoints in this process.
    private final Queue<WeakReference<LocalEndpoint>> gone = new ConcurrentLinkedQueue<>();

    // Set once, by the thread that starts the process, before there is any endpoint.
    private NetworkModule network;

    private final JobArenas arenas = new JobArenas();
    private final SharedMemory sharedMemory = new SharedMemory(this::newSharedArena);

    private BackgroundProgress background;

    // Set before the first endpoint, or never.
    private IntFunction<DeviceObserver> observers;

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
        this.seats = new YieldPermits(strategies.apply(expectedEndpoints).seats());
        this.isShared = ThreadLevel.of(options.value(ThreadLevel.OPTION)) == ThreadLevel.MULTIPLE;
        this.isChecked = options.value(SingleThreadCheck.CHECKED);
        FailedPeers failed = new FailedPeers(JobOptions.isContinuing(options));
        this.transfers = new TransferTable(failed);
        this.deaths = new PeerDeaths(context, health, JobOptions.isContinuing(options), failed, transfers, endpoints);
        this.protocols = ProtocolSelection.of(options);
        this.immediate = protocols.immediate();
        this.inboxCells = inboxCells(options, expectedEndpoints, immediate.limitBytes());
        this.floodBudgetBytes = (long) options.value(FLOOD_BUDGET) << 20;
        this.credits = new Credits((long) options.value(FLOOD_WINDOW) << 10);
        this.arrivals = new ArrivalContext(
                endpoints::get,
                endpoints::hasGone,
                transfers,
                deaths,
                credits,
                VirtualConnection.MAX_EAGER_BYTES,
                immediate.limitBytes());
        this.dispatcher = new PacketDispatcher(arrivals);
    }

    private static int inboxCells(Options options, int endpoints, int immediateBytes) {
        int cells = Integer.highestOneBit(options.value(INBOX_CELLS) * 2 - 1);
        if (!options.origin(INBOX_CELLS).equals(Options.DEFAULT_ORIGIN)) {
            return cells;
        }
        long share = INBOXES_BYTES / (Math.max(1L, endpoints) * ManyToOneInbox.bytesOfCell(immediateBytes));
        return Math.clamp(Long.highestOneBit(share), FEWEST_CELLS, cells);
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
        List<Integer> told = new ArrayList<>();
        for (RemoteProcess each : remotes.values()) {
            if (each.isUsed()) {
                try {
                    FailureNotice.send(each.connectionsOf(endpoint), endpoint, cause.getMessage());
                    told.add(each.process());
                } catch (RuntimeException e) { // the network has been closed: nothing more arrives there
                    cause.addSuppressed(e);
                }
            }
        }
        return told;
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
     * Sends a packet to whoever looks after the job in another process; any thread, does not block. One that has died gets none.
     *
     * @param process its number
     * @param kind what it is
     * @param number belongs to the kind
     * @param payload belongs to the kind
     */
    public void sendWatch(int process, int kind, int number, byte[] payload) {
        try {
            WatchArrival.send(List.of(remotes.get(process).connection()), kind, number, payload);
        } catch (RuntimeException e) {
            // The connection is lost, which others tell: nobody there waits for the packet.
        }
    }

    /**
     * As {@link #sendWatch}, over all connections over which messages may have gone there, behind those messages: the last one
     * that comes is there when they are.
     *
     * @param process the number of the other process
     * @param kind what it is
     * @param number belongs to the kind
     * @param payload belongs to the kind
     * @return over how many connections it has gone; 0 when the process has died
     */
    public int sendWatchBehindAll(int process, int kind, int number, byte[] payload) {
        Set<VirtualConnection> connections = remotes.get(process).connectionsOfAll(endpoints.used());
        try {
            WatchArrival.send(connections, kind, number, payload);
            return connections.size();
        } catch (RuntimeException e) { // the connection is lost, which others tell
            return 0;
        }
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
        return isChecked;
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
        deaths.useNetwork(module);
        dispatcher.restoreOrder(!module.isOrdered());
        if (options.value(BACKGROUND)) {
            background = new BackgroundProgress(context, module, endpoints::open);
            background.start();
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

    /**
     * How many arenas are open that were opened for this job, of either kind.
     *
     * @return 0 after {@link #freeMemory}, unless a native call of the user's holds one
     */
    public int openArenas() {
        return arenas.size();
    }

    /** Closes all arenas that nobody has closed; after the network is closed, when no program of the job's runs here any more. */
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
        RemoteProcess remote =
                new RemoteProcess(process, dispatcher.connection(network.connect(process, card)), credits.of(process));
        remotes.put(process, remote);
        return remote;
    }

    /**
     * A process that {@link #remoteProcess} has made known.
     *
     * @param process its number
     * @return the handle, or null when it is not known
     */
    public RemoteProcess known(int process) {
        return remotes.get(process);
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
            Device device = newEndpoint(endpoints.nextId() + i, strategy);
            devices.add(device);
            added.add(device.self());
        }
        endpoints.add(added);
        return devices;
    }

    private Device newEndpoint(int id, WaitStrategy strategy) {
        if (observers != null) {
            return newObserved(id, strategy, observers.apply(id));
        }
        MatchQueue queue = new MatchQueue(newInbox(id), newLock());
        ActiveTransfers incoming = new ActiveTransfers(context, protocols, newLock());
        EndpointWork work = new EndpointWork(queue, incoming);
        SingleThreadCheck use = isChecked && !isShared ? new SingleThreadCheck("endpoint=" + id) : null;
        ProgressEngine progress = progress(id, work, strategy, use);
        LocalEndpoint endpoint = new LocalEndpoint(id, queue, incoming, progress);
        RemoteSender remote = new RemoteSender(id, progress, transfers, isShared, new SentMessages());
        if (isChecked) {
            queue.reportUnmatchedReady(ProcessDevice::report);
        }
        return use == null
                ? new Device(endpoint, immediate, remote, isShared)
                : new CheckedDevice(endpoint, immediate, remote, isShared, use);
    }

    private ProgressEngine progress(int id, WorkSource work, WaitStrategy strategy, SingleThreadCheck use) {
        if (isShared) {
            return new SharedProgressEngine(context, health, strategy, seats, sleepPlace(id), work, networkWork(id));
        }
        return use == null
                ? new ProgressEngine(context, health, strategy, seats, sleepPlace(id), work, networkWork(id))
                : new CheckedProgressEngine(
                        context, health, strategy, seats, sleepPlace(id), work, networkWork(id), use);
    }

    private static void report(Envelope envelope) {
        System.err.println("sennit: a ready send found no posted receive: operation=sendReady rank="
                + envelope.sourceRank + " tag=" + envelope.tag + " length=" + envelope.lengthBytes);
    }

    /** The same of classes that tell what they do. */
    private Device newObserved(int id, WaitStrategy strategy, DeviceObserver observer) {
        MatchQueue queue = new ObservedMatchQueue(newInbox(id), newLock(), protocols.synergistic(), observer);
        ActiveTransfers incoming = new ActiveTransfers(context, protocols, newLock());
        EndpointWork work = new EndpointWork(queue, incoming);
        // Threads that share an endpoint wait by an engine of their own: how long, is not told.
        ProgressEngine progress = isShared
                ? progress(id, work, strategy, null)
                : new ObservedProgressEngine(
                        context, health, strategy, seats, sleepPlace(id), work, networkWork(id), observer);
        LocalEndpoint endpoint = new LocalEndpoint(id, queue, incoming, progress);
        RemoteSender remote = new RemoteSender(id, progress, transfers, isShared, new SentMessages());
        return new ObservedDevice(endpoint, protocols, remote, isShared, observer);
    }

    private ManyToOneInbox newInbox(int id) {
        ManyToOneInbox inbox = new ManyToOneInbox(context, inboxCells, immediate.limitBytes(), floodBudgetBytes);
        inbox.credit(new CreditsOwed(id, credits));
        inbox.sources(sources);
        return inbox;
    }

    /** A lock where several threads share an endpoint, and null where none is needed. */
    private McsLock newLock() {
        return isShared ? new McsLock(context) : null;
    }

    /**
     * Has all endpoints watched that are added from now on.
     *
     * @param observerOfEndpoint makes the observer of an endpoint from its id
     */
    public void observe(IntFunction<DeviceObserver> observerOfEndpoint) {
        observers = observerOfEndpoint;
    }

    /**
     * Takes an endpoint out for good: what nobody has received there is dropped, its senders are told, and so it is with
     * what is still under way.
     *
     * @param device of an endpoint that nobody drives any more
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

    /** Ends all endpoints that are still there, so that nobody waits for one of them; nobody drives them any more. */
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

    private NetworkLane laneOf(int endpoint) {
        return network == null ? null : network.lane(endpoint);
    }

    private WorkSource networkWork(int endpoint) {
        NetworkLane lane = laneOf(endpoint);
        if (lane == null) {
            return null;
        }
        return new WorkSource() {
            @Override
            public int doWork() {
                return lane.poll(PollDirection.IN_FIRST, NETWORK_WORK);
            }

            @Override
            public boolean isCheap() {
                return lane.isCheapToPoll();
            }

            @Override
            public boolean hasWork() {
                return false; // the sleep place itself looks at the network
            }
        };
    }

    private SleepPlace sleepPlace(int endpoint) {
        return new EndpointSleep(endpoint, context, laneOf(endpoint));
    }
}
