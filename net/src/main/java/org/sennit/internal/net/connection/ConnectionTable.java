package org.sennit.internal.net.connection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.sennit.internal.net.loop.LoopWork;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkUpcalls;
import org.slf4j.LoggerFactory;

/**
 * The connections of one lane: makes them, listens for those of the peers, and matches both. Public methods may be
 * called by any thread unless they say otherwise; everything else runs with the loop held.
 */
public final class ConnectionTable implements LoopWork, Liveness.Lane {
    private final LaneIdentity local;
    private final ConnectionSettings settings;
    private final MigratingEventLoop loop;
    private final LaneLinks links;
    private final NetworkUpcalls upcalls;
    private final Liveness liveness;
    private final BiConsumer<Connection, Throwable> losses;
    private final Batches batches;
    private final RuntimeContext context;
    private final Sockets sockets;
    private final IncomingSockets incoming;

    // guarded by the loop
    private final Map<Integer, Connection> connections = new HashMap<>(); // by the number of the peer's lane
    private final List<Connection> withoutProcess = new ArrayList<>();
    private ArrayDeque<Connection> backlog = new ArrayDeque<>();
    private ArrayDeque<Connection> backlogInWork = new ArrayDeque<>();
    private final Map<Integer, Throwable> dead = new HashMap<>();
    private final Map<Integer, Integer> generations = new HashMap<>(); // of connections that have been destroyed
    private final FaultLog<Connection> unjudged =
            new FaultLog<>((connection, cause) -> LoggerFactory.getLogger(ConnectionTable.class)
                    .error("a connection cannot be judged, process={}", connection.process(), cause));
    private long attempts;
    private int closeFlags;
    private boolean isResting;
    private boolean hasRested;
    private boolean isClosed;

    /**
     * Makes an empty table.
     *
     * @param loop the loop of all its sockets
     * @param transport the kind of sockets
     * @param shared what the tables of all lanes have in common
     * @param liveness that of all lanes
     * @param losses called in the loop of each connection that has found its peer dead, and the cause
     */
    public ConnectionTable(
            LaneIdentity local,
            MigratingEventLoop loop,
            Transport transport,
            SharedByLanes shared,
            Liveness liveness,
            BiConsumer<Connection, Throwable> losses) {
        this.local = local;
        this.settings = shared.settings();
        this.loop = loop;
        this.links = new LaneLinks(loop, transport, shared);
        this.upcalls = shared.upcalls();
        this.liveness = liveness;
        this.losses = losses;
        this.context = shared.context();
        this.batches = new Batches(loop, context, settings.batchDelayNs());
        this.sockets = new Sockets(links);
        this.incoming = new IncomingSockets(this, links, context.random());
        loop.setWork(this);
        liveness.watch(this);
    }

    LaneIdentity local() {
        return local;
    }

    ConnectionSettings settings() {
        return settings;
    }

    @Override
    public MigratingEventLoop loop() {
        return loop;
    }

    /** Returns the sockets of the lane, and what they use. */
    LaneLinks links() {
        return links;
    }

    RuntimeContext context() {
        return context;
    }

    NetworkUpcalls upcalls() {
        return upcalls;
    }

    /** Returns the batches, always the same. */
    public Batches batches() {
        return batches;
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    // ---- sockets ----

    /** Returns the incoming sockets, always the same. */
    public IncomingSockets incoming() {
        return incoming;
    }

    Sockets sockets() {
        return sockets;
    }

    Liveness liveness() {
        return liveness;
    }

    /** Returns the connection to a lane that has proved itself; null when not yet asked for. */
    Connection connectionFor(int number) {
        Connection connection = connections.get(number);
        if (connection == null && LaneNumber.process(number) >= local.jobProcesses()) {
            connection = newConnection(number, null); // a process that has joined later
        }
        return connection;
    }

    // ---- connecting ----

    /**
     * Finds or makes the connection to a lane of a process. Only with the loop held.
     *
     * @param process the peer
     * @param address where that listens
     */
    public Connection connect(int process, int lane, TcpAddress address) {
        int number = LaneNumber.of(process, lane);
        Connection connection = connections.get(number);
        if (connection == null) {
            connection = newConnection(number, address);
            AcceptorHandshake waiting = incoming.takeEarly(number);
            if (waiting != null) {
                connection.dialer().peerArrived(waiting);
            }
        }
        connection.dialer().setAddress(address);
        return connection;
    }

    private Connection newConnection(int number, TcpAddress address) {
        Connection connection = new Connection(this, number, address);
        connections.put(number, connection);
        connection.raiseGeneration(generations.getOrDefault(number, 0));
        Throwable death = dead.get(connection.process());
        if (death != null) {
            connection.died(death);
        }
        return connection;
    }

    /**
     * Forgets a connection that has been destroyed. Its number is kept: the peer may still have a socket of an older
     * session.
     */
    void forget(Connection connection) {
        unjudged.isWell(connection);
        withoutProcess.remove(connection);
        if (connections.remove(connection.number(), connection)) {
            generations.put(connection.number(), connection.generation());
        }
    }

    /** Returns a further attempt of this process. */
    long nextAttempt() {
        return ++attempts;
    }

    /** Returns the number of the last attempt. */
    long attempts() {
        return attempts;
    }

    /**
     * Records an external report that a process is dead. Only with the loop held.
     *
     * @param cause the detector and its reason
     */
    public void died(int process, Throwable cause) {
        if (dead.putIfAbsent(process, cause) == null) {
            of(process).forEach(connection -> connection.died(cause));
        }
    }

    private List<Connection> of(int process) {
        return connections.values().stream()
                .filter(connection -> connection.process() == process)
                .toList();
    }

    /**
     * Called when a connection of this lane is lost: if its peer is dead, so are its connections to the other lanes.
     */
    void hearOfLoss(Connection connection, Throwable cause) {
        if (cause instanceof SennitException exact && exact.errorClass() == ErrorClass.PROC_FAILED) {
            losses.accept(connection, cause);
        }
    }

    /**
     * Called when a connection has found its peer dead, here or in another lane: loses the other connections to that
     * process. Only with the loop held.
     *
     * @param cause why it is thought dead
     */
    public void lost(Connection by, Throwable cause) {
        of(by.process()).stream().filter(each -> each != by).forEach(each -> each.lostElsewhere(cause));
    }

    /** Makes a connection to the listener of an address. Only with the loop held. */
    public Connection connectToRoot(TcpAddress address) {
        for (Connection known : all()) {
            if (address.equals(known.dialer().address())) {
                return known;
            }
        }
        Connection connection = new Connection(this, -1, address);
        withoutProcess.add(connection);
        return connection;
    }

    /** Called when the peer of a connection that was made by a card alone has sent its number. */
    void processKnown(Connection connection, int number) {
        withoutProcess.remove(connection);
        connections.putIfAbsent(number, connection);
    }

    /** Makes an attempt. */
    InitiatorHandshake newAttempt(Connection connection) {
        liveness.hurry();
        return new InitiatorHandshake(this, connection);
    }

    // ---- pending work ----

    /** Adds a connection that has work in the next round. */
    void addToBacklog(Connection connection) {
        backlog.addLast(connection);
        loop.requestWork();
    }

    @Override
    public int look(int most) {
        return links.look(most);
    }

    @Override
    public void workOff() {
        links.flush();
        ArrayDeque<Connection> work = backlog;
        backlog = backlogInWork;
        backlogInWork = work;
        for (Connection connection = work.pollFirst(); connection != null; connection = work.pollFirst()) {
            try {
                connection.workOff();
            } catch (RuntimeException | Error e) { // such as no memory: the other connections go on
                connection.lose(e);
            }
        }
        links.askForAnotherRound();
    }

    @Override
    public void prepareToBlock() {
        batches.flush();
        links.leaveToNetty();
    }

    // ---- liveness ----

    @Override
    public boolean isUnsettled() {
        return incoming.isBusy() || all().stream().anyMatch(each -> each.session() != null && each.link() == null);
    }

    @Override
    public boolean tick(long elapsedNs) {
        boolean isUnsettled = incoming.isBusy();
        for (Connection connection : all()) {
            try {
                isUnsettled |= connection.tick(elapsedNs);
                unjudged.isWell(connection);
            } catch (RuntimeException | Error e) { // the others are judged all the same
                unjudged.failed(connection, e);
            }
        }
        return isUnsettled;
    }

    // ---- rest ----

    /** Returns whether connections are being brought to rest or are at rest. */
    boolean isResting() {
        return isResting;
    }

    /** Returns whether a peer whose address refuses may be at rest. */
    boolean mayPeersRest() {
        return hasRested;
    }

    /** Returns the flags of a CLOSE of this process. */
    int closeFlags() {
        return closeFlags;
    }

    /** Stops opening connections until {@link #endRest}. Only with the loop held. */
    public void beginRest() {
        isResting = true;
        hasRested = true;
        closeFlags |= FrameDescriptor.RESTING;
    }

    /**
     * Asks every connection to come to rest, and stops listening when all have. Only with the loop held and no leader.
     */
    public boolean rest() {
        boolean areAll = true;
        for (Connection connection : all()) {
            areAll &= connection.rest();
        }
        if (!areAll) {
            return false;
        }
        incoming.abandonAll();
        incoming.stopListening();
        return true;
    }

    /** Lets pending sends connect. Only with the loop held. */
    public void endRest() {
        isResting = false;
        closeFlags &= ~FrameDescriptor.RESTING;
        for (Connection connection : all()) {
            connection.beginSessionIfQueued();
        }
    }

    /** Marks every further CLOSE as the final one of this process. Only with the loop held. */
    public void beginLeaving() {
        closeFlags |= FrameDescriptor.LEAVING;
    }

    // ---- the end ----

    /** Asks every connection for an orderly end. Only with the loop held. */
    public void terminateAll() {
        for (Connection connection : all()) {
            connection.terminateQuietly();
        }
    }

    /** Returns whether no connection has a socket or anything to send. Only with the loop held. */
    public boolean isIdle() {
        for (Connection connection : all()) {
            if (!connection.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the system has taken all that was to be sent. Only with the loop held.
     *
     * @return true when nothing is lost by closing now
     */
    public boolean isFlushed() {
        for (Connection connection : all()) {
            if (!connection.isFlushed()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Closes every socket; pending operations fail. Only with the loop held and no leader.
     *
     * @param cause why
     */
    public void close(Throwable cause) {
        isClosed = true;
        liveness.forget(this);
        batches.stop();
        incoming.stopListening();
        incoming.abandonAll();
        for (Connection connection : all()) {
            connection.closeNow(cause);
        }
    }

    private List<Connection> all() {
        List<Connection> all = new ArrayList<>(connections.values());
        all.addAll(withoutProcess);
        return all;
    }
}
