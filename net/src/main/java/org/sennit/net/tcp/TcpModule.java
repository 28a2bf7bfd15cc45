package org.sennit.net.tcp;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.sennit.net.connection.ConnectionSettings;
import org.sennit.net.connection.ConnectionTable;
import org.sennit.net.connection.LocalProcess;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.net.loop.Transport;
import org.sennit.net.tls.TlsSecurity;
import org.sennit.net.wire.HandshakeProof;
import org.sennit.net.wire.TcpAddress;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.BusinessCard;
import org.sennit.runtime.netmod.LargeMessageMode;
import org.sennit.runtime.netmod.NetworkCapabilities;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkSetup;
import org.sennit.runtime.netmod.NetworkWaiter;
import org.sennit.runtime.netmod.PollDirection;
import org.sennit.runtime.netmod.VirtualConnection;

/**
 * The network module over TCP sockets: one loop for all connections of a process, driven by whoever waits, polls or sends.
 * Any thread may call any method; see {@link NetworkModule} for what an upcall must not do.
 *
 * <p>Surprises: with {@code net.split} an upcall never runs on a thread that only sends, without it neither; but callbacks
 * of operations do. Large messages go in null mode.
 */
public final class TcpModule implements NetworkModule {
    private static final long FAREWELL_NS = 200_000_000;
    private static final int MOST_REOPENS = 20;
    private static final long LOOK_NS = 1_000_000;

    private final NetworkSetup setup;
    private final TransportChoice choice;
    private final String name;
    private final ListeningSockets sockets;
    private final MigratingEventLoop loop;
    private final ConnectionTable table;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final ReentrantLock resting = new ReentrantLock();
    private boolean isAtRest; // guarded by resting

    /**
     * Makes a module that does not listen yet.
     *
     * @param setup identity and surroundings
     * @param name the name of its factory
     * @param isUnixDemanded whether processes of one host may meet on Unix sockets alone
     * @throws SennitException with {@link ErrorClass#ARG} when the secret is empty or options contradict each other, with
     *     {@link ErrorClass#UNSUPPORTED} when the transport that was asked for is not there; do not retry
     */
    TcpModule(NetworkSetup setup, String name, boolean isUnixDemanded) {
        this(setup, name, isUnixDemanded, UnaryOperator.identity());
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
        this.setup = setup;
        this.name = name;
        SocketPolicy policy = SocketPolicy.of(setup, isUnixDemanded);
        Options options = setup.options();
        choice = TransportChoice.of(options);
        Transport transport = wire.apply(choice.transport());
        loop = new MigratingEventLoop(transport.handlers(), options.value(TcpOptions.SPLIT), setup.context());
        LocalProcess local = new LocalProcess(
                setup.jobId(),
                setup.process(),
                setup.processes(),
                setup.incarnation(),
                new HandshakeProof(setup.secret()));
        ConnectionSettings settings = new ConnectionSettings(
                options.value(TcpOptions.EAGER_MAX),
                options.value(TcpOptions.PIECE),
                TimeUnit.MILLISECONDS.toNanos(options.value(TcpOptions.HANDSHAKE_TIMEOUT)),
                options.value(TcpOptions.SEND_BUFFER),
                options.value(TcpOptions.RECEIVE_BUFFER),
                options.value(TcpOptions.RESEND),
                TimeUnit.MICROSECONDS.toNanos(options.value(TcpOptions.BATCH_DELAY)),
                options.value(TcpOptions.GATHER_MIN),
                TimeUnit.MILLISECONDS.toNanos(options.value(TcpOptions.SILENCE)));
        TcpRoutes routes = new TcpRoutes(policy, () -> new TlsSecurity(setup.secret()));
        sockets = new ListeningSockets(setup, policy, transport);
        table = new ConnectionTable(local, settings, loop, transport, routes, setup.context(), setup.upcalls());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String explain() {
        return name + " on " + choice.transport().name() + ": " + choice.reason() + "; " + sockets.explain();
    }

    @Override
    public BusinessCard init() {
        return holding(() -> {
            loop.initialize();
            return sockets.open(table).toCard();
        });
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        if (process < 0 || process == setup.process()) {
            throw new SennitException(ErrorClass.ARG, "no process to connect to, process=" + process);
        }
        TcpAddress address = TcpAddress.of(card);
        return holding(() -> table.connect(process, address));
    }

    @Override
    public VirtualConnection connectToRoot(BusinessCard card) {
        TcpAddress address = TcpAddress.of(card);
        return holding(() -> table.connectToRoot(address));
    }

    private <T> T holding(Supplier<T> action) {
        loop.acquire();
        try {
            return action.get();
        } finally {
            loop.release();
        }
    }

    @Override
    public int poll(PollDirection direction, int workLimit) {
        int sent = table.batches().flushNow();
        return sent + loop.poll(direction == PollDirection.OUT_FIRST, workLimit);
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        table.batches().flushNow();
        loop.await(waiter, timeoutNs);
    }

    @Override
    public void wake(Thread thread) {
        loop.wake(thread);
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    public NetworkCapabilities capabilities() {
        return new NetworkCapabilities(Set.of(LargeMessageMode.NULL), true, true, true, false);
    }

    @Override
    public void quiesce(long timeoutNs) {
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

    private void comeToRest(long deadlineNs) {
        inLead(() -> {
            table.beginRest();
            return null;
        });
        while (!inLead(table::rest)) {
            long leftNs = deadlineNs - setup.context().nanoTime();
            if (leftNs <= 0) {
                inLead(() -> {
                    table.endRest();
                    return null;
                });
                throw new SennitException(ErrorClass.TIMEOUT, "the network has not come to rest in time");
            }
            if (loop.poll() == 0) {
                loop.await(() -> false, Math.min(leftNs, LOOK_NS));
            }
        }
    }

    @Override
    public void resume() {
        resting.lock();
        try {
            if (isAtRest && !isClosed.get()) {
                reopen();
                isAtRest = false;
            }
        } finally {
            resting.unlock();
        }
    }

    /** Listens again. A selector of the JDK lets a closed socket go in its next round only, so this may take a few. */
    private void reopen() {
        for (int tries = 0; ; tries++) {
            try {
                inLead(() -> {
                    sockets.reopen(table);
                    table.endRest();
                    return null;
                });
                return;
            } catch (SennitException e) {
                if (tries == MOST_REOPENS) {
                    throw e;
                }
                loop.await(() -> false, LOOK_NS);
            }
        }
    }

    /** Runs something with the loop held while no leader is in the kernel. */
    private <T> T inLead(Supplier<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(() -> loop.runAsLeader(() -> {
            try {
                result.complete(action.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }));
        while (!result.isDone() && !loop.isShuttingDown()) {
            loop.await(result::isDone, LOOK_NS);
        }
        try {
            return result.getNow(null);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public void peerDied(int process, Throwable cause) {
        try {
            loop.execute(() -> table.died(process, cause));
        } catch (RejectedExecutionException e) {
            return; // closed: there is nobody to tell
        }
    }

    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        long deadlineNs = setup.context().nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(setup.options().value(TcpOptions.CLOSE_TIMEOUT));
        holding(() -> {
            table.beginLeaving();
            table.terminateAll();
            return null;
        });
        boolean isGone = false;
        while (!holding(table::isIdle)) {
            long now = setup.context().nanoTime();
            if (!isGone && holding(table::isFlushed)) {
                isGone = true; // all has gone; the peers' farewells are a courtesy that a computing peer may owe us
                deadlineNs = Math.min(deadlineNs, now + FAREWELL_NS);
            }
            long leftNs = deadlineNs - now;
            if (leftNs <= 0) {
                break;
            }
            if (loop.poll() == 0) {
                loop.await(() -> false, Math.min(leftNs, LOOK_NS));
            }
        }
        loop.close(() -> table.close(new SennitException(ErrorClass.SESSION, "the network has been closed")));
        sockets.close();
    }
}
