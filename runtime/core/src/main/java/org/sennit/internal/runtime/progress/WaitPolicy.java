package org.sennit.internal.runtime.progress;

import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.spi.context.RuntimeContext;

/**
 * Decides when the waits of one endpoint spin, yield and sleep, from its {@link WaitStrategy} and from how its last
 * waits went. Belongs to the threads that drive the endpoint; where several share it, lost updates are benign: one wait
 * spins, yields or takes a permit too often, or not.
 */
final class WaitPolicy extends FrontPadding {
    /**
     * Shortest yield, in nanoseconds, that let another thread run on this core; one that returns sooner found none.
     * Measured: a yield to no thread takes 500 ns, a turn of a program that computes 700 µs or more.
     */
    private static final long SHORTEST_TURN_NS = 2_000;

    /** Longest turn, in nanoseconds, of a thread that waits in its turn; a program that computes takes more. */
    private static final long LONGEST_TURN_NS = 500_000;

    /**
     * Turns in a row of a peer on this core after which waits do not spin, since the peer cannot run meanwhile. (64 KiB
     * one way between two JVMs, near, while a compiler had the other core: 42 to 48 µs; 14 µs without the spin by the
     * clock, 8 to 9 µs without any.)
     */
    private static final int TURNS_BEFORE_YIELD_AT_ONCE = 2;

    /** Yields in a row that returned at once, after which a wait may begin with a spin despite too few cores. */
    private static final int YIELDS_BEFORE_SPIN = 16;

    /**
     * Turns in a row of a peer on this core, about 100 µs, after which one of the two sleeps. Each time that it has not
     * helped, since all cores are taken, the next such sleep comes later, up to {@link #MOST_TURNS_BEFORE_PARTING}.
     *
     * <p>sched_setaffinity to another core and back instead of the sleep, two JVMs put on one core, 64 KiB: 12 % of the
     * time on one core instead of 22 to 28, but 9.8 µs in the mean instead of 5.6 to 6.8, since it does not ask whether
     * the other core is idle (without either 15.2).
     */
    private static final int TURNS_BEFORE_PARTING = 16;

    private static final int MOST_TURNS_BEFORE_PARTING = 4096;

    /** Length of such a sleep in nanoseconds; the system makes 50 to 80 µs of it. */
    private static final long PARTING_NS = 10_000;

    /**
     * Sleeps without a yield before them, after a yield has given a program that computes its turn: such a turn takes a
     * few ms, a sleep and its wake-up some 50 µs. Each time that the first yields after these sleeps meet such a
     * program again, there are twice as many, up to {@link #MOST_SLEEPS_AT_ONCE}: then its turns cost a wait as much as
     * the sleep. (8 B one way on two cores beside three programs that compute: in one JVM 1000 us without, 80 with;
     * between two 1100 and 330.) Not where there are more endpoints than cores: there it is an endpoint of the job that
     * computes, and cg A on two JVMs of two loses 18 %.
     */
    private static final int FEWEST_SLEEPS_AT_ONCE = 8;

    private static final int MOST_SLEEPS_AT_ONCE = 128;

    private final RuntimeContext context;
    private final WaitStrategy strategy;
    private final YieldPermits permits;

    private int turnsInARow;
    private int turnsBeforeParting = TURNS_BEFORE_PARTING;
    private int yieldsInVain;
    private int sleepsAtOnce; // that are still to come; below 0 where two threads have counted the last one
    private int nextSleepsAtOnce = FEWEST_SLEEPS_AT_ONCE;
    private int yieldsSince; // the last turn of a program that computes

    // Whether the last wait was longer than the time of yielding. Endpoints whose waits are short yield without a
    // permit: 16 pairs between two JVMs on two cores 5.7 M/s of 8 bytes; with 8 permits for all 16 endpoints 3.5, and
    // 1.3 where those without one looked about anew instead of giving way when they could not sleep.
    private boolean needsPermit = true;

    WaitPolicy(RuntimeContext context, WaitStrategy strategy, YieldPermits permits) {
        this.context = context;
        this.strategy = strategy;
        this.permits = permits;
    }

    /**
     * Returns whether a wait begins with a spin: where there are cores for all endpoints, and where there are not, but
     * no other thread has wanted this core lately; not where the peer has this core too.
     */
    boolean maySpin() {
        return turnsInARow < TURNS_BEFORE_YIELD_AT_ONCE
                && (strategy.spinNs() > 0 || yieldsInVain >= YIELDS_BEFORE_SPIN);
    }

    /** Returns how long a wait spins since its last work, in nanoseconds; 0 while the peer has this core. */
    long spinNs() {
        return turnsInARow < TURNS_BEFORE_YIELD_AT_ONCE ? strategy.spinNs() : 0;
    }

    /**
     * Returns whether a wait that has been idle for this long yields; after that it sleeps. Where other
     * programs compute on this core it sleeps at once: the system runs a thread that wakes up before them, and
     * one that has yielded after them.
     */
    boolean isTimeToYield(long idleNs) {
        return sleepsAtOnce <= 0 && idleNs < strategy.spinNs() + strategy.yieldNs();
    }

    /** Returns whether the endpoint may wait awake without a permit, since its last wait was short. */
    boolean needsNoPermit() {
        return !needsPermit;
    }

    /** Takes a permit to wait awake; false when all are taken. */
    boolean takePermit() {
        return permits.take();
    }

    /** Returns the permit of a wait that has one; the result is false, as that wait has none any more. */
    boolean returnPermit(boolean hasPermit) {
        if (hasPermit) {
            permits.leave();
        }
        return false;
    }

    /** Called when a wait begins to sleep. */
    void sleeps() {
        needsPermit = true;
        if (sleepsAtOnce > 0) {
            sleepsAtOnce--;
        }
    }

    /** Called when a wait is over whose condition was met. */
    void waitEnds(boolean hasSlept) {
        needsPermit = hasSlept || Thread.currentThread().isVirtual();
    }

    /** Returns since when a wait counts as idle that has just slept: it yields before it sleeps again. */
    long idleSinceOf(long wokenNs) {
        return wokenNs - strategy.spinNs();
    }

    /** Returns whether a sleep was so short that the endpoint was kept awake by what others will take. */
    boolean isShorterThanATurn(long ns) {
        return ns < SHORTEST_TURN_NS;
    }

    /**
     * Lets another thread run on this core. Two that only ever give way to each other stay on one core,
     * with another idle: to the system both look awake and warm. Now and then one of them really sleeps,
     * and is woken where there is room.
     */
    void giveWay() {
        if (turnsInARow >= turnsBeforeParting && !Thread.currentThread().isVirtual()) {
            turnsInARow = TURNS_BEFORE_YIELD_AT_ONCE;
            turnsBeforeParting = Math.min(4 * turnsBeforeParting, MOST_TURNS_BEFORE_PARTING);
            context.parkNanos(this, PARTING_NS);
        } else {
            context.yield();
        }
    }

    /** Counts what {@link #giveWay} took; true when it let a peer have this core for a turn. */
    boolean countYield(long awayNs) {
        boolean isTurn = awayNs > SHORTEST_TURN_NS;
        boolean isVirtual = Thread.currentThread().isVirtual();
        yieldsInVain = isTurn || isVirtual ? 0 : yieldsInVain + 1;
        yieldsSince++;
        if (awayNs >= LONGEST_TURN_NS && !isVirtual && strategy.spinNs() > 0) {
            sleepAtOnce();
        }
        return isTurn && awayNs < LONGEST_TURN_NS;
    }

    private void sleepAtOnce() {
        boolean isAgain = yieldsSince < nextSleepsAtOnce;
        nextSleepsAtOnce = isAgain ? Math.min(2 * nextSleepsAtOnce, MOST_SLEEPS_AT_ONCE) : FEWEST_SLEEPS_AT_ONCE;
        sleepsAtOnce = nextSleepsAtOnce;
        yieldsSince = 0;
    }

    /** Called when something has come after an idle round, which may have been a turn of a peer on this core. */
    void countTurn(boolean isPeerHere) {
        if (isPeerHere) {
            turnsInARow++;
        } else {
            turnsInARow = 0;
            turnsBeforeParting = TURNS_BEFORE_PARTING;
        }
    }
}
