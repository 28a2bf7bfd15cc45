package org.sennit.internal.endpoints.device;

import java.util.function.IntFunction;
import org.sennit.ThreadLevel;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.flow.Credits;
import org.sennit.internal.endpoints.device.flow.CreditsOwed;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.observation.ObservedMatchQueue;
import org.sennit.internal.endpoints.device.peer.EndpointSleep;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.CheckedProgressEngine;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ObservedProgressEngine;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.SharedProgressEngine;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.internal.runtime.progress.WaitResources;
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
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.packet.Envelope;

/**
 * Makes the endpoints of a process: inbox, queue, progress and device, checked or observed as configured. Used by the
 * {@link ProcessDevice}, one thread at a time.
 */
public final class EndpointFactory {
    /**
     * The most cells in a chunk of an inbox. Windows of 64 messages between far cores of 8 bytes, medians of blocking
     * and nonblocking sends, ns a message: 64 cells 82 and 93, 128 cells 75 and 84, 256 cells 74 and 83, 512 cells 66
     * and 72.
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

    /** Memory for the first chunks of all inboxes of a process by default: 3 KiB for each of 10,000 endpoints. */
    private static final int INBOXES_BYTES = 40 << 20;

    /** The smallest chunk, in cells: a fresh chunk costs 2 us, a pooled one 10 ns. */
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

    /** Pieces of work in one poll of the network: enough for a burst, short enough for the inbox. */
    private static final int NETWORK_WORK = 64;

    private final RuntimeContext context;
    private final JobHealth health;
    private final YieldPermits permits;
    private final TransferTable transfers;
    private final Credits credits;
    private final SourceTable sources = new SourceTable();
    private final boolean isShared;
    private final boolean isChecked;
    private final ProtocolSelection protocols;
    private final ImmediateProtocol immediate;
    private final int inboxCells;
    private final long floodBudgetBytes;

    // Set before the first endpoint, or never.
    private NetworkModule network;
    private Runnable beforePolls = () -> {};
    private IntFunction<DeviceObserver> observers;

    EndpointFactory(
            RuntimeContext context,
            Options options,
            JobHealth health,
            YieldPermits permits,
            TransferTable transfers,
            Credits credits,
            int expectedEndpoints) {
        this.context = context;
        this.health = health;
        this.permits = permits;
        this.transfers = transfers;
        this.credits = credits;
        this.isShared = ThreadLevel.of(options.value(ThreadLevel.OPTION)) == ThreadLevel.MULTIPLE;
        this.isChecked = options.value(SingleThreadCheck.CHECKED);
        this.protocols = ProtocolSelection.of(options, expectedEndpoints);
        this.immediate = protocols.immediate();
        this.inboxCells = inboxCells(options, expectedEndpoints, immediate.limitBytes());
        this.floodBudgetBytes = (long) options.value(FLOOD_BUDGET) << 20;
    }

    private static int inboxCells(Options options, int endpoints, int immediateBytes) {
        int cells = Integer.highestOneBit(options.value(INBOX_CELLS) * 2 - 1);
        if (!options.origin(INBOX_CELLS).equals(Options.DEFAULT_ORIGIN)) {
            return cells;
        }
        long share = INBOXES_BYTES / (Math.max(1L, endpoints) * ManyToOneInbox.bytesOfCell(immediateBytes));
        return Math.clamp(Long.highestOneBit(share), FEWEST_CELLS, cells);
    }

    SourceTable sources() {
        return sources;
    }

    int immediateBytes() {
        return immediate.limitBytes();
    }

    boolean isChecked() {
        return isChecked;
    }

    void useNetwork(NetworkModule module) {
        network = module;
    }

    /** Sets work to do before endpoints poll the network, except for short looks. Before the first endpoint is made. */
    void beforePolls(Runnable work) {
        beforePolls = work;
    }

    void observe(IntFunction<DeviceObserver> observerOfEndpoint) {
        observers = observerOfEndpoint;
    }

    Device newDevice(int id, WaitStrategy strategy) {
        DeviceObserver observer = observers == null ? null : observers.apply(id);
        MatchQueue queue = observer == null
                ? new MatchQueue(newInbox(id), newLock())
                : new ObservedMatchQueue(newInbox(id), newLock(), protocols.synergistic(), observer);
        ActiveTransfers incoming = new ActiveTransfers(context, protocols, newLock());
        boolean isCheckedHere = isChecked && observer == null;
        SingleThreadCheck use = isCheckedHere && !isShared ? new SingleThreadCheck("endpoint=" + id) : null;
        ProgressEngine progress = progress(id, queue, new EndpointWork(queue, incoming), strategy, use, observer);
        LocalEndpoint endpoint = new LocalEndpoint(id, queue, incoming, progress);
        RemoteSender remote = new RemoteSender(id, progress, transfers, isShared, new SentMessages());
        if (isCheckedHere) {
            queue.reportUnmatchedReady(EndpointFactory::report);
        }
        if (observer != null) {
            return new ObservedDevice(endpoint, protocols, remote, isShared, observer);
        }
        return use == null
                ? new Device(endpoint, immediate, remote, isShared)
                : new CheckedDevice(endpoint, immediate, remote, isShared, use);
    }

    private ProgressEngine progress(
            int id,
            MatchQueue queue,
            WorkSource work,
            WaitStrategy strategy,
            SingleThreadCheck use,
            DeviceObserver observer) {
        WaitResources waits = new WaitResources(strategy, permits, sleepPlace(id));
        WorkSource remote = networkWork(id, queue);
        if (isShared) { // has an engine for each thread, so the length of waits is not observed
            return new SharedProgressEngine(context, health, waits, work, remote);
        }
        if (observer != null) {
            return new ObservedProgressEngine(context, health, waits, work, remote, observer);
        }
        return use == null
                ? new ProgressEngine(context, health, waits, work, remote)
                : new CheckedProgressEngine(context, health, waits, work, remote, use);
    }

    private static void report(Envelope envelope) {
        System.err.println("sennit: a ready send found no posted receive: operation=sendReady rank="
                + envelope.sourceRank + " tag=" + envelope.tag + " length=" + envelope.lengthBytes);
    }

    private ManyToOneInbox newInbox(int id) {
        ManyToOneInbox inbox = new ManyToOneInbox(context, inboxCells, immediate.limitBytes(), floodBudgetBytes);
        inbox.credit(new CreditsOwed(id, credits));
        inbox.sources(sources);
        return inbox;
    }

    /** Returns a lock if several threads share an endpoint, else null. */
    private McsLock newLock() {
        return isShared ? new McsLock(context) : null;
    }

    private NetworkLane laneOf(int endpoint) {
        return network == null ? null : network.lane(endpoint);
    }

    private WorkSource networkWork(int endpoint, MatchQueue queue) {
        NetworkLane lane = laneOf(endpoint);
        if (lane == null) {
            return null;
        }
        Runnable before = beforePolls;
        return new WorkSource() {
            @Override
            public int doWork() {
                before.run();
                return doWork(NETWORK_WORK);
            }

            @Override
            public int doWork(int limit) {
                queue.beginPoll();
                try {
                    return lane.poll(PollDirection.IN_FIRST, limit);
                } finally {
                    queue.endPoll();
                }
            }

            @Override
            public boolean isCheap() {
                return lane.isCheapToPoll();
            }

            @Override
            public boolean hasWork() {
                return false; // the sleeping place polls the network
            }
        };
    }

    private SleepPlace sleepPlace(int endpoint) {
        return new EndpointSleep(endpoint, context, laneOf(endpoint));
    }
}
