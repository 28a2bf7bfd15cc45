package org.sennit.internal.net.tcp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.sennit.config.Options;
import org.sennit.internal.net.connection.Connection;
import org.sennit.internal.net.connection.ConnectionSettings;
import org.sennit.internal.net.connection.ConnectionTable;
import org.sennit.internal.net.connection.LaneIdentity;
import org.sennit.internal.net.connection.Liveness;
import org.sennit.internal.net.connection.SharedByLanes;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.net.tls.TlsSecurity;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.LaneCard;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.LargeMessageMode;
import org.sennit.spi.network.NetworkCapabilities;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.VirtualConnection;

/**
 * The network module over TCP sockets: lanes, each with one loop for its connections, driven by the threads that wait,
 * poll or send there. Any thread may call any method; see {@link NetworkModule} for what an upcall must not do.
 *
 * <p>Surprises: an upcall never runs on a thread that only sends, with {@code net.split} or without; but callbacks of
 * operations do. Large messages go in null mode.
 */
public final class TcpModule implements NetworkModule, JoiningModule, QuiescentModule {
    private static final long FAREWELL_NS = 200_000_000;
    private static final long LOOK_NS = 1_000_000;

    /**
     * Longest time that a thread which waits for all lanes blocks in the first one before it polls the others, in
     * nanoseconds.
     */
    private static final long OTHER_LANES_NS = 2_000_000;

    private final NetworkSetup setup;
    private final TransportChoice transport;
    private final LaneChoice choice;
    private final String name;
    private final TcpLane[] lanes;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final ReentrantLock resting = new ReentrantLock();
    private boolean isAtRest; // guarded by resting

    /**
     * Makes a module that does not listen yet.
     *
     * @param setup identity and surroundings
     * @param name the name of its factory
     * @param isUnixDemanded whether processes of one host may meet on Unix sockets alone
     * @throws SennitException with {@link ErrorClass#ARG} when the secret is empty or options contradict each other,
     *     with {@link ErrorClass#UNSUPPORTED} when the transport that was asked for is not there; do not retry
     */
    TcpModule(NetworkSetup setup, String name, boolean isUnixDemanded) {
        this(setup, name, isUnixDemanded, UnaryOperator.identity());
    }

    /**
     * Makes a module that listens in the place of another socket.
     *
     * @param setup as above
     * @param name as above
     * @param isUnixDemanded as above
     * @param place the name under which a socket of this process has listened so far
     */
    TcpModule(NetworkSetup setup, String name, boolean isUnixDemanded, UnixSocketFolder place) {
        this(setup, name, isUnixDemanded, UnaryOperator.identity(), place);
    }

    /**
     * Makes a module whose sockets are behind something else, such as a wire that fails.
     *
     * @param setup as above
     * @param name as above
     * @param isUnixDemanded as above
     * @param wire what to put around the sockets
     */
    TcpModule(NetworkSetup setup, String name, boolean isUnixDemanded, UnaryOperator<Transport> wire) {
        this(setup, name, isUnixDemanded, wire, null);
    }

    private TcpModule(
            NetworkSetup setup,
            String name,
            boolean isUnixDemanded,
            UnaryOperator<Transport> wire,
            UnixSocketFolder place) {
        this.setup = setup;
        this.name = name;
        Options options = setup.options();
        SocketPolicy policy = SocketPolicy.of(setup, isUnixDemanded);
        transport = TransportChoice.of(options);
        choice = LaneChoice.of(setup);
        ConnectionSettings settings = settings(options);
        SharedByLanes shared = new SharedByLanes(
                settings,
                new TcpRoutes(policy, () -> new TlsSecurity(setup.secret())),
                setup.context(),
                setup.upcalls());
        Liveness liveness = new Liveness(setup.context(), settings.silenceNs());
        lanes = new TcpLane[choice.count()];
        for (int i = 0; i < lanes.length; i++) {
            Transport sockets = wire.apply(transport.transport());
            lanes[i] = newLane(i, new ListeningSockets(setup, policy, sockets, place), sockets, shared, liveness);
        }
    }

    private static ConnectionSettings settings(Options options) {
        return new ConnectionSettings(
                options.value(TcpOptions.EAGER_MAX),
                options.value(TcpOptions.PIECE),
                TimeUnit.MILLISECONDS.toNanos(options.value(TcpOptions.HANDSHAKE_TIMEOUT)),
                options.value(TcpOptions.SEND_BUFFER),
                options.value(TcpOptions.RECEIVE_BUFFER),
                options.value(TcpOptions.CONGESTION).equals("system"),
                options.value(TcpOptions.RESEND),
                TimeUnit.MICROSECONDS.toNanos(options.value(TcpOptions.BATCH_DELAY)),
                options.value(TcpOptions.GATHER_MIN),
                TimeUnit.MILLISECONDS.toNanos(options.value(TcpOptions.SILENCE)));
    }

    private TcpLane newLane(
            int number, ListeningSockets listening, Transport sockets, SharedByLanes shared, Liveness liveness) {
        MigratingEventLoop loop =
                new MigratingEventLoop(sockets.handlers(), setup.options().value(TcpOptions.SPLIT), setup.context());
        LaneIdentity local = new LaneIdentity(
                setup.jobId(),
                setup.process(),
                number,
                setup.processes(),
                setup.incarnation(),
                new HandshakeProof(setup.secret()));
        ConnectionTable table = new ConnectionTable(local, loop, sockets, shared, liveness, this::lost);
        return new TcpLane(number, loop, table, listening);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String explain() {
        return name + " on " + transport.transport().name() + ": " + transport.reason() + "; " + lanes[0].explain()
                + "; lanes: " + lanes.length + " (" + choice.reason() + ")";
    }

    // ---- lanes ----

    @Override
    public int lanes() {
        return lanes.length;
    }

    @Override
    public NetworkLane lane(int endpoint) {
        return lanes[endpoint % lanes.length];
    }

    private boolean areAll(Predicate<TcpLane> property) {
        return Arrays.stream(lanes).allMatch(property);
    }

    /** Throws in an upcall: two threads that hold one loop each and wait for the other's would wait for ever. */
    private void checkNoUpcall(String operation) {
        if (lanes.length > 1 && !areAll(lane -> !lane.isHeldByMe())) {
            throw new IllegalStateException("not in an upcall: operation=" + operation);
        }
    }

    @Override
    public BusinessCard init() {
        List<TcpAddress> addresses = new ArrayList<>();
        for (TcpLane lane : lanes) {
            addresses.add(lane.open(lanes[0]));
        }
        return new LaneCard(addresses).toCard();
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        if (process < 0 || process >= LaneNumber.PROCESSES || process == setup.process()) {
            throw new SennitException(ErrorClass.ARG, "no process to connect to, process=" + process);
        }
        List<TcpAddress> theirs = LaneCard.of(card).lanes();
        checkNoUpcall("connect");
        Connection[][] all = new Connection[lanes.length][theirs.size()];
        for (int own = 0; own < all.length; own++) {
            for (int peer = 0; peer < theirs.size(); peer++) {
                all[own][peer] = lanes[own].connect(process, peer, theirs.get(peer));
            }
        }
        if (all.length * theirs.size() > 1) {
            Arrays.stream(all).flatMap(Arrays::stream).forEach(each -> each.useLanes(all));
        }
        return all[0][0];
    }

    @Override
    public VirtualConnection connectToRoot(BusinessCard card) {
        TcpAddress first = TcpAddress.of(card);
        checkNoUpcall("connectToRoot");
        return lanes[0].connectToRoot(first);
    }

    // ---- progress, for threads that are no endpoint's ----

    @Override
    public int poll(PollDirection direction, int workLimit) {
        if (lanes.length == 1) {
            return lanes[0].poll(direction, workLimit);
        }
        int done = 0;
        for (TcpLane lane : lanes) {
            done += lane.poll(direction, Math.max(1, workLimit - done));
        }
        return done;
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        if (lanes.length == 1) {
            lanes[0].await(waiter, timeoutNs);
            return;
        }
        checkNoUpcall("await");
        if (poll(PollDirection.IN_FIRST, Integer.MAX_VALUE) == 0) {
            lanes[0].await(waiter, Math.min(timeoutNs, OTHER_LANES_NS));
        }
    }

    @Override
    public void wake(Thread thread) {
        lanes[0].wake(thread); // where it is blocked, if it waits for all
    }

    @Override
    public NetworkCapabilities capabilities() {
        return new NetworkCapabilities(Set.of(LargeMessageMode.NULL), true, true, true, false);
    }

    // ---- rest ----

    @Override
    public void quiesce(long timeoutNs) {
        checkNoUpcall("quiesce");
        resting.lock();
        try {
            if (isClosed.get()) {
                throw new SennitException(ErrorClass.NETWORK, "the network has been closed");
            }
            if (!isAtRest) {
                comeToRest(setup.context().nanoTime() + timeoutNs);
                isAtRest = true;
            }
        } finally {
            resting.unlock();
        }
    }

    /** Brings all lanes to rest at once, because the peers' lanes wait for each of them. */
    private void comeToRest(long deadlineNs) {
        for (TcpLane lane : lanes) {
            lane.beginRest();
        }
        while (!haveAllRested()) {
            long leftNs = deadlineNs - setup.context().nanoTime();
            if (leftNs <= 0) {
                for (TcpLane lane : lanes) {
                    lane.endRest();
                }
                throw new SennitException(ErrorClass.TIMEOUT, "the network has not come to rest in time");
            }
            pollOrPause(leftNs);
        }
    }

    private boolean haveAllRested() {
        boolean haveAll = true;
        for (TcpLane lane : lanes) {
            haveAll &= lane.rest();
        }
        return haveAll;
    }

    private void pollOrPause(long mostNs) {
        if (poll(PollDirection.IN_FIRST, Integer.MAX_VALUE) == 0) {
            lanes[0].await(() -> false, Math.min(mostNs, LOOK_NS));
        }
    }

    @Override
    public void resume() {
        checkNoUpcall("resume");
        resting.lock();
        try {
            if (isAtRest && !isClosed.get()) {
                for (TcpLane lane : lanes) {
                    lane.endRest();
                }
                isAtRest = false;
            }
        } finally {
            resting.unlock();
        }
    }

    // ---- failure and the end ----

    @Override
    public void peerDied(int process, Throwable cause) {
        for (TcpLane lane : lanes) {
            lane.died(process, cause);
        }
    }

    /**
     * Loses the other connections to a dead process. Called with the loop of the connection held: takes the other loops
     * for a moment only, and waits for none.
     */
    private void lost(Connection by, Throwable cause) {
        for (TcpLane lane : lanes) {
            lane.lost(by, cause);
        }
    }

    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        long deadlineNs = setup.context().nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(setup.options().value(TcpOptions.CLOSE_TIMEOUT));
        for (TcpLane lane : lanes) {
            lane.beginLeaving();
        }
        boolean isGone = false;
        while (!areAll(TcpLane::isIdle)) {
            long now = setup.context().nanoTime();
            if (!isGone && areAll(TcpLane::isFlushed)) {
                isGone = true; // all has gone; the peers' farewells are a courtesy that a computing peer may owe us
                deadlineNs = Math.min(deadlineNs, now + FAREWELL_NS);
            }
            long leftNs = deadlineNs - now;
            if (leftNs <= 0) {
                break;
            }
            pollOrPause(leftNs);
        }
        for (TcpLane lane : lanes) {
            lane.close();
        }
    }
}
