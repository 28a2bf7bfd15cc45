package org.sennit.internal.endpoints.device;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sennit.config.Option;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;

/**
 * A thread that serves the network while all endpoints of a process compute, so that connections are accepted, large
 * messages continue, and no peer takes a computing process for dead. At every tick it checks whether an endpoint has
 * polled since the last tick or sleeps in the network, and stays idle if so: a message that an endpoint waits for never
 * passes through this thread. While active-message handlers or windows are open and all endpoints compute, the thread
 * waits in the network instead of ticking, until an endpoint polls again. Each lane is checked separately, since its
 * endpoints serve no other lane.
 */
final class BackgroundProgress implements AutoCloseable {
    /** Whether the thread is started. */
    static final Option<Boolean> OPTION = Option.ofBoolean(
            "net.background",
            true,
            "whether a background thread drives the network while all endpoints of a process compute");

    // A tick costs 5 to 50 µs, most of it the timer: every 2 ms it took .4 to 2.5 % of a core on an idle machine.
    private static final long SHORTEST_TICK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_TICK_NS = TimeUnit.MILLISECONDS.toNanos(64);
    private static final long COMPUTING_TICK_NS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long ENGAGED_TICK_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LOOK_NS =
            TimeUnit.MILLISECONDS.toNanos(10); // between polls, for work that only polls advance
    private static final long JOIN_NS = TimeUnit.MILLISECONDS.toNanos(10);

    // Rules of thumb, not measured.
    private static final int POLLS_A_TICK = 64;
    private static final int WORK_A_POLL = 64;

    private final RuntimeContext context;
    private final NetworkModule network;
    private final int lanes;
    private final Supplier<List<LocalEndpoint>> endpoints;
    private final Consumer<Throwable> failed;
    private final int crowd;
    private final Thread thread;

    // Owned by the thread.
    private final Map<ProgressEngine, Long> roundsSeen = new WeakHashMap<>(); // endpoints come and go

    // The number of open handlers and windows. Any thread changes it, then wakes this thread, which reads it at every
    // tick.
    private final AtomicInteger engagements = new AtomicInteger();

    // Volatile store by the thread before it waits in the network, and by an endpoint that polls; volatile load by
    // every poll of an endpoint, and by the thread.
    private volatile boolean isWaiting;

    // Volatile store by close, volatile load by the thread at every tick.
    private volatile boolean isClosed;

    private final NetworkWaiter left = () -> !isWaiting || isClosed;

    /**
     * Makes the thread.
     *
     * @param failed called by it when an error ends it
     * @param hostProcesses the processes of the job on this host; the more of them a core has, the longer the ticks
     */
    BackgroundProgress(
            RuntimeContext context,
            NetworkModule network,
            Supplier<List<LocalEndpoint>> endpoints,
            Consumer<Throwable> failed,
            int hostProcesses) {
        this.context = context;
        this.network = network;
        this.lanes = network.lanes();
        this.endpoints = endpoints;
        this.failed = failed;
        this.crowd = Math.max(1, hostProcesses / context.availableProcessors());
        this.thread = context.newThread("sennit-background", false, this::run);
    }

    void start() {
        context.start(thread);
    }

    /** Makes the thread serve requests of other processes at once, without waiting for a tick. */
    void engage() {
        if (engagements.getAndIncrement() == 0) {
            context.unpark(thread);
        }
    }

    /** Undoes one {@link #engage}. */
    void disengage() {
        engagements.decrementAndGet();
    }

    private boolean isEngaged() {
        return engagements.get() > 0;
    }

    /** Called by an endpoint before it polls, except for short looks: the thread leaves the network to it. One load. */
    void endpointPolls() {
        if (isWaiting) {
            isWaiting = false;
            network.wake(thread);
        }
    }

    private void run() {
        try {
            serve();
        } catch (Throwable e) { // without this thread others would wait for this process in vain while it computes
            failed.accept(e);
        }
    }

    private void serve() {
        long tickNs = SHORTEST_TICK_NS;
        while (!isClosed) {
            context.parkNanos(this, tickNs);
            boolean hasWorked = false;
            boolean isAnyServed = false;
            for (int lane = 0; lane < lanes && !isClosed; lane++) {
                boolean isServed = isServed(lane);
                isAnyServed |= isServed;
                hasWorked |= !isServed && poll(network.lane(lane));
            }
            if (!isAnyServed && isEngaged()) {
                await();
            }
            tickNs = hasWorked ? SHORTEST_TICK_NS : Math.min(tickNs * 2, longestTick());
        }
    }

    /** Waits in the network until an endpoint polls again. */
    private void await() {
        // Volatile store, then the check of the endpoints; an endpoint counts its poll, then loads this. An endpoint
        // that is missed polls again, or sleeps while this thread works for it.
        isWaiting = true;
        boolean isServed = false;
        for (int lane = 0; lane < lanes; lane++) {
            isServed |= isServed(lane);
        }
        while (!isServed && isWaiting && !isClosed && isEngaged()) {
            network.await(left, LOOK_NS);
            poll(network);
        }
        isWaiting = false;
    }

    /**
     * Returns the longest tick: short while endpoints compute, since a peer may need service at any time, longer while
     * they serve the network themselves; short while handlers are open, to notice soon that endpoints compute. With
     * several processes a core the turns of a computing endpoint are far apart, and ticks of 4 ms are for nothing: cg S
     * on 32 processes and two cores spent 11 % of its processor time in them.
     */
    private long longestTick() {
        if (isEngaged()) {
            return ENGAGED_TICK_NS;
        }
        return hasSleeper() ? LONGEST_TICK_NS : Math.min(COMPUTING_TICK_NS * crowd, LONGEST_TICK_NS);
    }

    private boolean hasSleeper() {
        for (LocalEndpoint endpoint : endpoints.get()) {
            if (endpoint.progress().isSleeping()) {
                return true;
            }
        }
        return false;
    }

    private boolean isServed(int lane) {
        boolean isServed = false;
        for (LocalEndpoint endpoint : endpoints.get()) {
            if (endpoint.id() % lanes != lane) {
                continue;
            }
            ProgressEngine progress = endpoint.progress();
            Long rounds = progress.networkRounds();
            isServed |= !rounds.equals(roundsSeen.put(progress, rounds)) || progress.isSleeping();
        }
        return isServed;
    }

    private boolean poll(NetworkLane lane) {
        int polls = 0;
        while (polls < POLLS_A_TICK && !isClosed && lane.poll(PollDirection.OUT_FIRST, WORK_A_POLL) > 0) {
            polls++;
        }
        return polls > 0;
    }

    /** Ends the thread; returns when it has ended. */
    @Override
    public void close() {
        isClosed = true;
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            context.unpark(thread);
            endpointPolls();
            try {
                context.join(thread, JOIN_NS);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
