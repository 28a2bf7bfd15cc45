package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Abandonable;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * The duty cycle of an endpoint: its own inbox in every round, the network in every k-th, and work deferred by other
 * threads. {@link ProgressEngine} adds waiting.
 *
 * <p>{@link #poll} belongs to the thread that drives the endpoint; any thread may defer work to it.
 */
abstract class DutyCycle extends SoleUser implements Progress {
    /**
     * Rounds between two polls of the network while nothing suggests an arrival: a poll of epoll costs
     * 500 ns, a poll of the inbox 5 ns.
     */
    private static final int NETWORK_INTERVAL = 32;

    /**
     * While the interval is below this, the network has recently had an arrival, and a wait begins with polls of it.
     */
    private static final int NEAR_INTERVAL = 3;

    /**
     * Calls of {@link #giveTurnSeldom} from one turn of others to the next where a poll of the network is nearly free,
     * a power of two. A message that a turn finds before the call is ready for it takes the longer way through the
     * inbox: an allreduce of 8 B between two JVMs took .32 to .46 us by its schedule with a turn in every call, .22
     * without (near cores).
     */
    private static final int CALLS_A_TURN = 16;

    private static final VarHandle NETWORK_ROUNDS =
            FieldHandle.of(MethodHandles.lookup(), DutyCycle.class, "networkRounds", long.class);

    private final JobHealth health;
    private final WorkSource inbox;
    private final WorkSource network;
    private final ExtraWork extra;
    private final AtomicInteger openEvents = new AtomicInteger(); // of any thread

    // Owned by the thread that drives the endpoint.
    private int round;
    private final int mostInterval; // rounds between two polls of the network
    private int networkInterval;
    private int calls; // of giveTurnSeldom, where a poll of the network is nearly free
    private final WorkSource cheapNetwork; // null: a poll of it is not nearly free

    // Opaque store by the endpoint's thread, opaque load by threads that check whether it still polls: a stale value is
    // harmless.
    private long networkRounds;

    private long networkWork; // as round: the sum of the results of network polls

    DutyCycle(RuntimeContext context, JobHealth health, WorkSource inbox, WorkSource network, boolean isSole) {
        super(isSole);
        this.health = health;
        this.inbox = inbox;
        this.network = network;
        this.extra = new ExtraWork(context);
        this.mostInterval = network != null && network.isCheap() ? 1 : NETWORK_INTERVAL;
        this.networkInterval = mostInterval;
        this.cheapNetwork = mostInterval == 1 ? new CheapNetwork() : null;
    }

    @Override
    public int poll() {
        int work = inbox.doWork();
        if (extra.isWanted()) {
            work += extra.advance();
        }
        if (network != null && ++round >= networkInterval) {
            work += pollNetwork();
        }
        return work;
    }

    /**
     * Makes progress for an endpoint whose program has ended with operations under way. One thread at a time.
     *
     * @return the work done, 0 for none
     */
    public final int carryOn() {
        admitFinisher();
        extra.unbind();
        return extra.isWanted() ? extra.advance() : 0;
    }

    /** Returns whether {@link #carryOn} may have work. For the thread that calls it. */
    public final boolean hasLeftWork() {
        return extra.isWanted();
    }

    @Override
    public void eventBegins() {
        openEvents.incrementAndGet();
    }

    @Override
    public void eventEnds() {
        openEvents.decrementAndGet();
    }

    /**
     * Returns whether a generalized request is incomplete, so that any thread of the program may end a wait of this
     * endpoint. Any thread.
     */
    public boolean hasOpenEvents() {
        return openEvents.get() > 0;
    }

    private int pollNetwork() {
        round = 0;
        NETWORK_ROUNDS.setOpaque(this, networkRounds + 1);
        int work = network.doWork();
        networkWork += work;
        // After an arrival the network is polled in every round, until it has been silent for a while.
        networkInterval = work > 0 ? 1 : Math.min(networkInterval + 1, mostInterval);
        return work + inbox.doWork();
    }

    /**
     * Counts a round of a call, as {@link ProgressEngine#roundsAtOnce}; now and then runs all other work, including the
     * user's actions.
     */
    public void giveTurn() {
        if (++round >= networkInterval) {
            turnOfOthers();
        }
    }

    /**
     * As {@link #giveTurn}, for a call that polls {@link #cheapNetwork()} itself until its message comes: where there
     * is one, only work that is known to wait gets a turn in every call.
     */
    public void giveTurnSeldom() {
        if (cheapNetwork == null) {
            giveTurn();
        } else if (extra.isWanted() || (++calls & CALLS_A_TURN - 1) == 0) {
            turnOfOthers();
        }
    }

    /** Returns the network if a poll of it is nearly free, so that receives that spin poll it, too; else null. */
    public WorkSource cheapNetwork() {
        return cheapNetwork;
    }

    /** The network as receives poll it: polls of those that spin count, short looks do not. */
    private final class CheapNetwork implements WorkSource {
        @Override
        public int doWork() {
            NETWORK_ROUNDS.setOpaque(DutyCycle.this, networkRounds + 1);
            return network.doWork();
        }

        @Override
        public int doWork(int limit) { // not counted: a program that only starts receives does not serve others
            return network.doWork(limit);
        }

        @Override
        public boolean hasWork() {
            return network.hasWork();
        }
    }

    private void turnOfOthers() {
        if (network == null) {
            round = 0;
        }
        poll();
    }

    /** Polls the network once before a sleep; returns whether it had work. */
    final boolean hasPolledNetwork() {
        return network != null && pollNetwork() > 0;
    }

    /** Returns whether there is work for the endpoint's own threads only. Checked by them before they sleep. */
    final boolean hasOwnWork() {
        return inbox.hasWork() || extra.hasWork();
    }

    /** Returns whether there is an action for the calling thread only. */
    final boolean hasBoundAction() {
        return extra.hasBoundAction();
    }

    /** Defers an action to one of the threads that share the endpoint. */
    final void bind(Thread thread, Runnable action) {
        extra.defer(thread, action);
    }

    /** Returns whether there may be work for the endpoint's own threads. Any thread. */
    final boolean mayHaveOwnWork() {
        return inbox.hasWork() || extra.isWanted();
    }

    /** Returns the health of the job. */
    final JobHealth health() {
        return health;
    }

    @Override
    public void add(ProgressHook hook) {
        extra.add(hook);
    }

    /** Returns a copy of the work that has been added and is not over; for the thread that drives the endpoint. */
    public final List<ProgressHook> hooks() {
        return extra.hooks();
    }

    @Override
    public void defer(Runnable action) {
        extra.defer(action);
        signal();
    }

    @Override
    public void watch(Abandonable watcher) {
        extra.watch(watcher);
        if (health.isOver()) { // the end may have been missed
            over();
        }
    }

    @Override
    public void unwatch(Abandonable watcher) {
        extra.unwatch(watcher);
    }

    @Override
    public void over() {
        try {
            health.check();
        } catch (SennitException reason) {
            extra.abandon(reason);
        }
    }

    /** Returns how often this endpoint has polled the network, without short looks. Any thread. */
    public long networkRounds() {
        return (long) NETWORK_ROUNDS.getOpaque(this);
    }

    /** Returns the sum of the results of network polls. */
    final long networkWork() {
        return networkWork;
    }

    /** Makes the next round poll the network. */
    final void lookSoon() {
        round = networkInterval;
    }

    /** Returns whether the network has recently had an arrival, and polls of it are not free. */
    final boolean isNetworkNear() {
        return networkInterval < NEAR_INTERVAL && mostInterval > 1;
    }

    /** Returns whether the inbox has messages. */
    final boolean hasMessages() {
        return inbox.hasWork();
    }
}
