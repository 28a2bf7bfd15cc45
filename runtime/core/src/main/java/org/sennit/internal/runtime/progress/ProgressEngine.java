package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.trace.ParkEvent;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Abandonable;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * The duty cycle of one endpoint: its own inbox in every round, the network in every k-th, and a wait that spins,
 * yields, and then sleeps where the whole process sleeps.
 *
 * <p>{@link #poll} and {@link #await} belong to the thread that drives the endpoint; {@link #signal} to all others. The
 * subclasses, for threads that share an endpoint and for checked mode, are chosen when the endpoint is made: where they are
 * not loaded they cost nothing.
 */
@SuppressWarnings("this-escape") // subclasses are of this package and add nothing that a registered engine needs
public class ProgressEngine extends SoleUser implements Progress {
    /**
     * Rounds between two polls of the network while nothing suggests an arrival: a poll of epoll costs
     * 500 ns, a poll of the inbox 5 ns.
     */
    private static final int NETWORK_INTERVAL = 32;

    /**
     * A virtual thread that tests in a loop parks after this number of failed tests, some 10 µs: else the threads that
     * it waits for may never get a carrier. A yield does not suffice: with one carrier the scheduler prefers the loop to a
     * thread that was unparked from outside (JDK 25).
     */
    private static final int LOOKS_BEFORE_PARK = 256;

    /** While the interval is below this, the network has just had an arrival: a wait begins with polls of it. */
    private static final int NEAR_INTERVAL = 3;

    /** Rounds at the start of a wait without a read of the clock, which costs as much as a round: 25 ns. */
    private static final int ROUNDS_WITHOUT_CLOCK = 100;

    private static final VarHandle NETWORK_ROUNDS;
    private static final VarHandle SLEEPY_WAITS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NETWORK_ROUNDS = lookup.findVarHandle(ProgressEngine.class, "networkRounds", long.class)
                    .withInvokeExactBehavior();
            SLEEPY_WAITS = lookup.findVarHandle(ProgressEngine.class, "sleepyWaits", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RuntimeContext context;
    private final JobHealth health;
    private final LongWaits longWaits;
    private final WaitPolicy policy;
    private final SleepPlace sleepPlace;
    private final WorkSource inbox;
    private final WorkSource network;
    private final ParkingSpot spot = new ParkingSpot();
    private final Condition mustNotSleep = this::mustNotSleep;
    private final ExtraWork extra;
    private final AtomicInteger openEvents = new AtomicInteger(); // of any thread

    // Owned by the thread that drives the endpoint.
    private Condition awaited;
    private int round;
    private int looksInVain; // where several threads share the endpoint a lost count delays a park
    private final int mostInterval; // between two looks at the network
    private int networkInterval;

    // Opaque store by the endpoint's thread, opaque load by threads that ask whether it still polls: an old value is
    // harmless.
    private long networkRounds;

    // Opaque stores by the endpoint's thread: odd from the first sleep of a wait until its end. Opaque load by the
    // thread that looks for long waits: an old value delays what it does.
    private long sleepyWaits;

    private long networkWork; // as round: what polls of the network have returned
    private int seenQuestion; // of the endpoint's thread: before the last sleep

    // Volatile stores by the endpoint's thread, volatile load by the thread that looks for long waits; null while the
    // wait is not known to be long.
    private volatile LongWait longWait;

    // Of the thread that looks for long waits.
    private long seenWait;
    private long seenSinceNs;

    /**
     * Makes the engine of an endpoint.
     *
     * @param context clock and parking
     * @param health asked by every wait
     * @param strategy how to wait
     * @param permits for those that wait awake, shared by the endpoints of a process
     * @param sleepPlace where to sleep
     * @param inbox the endpoint's own work
     * @param network the process's network, or null without one
     */
    public ProgressEngine(
            RuntimeContext context,
            JobHealth health,
            WaitStrategy strategy,
            YieldPermits permits,
            SleepPlace sleepPlace,
            WorkSource inbox,
            WorkSource network) {
        this(context, health, strategy, permits, sleepPlace, inbox, network, true);
    }

    /** As above; for subclasses that look after threads themselves, {@code isSole} is false. */
    ProgressEngine(
            RuntimeContext context,
            JobHealth health,
            WaitStrategy strategy,
            YieldPermits permits,
            SleepPlace sleepPlace,
            WorkSource inbox,
            WorkSource network,
            boolean isSole) {
        super(isSole);
        this.context = context;
        this.extra = new ExtraWork(context);
        this.health = health;
        this.longWaits = health.longWaits();
        this.policy = new WaitPolicy(context, strategy, permits);
        this.sleepPlace = sleepPlace;
        this.inbox = inbox;
        this.network = network;
        this.mostInterval = network != null && network.isCheap() ? 1 : NETWORK_INTERVAL;
        this.networkInterval = mostInterval;
        health.register(this);
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
     * Makes progress for an endpoint whose program has ended and left operations under way. For one thread at a time.
     *
     * @return the work done, 0 for none
     */
    public final int carryOn() {
        extra.unbind();
        return extra.isWanted() ? extra.advance() : 0;
    }

    /** Returns whether {@link #carryOn} may find something; for the thread that calls it. */
    public final boolean hasLeftWork() {
        return extra.isWanted();
    }

    /** Returns the wait here that is known to be long, or null; where threads share the endpoint that of one. Any thread. */
    public LongWait longWait() {
        return longWait;
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
     * Returns whether a generalized request is not complete: any thread of the program may bring about what this endpoint
     * waits for. Any thread.
     */
    public boolean hasOpenEvents() {
        return openEvents.get() > 0;
    }

    /** Returns whether a wait here is known to be long, from its first answer to its end. Any thread. */
    public boolean isKnown() {
        return longWait != null;
    }

    private int pollNetwork() {
        round = 0;
        NETWORK_ROUNDS.setOpaque(this, networkRounds + 1);
        int work = network.doWork();
        networkWork += work;
        // Where the network has just had something it is asked in every round, until it has been silent for a while.
        networkInterval = work > 0 ? 1 : Math.min(networkInterval + 1, mostInterval);
        return work + inbox.doWork();
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) { // overridden only where a job is watched
        enter(condition);
        boolean isMet = isMetSoon(condition) || awaitByClock(condition, timeoutNs);
        leave(condition);
        return isMet;
    }

    private boolean isMetSoon(Condition condition) {
        if (policy.maySpin()) {
            for (int i = 0; i < ROUNDS_WITHOUT_CLOCK; i++) {
                poll();
                if (condition.isMet()) {
                    return true;
                }
                context.spin();
            }
        }
        return false;
    }

    @Override
    public int test(Object what) {
        enter(what);
        int work = poll();
        leave(what);
        return work;
    }

    /**
     * Returns how often a call may look for its message by itself, with a spin hint in between, before it waits here. Counts as
     * a round: now and then all else has its turn, the network in particular.
     *
     * @return rounds, at least 1
     */
    public int roundsAtOnce() {
        giveTurn();
        return roundsNow();
    }

    /** Counts a round of a call, as {@link #roundsAtOnce}: now and then all else has its turn, actions of the user among it. */
    public void giveTurn() {
        if (++round >= networkInterval) {
            turnOfOthers();
        }
    }

    /**
     * As {@link #roundsAtOnce}, for a call in whose middle nothing else may run: its beginning has given the turn.
     *
     * @return rounds, at least 1
     */
    public int roundsNow() {
        boolean isNetworkNear = networkInterval < NEAR_INTERVAL && mostInterval > 1;
        return policy.maySpin() && !isNetworkNear ? ROUNDS_WITHOUT_CLOCK : 1;
    }

    /**
     * Returns the network when a look at it costs next to nothing, so that calls that look for their message look there too;
     * else null.
     */
    public WorkSource cheapNetwork() {
        return mostInterval == 1 ? network : null;
    }

    private void turnOfOthers() {
        if (network == null) {
            round = 0;
        }
        poll();
    }

    /** A wait that is not over at once. */
    boolean awaitByClock(Condition condition, long timeoutNs) { // overridden where several threads may wait
        boolean isOutermost = beginWait(condition);
        try {
            return awaitLong(condition, timeoutNs);
        } finally {
            if (isOutermost) {
                endWait();
            }
        }
    }

    final boolean awaitLong(Condition condition, long timeoutNs) {
        long start = context.nanoTime();
        long idleSince = start;
        boolean isInterrupted = false;
        boolean hasPermit = false;
        boolean isPeerHere = false; // the last round gave it this core for a turn
        boolean isIdle = false; // there was nothing to do in the last round
        boolean hasSlept = false;
        int answered = longWaits.question();
        LongWait known = null; // not null: the wait has been found to be long
        long work = 0; // of this endpoint in this wait, without the network
        long spinNs = policy.spinNs();
        try {
            while (true) {
                long networkBefore = networkWork;
                int done = poll();
                boolean hasWorked = done > 0;
                if (hasWorked) {
                    work += done - (networkWork - networkBefore);
                }
                boolean isMet = condition.isMet();
                if (isIdle && (hasWorked || isMet)) {
                    policy.countTurn(isPeerHere);
                }
                if (isMet) {
                    policy.waitEnds(hasSlept);
                    return true;
                }
                health.check();
                leave(condition); // or what another thread has taken would be waited for
                long now = context.nanoTime();
                if (timeoutNs != Long.MAX_VALUE && now - start >= timeoutNs) {
                    return false;
                }
                int question = longWaits.question();
                if (question != answered && !hasWorked && now - start >= LongWaits.LONG_NS && !hasOwnWork()) {
                    answered = question;
                    boolean isTimed = timeoutNs != Long.MAX_VALUE;
                    known = known == null ? known(condition, start, isTimed) : known;
                    answer(known, condition, work, question);
                    continue;
                }
                idleSince = hasWorked ? now : idleSince;
                long idleNs = now - idleSince;
                isPeerHere = false;
                isIdle = !hasWorked;
                if (idleNs < spinNs) {
                    context.spin();
                } else if (policy.isTimeToYield(idleNs)
                        && (hasPermit || policy.needsNoPermit() || (hasPermit = policy.takePermit()))) {
                    policy.giveWay();
                    isPeerHere = policy.countYield(context.nanoTime() - now);
                    round = networkInterval; // a yield costs as much as a look at the network: look in every round
                } else {
                    hasPermit = policy.returnPermit(hasPermit);
                    if (!hasSlept) {
                        hasSlept = true;
                        countSleepyWait();
                    }
                    policy.sleeps();
                    isInterrupted |= Thread.interrupted(); // a set flag would turn every park into a spin
                    sleep(condition, timeoutNs == Long.MAX_VALUE ? timeoutNs : timeoutNs - (now - start), question);
                    long woken = context.nanoTime();
                    idleSince = policy.idleSinceOf(woken); // look about, yielding, before the next
                    if (policy.isShorterThanATurn(woken - now)) {
                        // Kept awake by what others will take: those may want this core.
                        context.yield();
                    }
                }
            }
        } finally {
            policy.returnPermit(hasPermit);
            if (hasSlept) {
                countSleepyWait();
            }
            if (known != null) {
                forget(known);
            }
            endOfWait();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void countSleepyWait() {
        SLEEPY_WAITS.setOpaque(this, sleepyWaits + 1);
    }

    /** Enters a wait that has become long into the list that the watch of the job reads. */
    LongWait known(Condition condition, long start, boolean isTimed) {
        LongWait wait = new LongWait(this, Thread.currentThread(), start, isTimed, LongWaits.nameOf(condition));
        longWaits.add(wait);
        return wait;
    }

    void forget(LongWait wait) {
        wait.restoreName();
        longWaits.remove(wait);
        longWait = null;
    }

    /** Describes a long wait anew, and ends it when none of those that could end it is left. */
    private void answer(LongWait wait, Condition condition, long work, int question) {
        wait.answer(condition.awaited(), work, question);
        wait.nameThread();
        longWait = wait;
        if (wait.isTimed() || longWaits.hopeless(wait.awaited(), isShared()) == null) {
            return;
        }
        // The messages of endpoints that have ended are in the inbox: they are processed first.
        while (inbox.hasWork()) {
            poll();
            health.check();
        }
        poll();
        SennitException error = condition.isMet() ? null : longWaits.hopeless(condition.awaited(), isShared());
        if (error != null && !condition.isMet()) {
            condition.giveUp(error);
        }
    }

    /** Returns whether there is another question than the last one that a thread has seen. */
    final boolean isAsked(int seen) {
        return longWaits.question() != seen;
    }

    /** Returns whether other threads may use the endpoint while one waits. */
    public boolean isShared() {
        return false;
    }

    /**
     * Returns whether a thread sleeps here for so long that its wait is long, and has not said so; by the thread that looks for long
     * waits.
     *
     * @param nowNs the job's clock
     * @return true when it is to be asked
     */
    public boolean mustAsk(long nowNs) {
        long wait = (long) SLEEPY_WAITS.getOpaque(this);
        if (wait != seenWait) {
            seenWait = wait;
            seenSinceNs = nowNs;
            return false;
        }
        return isSleeping() && longWait == null && nowNs - seenSinceNs >= LongWaits.LONG_NS;
    }

    /** Wakes the threads that sleep here, so that they see the question; by the thread that has asked. */
    public void askWaiting() {
        signal();
    }

    /** Called when a wait that may have slept is over, however it ended. */
    void endOfWait() {}

    /** One sleep, which may end early; there is none when there is another question than the one that has been seen. */
    void sleep(Condition condition, long timeoutNs, int question) {
        if (hasPolledNetwork()) {
            return;
        }
        awaited = condition;
        seenQuestion = question;
        spot.occupy(); // store; the loads in mustNotSleep follow. See ParkingSpot.
        try {
            if (!mustNotSleep() && !isTakenOver()) {
                park(timeoutNs);
            }
        } finally {
            spot.leave();
            awaited = null;
        }
    }

    /** Looks at the network once before a sleep: whether it had something. */
    final boolean hasPolledNetwork() {
        return network != null && pollNetwork() > 0;
    }

    private void park(long timeoutNs) {
        if (!ParkEvent.isOn()) {
            sleepPlace.sleep(mustNotSleep, timeoutNs);
            return;
        }
        ParkEvent event = new ParkEvent();
        event.begin();
        try {
            sleepPlace.sleep(mustNotSleep, timeoutNs);
        } finally {
            event.commit();
        }
    }

    private boolean mustNotSleep() {
        Condition condition = awaited;
        return hasOwnWork() || condition == null || condition.isMet() || health.isOver() || isAsked(seenQuestion);
    }

    /** Returns whether there is something that only the endpoint's own threads do; for those, before they sleep. */
    final boolean hasOwnWork() {
        return inbox.hasWork() || extra.hasWork();
    }

    /** Returns whether there is something that only the calling thread does. */
    final boolean hasBoundAction() {
        return extra.hasBoundAction();
    }

    /** Leaves an action for one of the threads that share the endpoint. */
    final void bind(Thread thread, Runnable action) {
        extra.defer(thread, action);
    }

    /** Returns whether there may be such; for any thread. */
    final boolean mayHaveOwnWork() {
        return inbox.hasWork() || extra.isWanted();
    }

    final JobHealth health() {
        return health;
    }

    @Override
    public void check() {
        health.check();
        if (++looksInVain % LOOKS_BEFORE_PARK == 0 && Thread.currentThread().isVirtual()) {
            context.parkNanos(this, 1);
        }
    }

    @Override
    final void wakeUser() {
        signal();
    }

    @Override
    public void signal() {
        Thread thread = spot.occupant();
        if (thread != null) {
            sleepPlace.wake(thread);
        }
    }

    @Override
    public void add(ProgressHook hook) {
        extra.add(hook);
    }

    @Override
    public void defer(Runnable action) {
        extra.defer(action);
        signal();
    }

    @Override
    public void watch(Abandonable watcher) {
        extra.watch(watcher);
        if (health.isOver()) { // it may have missed the end
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

    /** Returns where the thread that drives the endpoint announces that it parks; for those that wake it. */
    public ParkingSpot spot() {
        return spot;
    }

    /** Returns where it sleeps; for those that wake it. */
    public SleepPlace sleepPlace() {
        return sleepPlace;
    }

    /** Returns how often this endpoint has asked the network. Any thread. */
    public long networkRounds() {
        return (long) NETWORK_ROUNDS.getOpaque(this);
    }

    /** Returns whether this endpoint sleeps where the process sleeps, and so is woken by the network. Any thread. */
    public boolean isSleeping() {
        return spot.occupant() != null;
    }

    /** Returns the clock and the parking of the job. */
    public RuntimeContext context() {
        return context;
    }
}
