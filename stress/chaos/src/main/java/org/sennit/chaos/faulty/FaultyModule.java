package org.sennit.chaos.faulty;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.NetworkCapabilities;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.SharedMemoryName;
import org.sennit.spi.network.VirtualConnection;

/**
 * A module that makes the faults of a {@link FaultPlan} above another one. Every process of the job must use it. Any
 * thread may call any method.
 *
 * <p>Time is counted in rounds: one for each poll, and some for each look of a thread of its own, which runs only while
 * something is held back. Surprise: an upcall may run on that thread too.
 */
public final class FaultyModule implements NetworkModule, SharedMemoryModule, JoiningModule, QuiescentModule {
    private static final int ROUNDS_PER_LOOK = 64;
    private static final long LOOK_NS = 50_000;

    private final FaultPlan plan;
    private final int process;
    private final RuntimeContext context;
    private final NetworkUpcalls upcalls;
    private final NetworkModule inner;
    private final long killAfter; // 0: never
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong handedUp = new AtomicLong();
    private final AtomicLong round = new AtomicLong();
    private final Set<FaultyConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<FaultyConnection> held = ConcurrentHashMap.newKeySet();
    private final Set<Thread> inUpcall = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosing;
    private volatile boolean isClosed;
    private volatile Thread looking;
    private volatile Throwable death;

    FaultyModule(NetworkSetup setup, FaultPlan plan, NetworkModuleFactory innerFactory) {
        this.plan = plan;
        this.process = setup.process();
        this.context = setup.context();
        this.upcalls = setup.upcalls();
        this.inner = innerFactory.create(setup.withUpcalls(new FromBeneath()).withEndpoints(setup.endpoints()));
        this.killAfter = plan.killAfter(process, setup.processes());
    }

    // ---- for its connections ----

    FaultPlan plan() {
        return plan;
    }

    int process() {
        return process;
    }

    NetworkUpcalls upcalls() {
        return upcalls;
    }

    long round() {
        return round.get();
    }

    /** Returns the number of messages, or pieces of long ones, that have been handed up. */
    long handedUp() {
        return handedUp.get();
    }

    void countHandedUp() {
        handedUp.incrementAndGet();
    }

    boolean isHolding() {
        return !isClosing;
    }

    boolean isOpen() {
        return !isClosed;
    }

    void checkOpen() {
        if (isClosed) {
            throw new SennitException(ErrorClass.NETWORK, "the network has been closed");
        }
    }

    /** Called when something of a connection is held back: a worker looks at it, even when no endpoint polls. */
    void hold(FaultyConnection connection) {
        if (held.add(connection) && looking != null) {
            context.unpark(looking);
        }
    }

    boolean enterUpcall() {
        return inUpcall.add(Thread.currentThread());
    }

    void leaveUpcall(boolean isOutermost) {
        if (isOutermost) {
            inUpcall.remove(Thread.currentThread());
        }
    }

    /** Counts a message; with the last one this process is dead. */
    void countMessage() {
        if (messages.incrementAndGet() == killAfter) {
            death = new SennitException(
                    ErrorClass.PROC_FAILED, "this process was killed by net.faulty=" + plan + ", process=" + process);
            connections.forEach(each -> each.sends().lose(Loss.here(death, true)));
        }
    }

    /** Returns the connection on top of one beneath; made at the first call or the first upcall. */
    FaultyConnection connectionOf(VirtualConnection vc) {
        if (vc.attachment() instanceof FaultyConnection connection) {
            return connection;
        }
        synchronized (connections) {
            if (vc.attachment() instanceof FaultyConnection connection) {
                return connection;
            }
            FaultyConnection connection = new FaultyConnection(this, vc);
            vc.attach(connection);
            connections.add(connection);
            if (death != null) {
                connection.sends().lose(Loss.here(death, true));
            }
            return connection;
        }
    }

    /** The device of the module beneath. */
    private final class FromBeneath implements NetworkUpcalls {
        @Override
        public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
            connectionOf(vc).handle(fragment);
        }

        @Override
        public void terminated(VirtualConnection vc) {
            connectionOf(vc).terminatedBeneath();
        }

        @Override
        public void failed(VirtualConnection vc, Throwable cause) {
            connectionOf(vc).lostBeneath(cause);
        }
    }

    // ---- looking after what is held back ----

    private void look() {
        while (!isClosing) {
            context.parkNanos(this, held.isEmpty() ? Long.MAX_VALUE : LOOK_NS);
            round.addAndGet(ROUNDS_PER_LOOK);
            workHeld();
        }
    }

    private int workHeld() {
        int done = 0;
        if (!held.isEmpty()) {
            for (FaultyConnection each : held.toArray(FaultyConnection[]::new)) { // one look each: rounds must go on
                held.remove(each); // it comes back when it must still wait
                done += each.sends().work();
                each.handUp();
            }
        }
        return done;
    }

    // ---- the module ----

    /** Returns an extension that the module beneath has, too. */
    @Override
    public <T> T extension(Class<T> type) {
        return inner.extension(type) == null ? null : NetworkModule.super.extension(type);
    }

    @Override
    public String name() {
        return "faulty+" + inner.name();
    }

    @Override
    public String explain() {
        return "net.faulty=" + plan + " over " + inner.explain();
    }

    @Override
    public BusinessCard init() {
        BusinessCard card = inner.init();
        Thread thread = context.newThread("sennit-faulty", false, this::look);
        looking = thread;
        thread.start();
        return card;
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        return connectionOf(inner.connect(process, card));
    }

    @Override
    public VirtualConnection connectToRoot(BusinessCard card) {
        return connectionOf(inner.require(JoiningModule.class).connectToRoot(card));
    }

    @Override
    public int poll(PollDirection direction, int workLimit) {
        return poll(inner, direction, workLimit);
    }

    private int poll(NetworkLane beneath, PollDirection direction, int workLimit) {
        round.incrementAndGet();
        return workHeld() + beneath.poll(direction, workLimit);
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        await(inner, waiter, timeoutNs);
    }

    private void await(NetworkLane beneath, NetworkWaiter waiter, long timeoutNs) {
        if (inUpcall.contains(Thread.currentThread())) {
            throw new IllegalStateException("an upcall must not wait for messages");
        }
        beneath.await(waiter, timeoutNs);
    }

    @Override
    public int lanes() {
        return inner.lanes();
    }

    @Override
    public NetworkLane lane(int endpoint) {
        return inner.lanes() == 1 ? this : new Lane(inner.lane(endpoint));
    }

    /** A lane of the module beneath; what is held back belongs to no lane. */
    private final class Lane implements NetworkLane {
        private final NetworkLane beneath;

        Lane(NetworkLane beneath) {
            this.beneath = beneath;
        }

        @Override
        public int poll(PollDirection direction, int workLimit) {
            return FaultyModule.this.poll(beneath, direction, workLimit);
        }

        @Override
        public void await(NetworkWaiter waiter, long timeoutNs) {
            FaultyModule.this.await(beneath, waiter, timeoutNs);
        }

        @Override
        public void wake(Thread thread) {
            beneath.wake(thread);
        }
    }

    @Override
    public void wake(Thread thread) {
        inner.wake(thread);
    }

    @Override
    public boolean isOrdered() {
        return inner.isOrdered() && !plan.has(Fault.REORDER) && !plan.has(Fault.FREEZE);
    }

    @Override
    public NetworkCapabilities capabilities() {
        NetworkCapabilities own = inner.capabilities();
        boolean isCutting = plan.has(Fault.CUT) || plan.has(Fault.KILL);
        return new NetworkCapabilities(
                own.largeMessageModes(),
                own.detectsPeerDeath(),
                own.healsConnections() && !isCutting,
                own.hasListeningPort(),
                own.isSameHostOnly());
    }

    @Override
    public Arena newSharedArena() {
        return inner.require(SharedMemoryModule.class).newSharedArena();
    }

    @Override
    public SharedMemoryName nameOf(MemorySegment memory) {
        return inner.require(SharedMemoryModule.class).nameOf(memory);
    }

    @Override
    public MemorySegment open(String region) {
        return inner.require(SharedMemoryModule.class).open(region);
    }

    @Override
    public void quiesce(long timeoutNs) {
        long startNs = context.nanoTime();
        pollUntil(each -> each.sends().isAtRest(), startNs, timeoutNs);
        inner.require(QuiescentModule.class).quiesce(Math.max(1, timeoutNs - (context.nanoTime() - startNs)));
        pollUntil(each -> each.arrivals().isAtRest(), startNs, timeoutNs);
    }

    private void pollUntil(Predicate<FaultyConnection> isMet, long startNs, long timeoutNs) {
        while (!connections.stream().allMatch(isMet)) {
            if (context.nanoTime() - startNs > timeoutNs) {
                throw new SennitException(ErrorClass.TIMEOUT, "something is still held back");
            }
            if (poll(PollDirection.OUT_FIRST, 64) == 0) {
                context.yield();
            }
        }
    }

    @Override
    public void resume() {
        inner.require(QuiescentModule.class).resume();
    }

    @Override
    public void peerDied(int process, Throwable cause) {
        inner.peerDied(process, cause);
    }

    @Override
    public void close() {
        isClosing = true; // from here on nothing is held back
        if (looking != null) {
            context.unpark(looking);
        }
        for (FaultyConnection each : connections) {
            each.sends().work();
            each.handUp();
        }
        isClosed = true;
        inner.close();
    }
}
