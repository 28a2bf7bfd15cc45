package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.trace.ParkEvent;
import org.sennit.internal.runtime.trace.ParkRecord;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The progress of one endpoint: its {@link DutyCycle}, and a wait that spins, yields, and then sleeps in the sleeping
 * place of the process.
 *
 * <p>{@link #poll} and {@link #await} belong to the thread that drives the endpoint; {@link #signal} is for all other
 * threads. Subclasses, for shared, checked and observed endpoints, are chosen when the endpoint is made; an unloaded
 * subclass costs nothing.
 */
@SuppressWarnings("this-escape") // subclasses are of this package and add nothing that a registered engine needs
public class ProgressEngine extends DutyCycle {
    /**
     * Failed tests in a loop after which a virtual thread parks (some 10 µs); otherwise the threads that it waits for
     * may never get a carrier. A yield does not suffice: with one carrier the scheduler of JDK 25 prefers the loop to a
     * thread that was unparked from outside.
     */
    private static final int LOOKS_BEFORE_PARK = 256;

    /** Rounds at the start of a wait without a read of the clock, which costs as much as a round: 25 ns. */
    private static final int ROUNDS_WITHOUT_CLOCK = 100;

    private static final VarHandle SLEEPY_WAITS =
            FieldHandle.of(MethodHandles.lookup(), ProgressEngine.class, "sleepyWaits", long.class);

    private final RuntimeContext context;
    private final LongWaits longWaits;
    private final WaitPolicy policy;
    private final SleepPlace sleepPlace;
    private final ParkingSpot spot = new ParkingSpot();
    private final Condition mustNotSleep = this::mustNotSleep;

    // Owned by the thread that drives the endpoint.
    private Condition awaited;
    private int seenQuestion; // as read before the last sleep
    private int looksInVain; // a benign race where several threads share the endpoint: a lost count delays a park

    // Opaque stores by the endpoint's thread: odd from the first sleep of a wait until its end. Opaque load by the
    // thread that looks for long waits: a stale value only delays it.
    private long sleepyWaits;

    // Volatile stores by the endpoint's thread, volatile load by the thread that looks for long waits; null while the
    // wait is not known to be long.
    private volatile LongWait longWait;

    // Volatile stores by the thread that looks for long waits, and, when it has answered, by the endpoint's thread;
    // volatile load by that one in each test, which comes again. Whether to report tests without success.
    private volatile boolean isTestAsked;

    // Owned by the thread that looks for long waits.
    private long seenWait;
    private long seenSinceNs;

    /**
     * Makes the engine of an endpoint.
     *
     * @param context clock and parking
     * @param health asked by every wait
     * @param waits what its waits work with
     * @param inbox the endpoint's own work
     * @param network the process's network, or null without one
     */
    public ProgressEngine(
            RuntimeContext context, JobHealth health, WaitResources waits, WorkSource inbox, WorkSource network) {
        this(context, health, waits, inbox, network, true);
    }

    /** As the public constructor; {@code isSole} is false for subclasses that check threads themselves. */
    ProgressEngine(
            RuntimeContext context,
            JobHealth health,
            WaitResources waits,
            WorkSource inbox,
            WorkSource network,
            boolean isSole) {
        super(context, health, inbox, network, isSole);
        this.context = context;
        this.longWaits = health.longWaits();
        this.policy = new WaitPolicy(context, waits.strategy(), waits.permits());
        this.sleepPlace = waits.sleepPlace();
        health.register(this);
    }

    /** Returns the long wait of this endpoint, or null; of several threads' waits one. Any thread. */
    public LongWait longWait() {
        return longWait;
    }

    /** Returns whether a wait of this endpoint is known as long: from its first answer to its end. Any thread. */
    public boolean isKnown() {
        return longWait != null;
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) { // overridden only where a job is observed
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
        if (takeQuestion()) {
            tell(what);
        }
        leave(what);
        return work;
    }

    @Override
    public int test(Object what, Condition[] all) {
        enter(what);
        int work = poll();
        if (takeQuestion()) {
            for (Condition each : all) {
                tell(each);
            }
        }
        leave(what);
        return work;
    }

    private void tell(Object what) {
        tested(what instanceof Condition condition && !condition.isMet() ? condition.awaited() : null);
    }

    /**
     * Returns whether a call that has found nothing is to report it by {@link #tested}, once after each
     * {@link #askTests}.
     */
    public boolean takeQuestion() {
        boolean isAsked = isTestAsked;
        if (isAsked) {
            isTestAsked = false;
        }
        return isAsked;
    }

    /**
     * Answers {@link #askTests}.
     *
     * @param subject what the call has not found; null when it is not known
     */
    public void tested(Awaited subject) {
        if (subject != null) {
            longWaits.addTested(subject);
        }
    }

    /** Has the next test that finds nothing reported to {@link LongWaits#nextTested}. Any thread. */
    public void askTests() {
        isTestAsked = true;
    }

    /**
     * Returns how many rounds a call may spin for its message before it waits here. Counts as a round of this engine:
     * now and then runs all other work first, in particular the network.
     *
     * @return rounds, at least 1
     */
    public int roundsAtOnce() {
        giveTurnSeldom();
        return roundsNow();
    }

    /**
     * As {@link #roundsAtOnce}, without running other work, for the middle of a call that has called {@link #giveTurn}
     * or {@link #giveTurnSeldom} at its beginning.
     *
     * @return rounds, at least 1
     */
    public int roundsNow() {
        return policy.maySpin() && !isNetworkNear() ? ROUNDS_WITHOUT_CLOCK : 1;
    }

    /** Waits for a condition that was not met in the first rounds. */
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
        boolean isPeerHere = false; // the last round yielded this core to the peer
        boolean isIdle = false; // the last round had no work
        boolean hasSlept = false;
        int answered = longWaits.question();
        LongWait known = null; // not null: the wait has been found to be long
        long work = 0; // of this endpoint in this wait, without polls of the network
        try {
            while (true) {
                long networkBefore = networkWork();
                int done = poll();
                boolean hasWorked = done > 0;
                if (hasWorked) {
                    done += pollOn(condition);
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
                leave(condition); // or a message that another thread has taken would be waited for
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
                // Read each time: in a long wait the peer may come to this core, or leave it.
                if (idleNs < policy.spinNs()) {
                    context.spin();
                } else if (policy.isTimeToYield(idleNs)
                        && (hasPermit || policy.needsNoPermit() || (hasPermit = policy.takePermit()))) {
                    policy.giveWay();
                    isPeerHere = policy.countYield(context.nanoTime() - now);
                    lookSoon(); // a yield costs as much as a poll of the network: poll in every round
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
                    idleSince = policy.idleSinceOf(woken); // check everything, yielding, before the next
                    if (policy.isShorterThanATurn(woken - now)) {
                        // Kept awake by messages for other threads, which may need this core.
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

    /** Looks on after work, since more mostly comes at once; without the clock, for a moment. Returns the work done. */
    private int pollOn(Condition condition) {
        int done = 0;
        if (policy.spinNs() > 0 && !isShared()) {
            for (int i = 0; i < ROUNDS_WITHOUT_CLOCK && !condition.isMet(); i++) {
                done += poll();
            }
        }
        return done;
    }

    private void countSleepyWait() {
        SLEEPY_WAITS.setOpaque(this, sleepyWaits + 1);
    }

    /** Adds a long wait to the list that the job's watch thread reads. */
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

    /** Updates the description of a long wait, and ends the wait if all endpoints that could complete it have ended. */
    private void answer(LongWait wait, Condition condition, long work, int question) {
        wait.answer(condition.awaited(), work, question);
        wait.nameThread();
        longWait = wait;
        if (wait.isTimed() || longWaits.hopeless(wait.awaited(), isShared()) == null) {
            return;
        }
        // Messages of ended endpoints are in the inbox: process them first.
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

    /** Returns whether there is a newer question than the given one. */
    final boolean isAsked(int seen) {
        return longWaits.question() != seen;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    /**
     * Returns whether a thread sleeps here in a long wait that is not known yet. Called by the thread that looks for
     * long waits.
     *
     * @param nowNs the job's clock
     * @return true when the thread must be woken to answer
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

    /** Wakes the threads that sleep here, so that they see the question. Called by the asking thread. */
    public void askWaiting() {
        signal();
    }

    /** Called when a wait that may have slept is over, however it ended. */
    void endOfWait() {}

    /** Sleeps once; may return early. Returns at once if there is a newer question. */
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
        if (ParkRecord.isOn()) {
            parkRecorded(timeoutNs);
        } else {
            sleepPlace.sleep(mustNotSleep, timeoutNs);
        }
    }

    private void parkRecorded(long timeoutNs) {
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

    /** Returns the spot in which the endpoint's thread announces that it parks; for threads that wake it. */
    public ParkingSpot spot() {
        return spot;
    }

    /** Returns where it sleeps; for threads that wake it. */
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
