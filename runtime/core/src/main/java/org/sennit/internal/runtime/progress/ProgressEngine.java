package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.trace.ParkEvent;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;

/**
 * The progress of one endpoint: its {@link DutyCycle}, and a wait that spins, yields, and then sleeps where the whole
 * process sleeps.
 *
 * <p>{@link #poll} and {@link #await} belong to the thread that drives the endpoint; {@link #signal} to all others. The
 * subclasses, for threads that share an endpoint and for checked mode, are chosen when the endpoint is made: where they are
 * not loaded they cost nothing.
 */
@SuppressWarnings("this-escape") // subclasses are of this package and add nothing that a registered engine needs
public class ProgressEngine extends DutyCycle {
    /**
     * A virtual thread that tests in a loop parks after this number of failed tests, some 10 µs: else the threads that
     * it waits for may never get a carrier. A yield does not suffice: with one carrier the scheduler prefers the loop to a
     * thread that was unparked from outside (JDK 25).
     */
    private static final int LOOKS_BEFORE_PARK = 256;

    /** Rounds at the start of a wait without a read of the clock, which costs as much as a round: 25 ns. */
    private static final int ROUNDS_WITHOUT_CLOCK = 100;

    private static final VarHandle SLEEPY_WAITS;

    static {
        try {
            SLEEPY_WAITS = MethodHandles.lookup()
                    .findVarHandle(ProgressEngine.class, "sleepyWaits", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RuntimeContext context;
    private final LongWaits longWaits;
    private final WaitPolicy policy;
    private final SleepPlace sleepPlace;
    private final ParkingSpot spot = new ParkingSpot();
    private final Condition mustNotSleep = this::mustNotSleep;

    // Owned by the thread that drives the endpoint.
    private Condition awaited;
    private int seenQuestion; // before the last sleep
    private int looksInVain; // where several threads share the endpoint a lost count delays a park

    // Opaque stores by the endpoint's thread: odd from the first sleep of a wait until its end. Opaque load by the
    // thread that looks for long waits: an old value delays what it does.
    private long sleepyWaits;

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
        super(context, health, inbox, network, isSole);
        this.context = context;
        this.longWaits = health.longWaits();
        this.policy = new WaitPolicy(context, strategy, permits);
        this.sleepPlace = sleepPlace;
        health.register(this);
    }

    /** Returns the wait here that is known to be long, or null; where threads share the endpoint that of one. Any thread. */
    public LongWait longWait() {
        return longWait;
    }

    /** Returns whether a wait here is known to be long, from its first answer to its end. Any thread. */
    public boolean isKnown() {
        return longWait != null;
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

    /**
     * As {@link #roundsAtOnce}, for a call in whose middle nothing else may run: its beginning has given the turn.
     *
     * @return rounds, at least 1
     */
    public int roundsNow() {
        return policy.maySpin() && !isNetworkNear() ? ROUNDS_WITHOUT_CLOCK : 1;
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
                long networkBefore = networkWork();
                int done = poll();
                boolean hasWorked = done > 0;
                if (hasWorked) {
                    work += done - (networkWork() - networkBefore);
                }
                boolean isMet = condition.isMet();
                if (isIdle && (hasWorked || isMet)) {
                    policy.countTurn(isPeerHere);
                }
                if (isMet) {
                    policy.waitEnds(hasSlept);
                    return true;
                }
                health().check();
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
                    lookSoon(); // a yield costs as much as a look at the network: look in every round
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
        while (hasMessages()) {
            poll();
            health().check();
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
        return hasOwnWork() || condition == null || condition.isMet() || health().isOver() || isAsked(seenQuestion);
    }

    @Override
    public void check() {
        health().check();
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

    /** Returns where the thread that drives the endpoint announces that it parks; for those that wake it. */
    public ParkingSpot spot() {
        return spot;
    }

    /** Returns where it sleeps; for those that wake it. */
    public SleepPlace sleepPlace() {
        return sleepPlace;
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
