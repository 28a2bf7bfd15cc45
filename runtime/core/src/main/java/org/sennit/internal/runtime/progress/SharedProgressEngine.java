package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.ProgressHook;

/**
 * The progress of an endpoint that several threads use at once. Each sleeping thread has a parking spot of its own, and
 * one of them watches: it also occupies the endpoint's spot, which senders check, and so is woken by a message. A
 * thread that makes progress wakes exactly the threads whose requests are complete.
 *
 * <p>Invariant: while a thread sleeps, some thread watches, or a thread has been woken that will: a thread that is
 * about to sleep watches if no other thread does, and checks again after it has occupied its spot; a thread that ends
 * its wait gives up the watch, and then wakes a sleeper if no thread watches. Both are a store, a full fence and a load
 * of the other's variable, so that one of the two sees the other; otherwise all could sleep for ever beside a full
 * inbox. jcstress: SharedWaitStress, and for the watch, which takes three threads, SharedEndpointTest.
 */
public final class SharedProgressEngine extends ProgressEngine {
    private static final VarHandle WATCHER =
            FieldHandle.of(MethodHandles.lookup(), SharedProgressEngine.class, "watcher", WaitingThread.class);

    private final Object growing = new Object();
    private int knownWaits; // guarded by growing: threads whose waits are known as long
    private long lastAskNs; // of the thread that looks for long waits

    // Replaced under the lock, read by wakers. A place stays in the list for ever and is reused.
    private volatile WaitingThread[] places = {};

    // Compare-and-set from null by a thread that begins to watch, volatile store of null by one that ends its wait; see
    // above.
    @SuppressWarnings("FieldMayBeFinal")
    private volatile WaitingThread watcher;

    /**
     * Makes the engine of an endpoint that threads share.
     *
     * @param context clock and parking
     * @param health asked by every wait
     * @param waits what its waits work with
     * @param inbox the endpoint's own work
     * @param network the process's network, or null without one
     */
    public SharedProgressEngine(
            RuntimeContext context, JobHealth health, WaitResources waits, WorkSource inbox, WorkSource network) {
        super(context, health, waits, inbox, network, false);
    }

    @Override
    boolean awaitByClock(Condition condition, long timeoutNs) {
        return awaitLong(condition, timeoutNs);
    }

    @Override
    public int poll() {
        int work = super.poll();
        if (work > 0) {
            signal();
        }
        return work;
    }

    /** Wakes those whose wait may be over: the requests that have completed, in this thread or another. */
    @Override
    public void signal() {
        // Requests are completed with release by the thread that drains; the fence orders that before the look at the
        // spots, and pairs with the one in ParkingSpot.occupy. Lost: SharedWaitStress.CompletedByAnother.
        VarHandle.fullFence();
        boolean isOver = health().isOver();
        Thread self = Thread.currentThread();
        for (WaitingThread place : places) {
            Thread thread = place.occupant();
            if (thread != null && thread != self && (isOver || place.mayGoOn())) {
                sleepPlace().wake(thread);
            }
        }
        Thread watching = spot().occupant();
        if (watching != null && watching != self && mayHaveOwnWork()) {
            sleepPlace().wake(watching);
        }
    }

    @Override
    public void defer(Thread thread, Runnable action) {
        bind(thread, action); // a volatile store; the look at the spots follows, and pairs with ParkingSpot.occupy
        for (WaitingThread place : places) {
            if (place.occupant() == thread) {
                sleepPlace().wake(thread);
            }
        }
    }

    /** Adds a hook, and makes the watching thread check again, since a signal for the hook may have come before. */
    @Override
    public void add(ProgressHook hook) {
        super.add(hook);
        signal();
    }

    @Override
    void sleep(Condition condition, long timeoutNs, int question) {
        if (hasPolledNetwork()) {
            signal();
            return;
        }
        WaitingThread place = ownPlace();
        boolean isWatching = watcher == place || WATCHER.compareAndSet(this, (WaitingThread) null, place);
        if (isWatching) {
            spot().occupy();
        }
        place.occupy(condition, question); // store and fence; the loads in isMet follow
        try {
            if (!place.isMet()) {
                sleepPlace().sleep(place, timeoutNs);
            }
        } finally {
            place.leave();
            if (isWatching) {
                spot().leave();
            }
        }
    }

    /**
     * Checks the condition, and besides it in the watching thread the inbox, in all others whether a thread watches.
     */
    boolean mustNotSleep(WaitingThread place) {
        WaitingThread watching = watcher;
        return watching == null
                || watching == place && hasOwnWork()
                || hasBoundAction()
                || health().isOver()
                || isAsked(place.seenQuestion());
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    LongWait known(Condition condition, long start, boolean isTimed) {
        synchronized (growing) {
            knownWaits++;
        }
        return super.known(condition, start, isTimed);
    }

    @Override
    void forget(LongWait wait) {
        super.forget(wait);
        synchronized (growing) {
            knownWaits--;
        }
    }

    /**
     * Returns whether to ask. The length of each thread's sleep is not recorded, so all are asked while one is not
     * known.
     */
    @Override
    public boolean mustAsk(long nowNs) {
        if (nowNs - lastAskNs < LongWaits.LONG_NS) {
            return false;
        }
        int sleeping = 0;
        for (WaitingThread place : places) {
            sleeping += place.occupant() != null ? 1 : 0;
        }
        boolean isUnknown;
        synchronized (growing) {
            isUnknown = sleeping > knownWaits;
        }
        lastAskNs = isUnknown ? nowNs : lastAskNs;
        return isUnknown;
    }

    @Override
    public boolean isKnown() {
        synchronized (growing) {
            return knownWaits > 0;
        }
    }

    @Override
    public void askWaiting() {
        for (WaitingThread place : places) {
            Thread thread = place.occupant();
            if (thread != null) {
                sleepPlace().wake(thread);
            }
        }
    }

    @Override
    void endOfWait() {
        giveBackPlace();
        VarHandle.fullFence(); // after the watch was given up; pairs with ParkingSpot.occupy. Three
        // threads take part: SharedEndpointTest.
        if (watcher == null) {
            wakeASleeper();
        }
    }

    private void wakeASleeper() {
        for (WaitingThread place : places) {
            Thread thread = place.occupant();
            if (thread != null) {
                sleepPlace().wake(thread);
                return;
            }
        }
    }

    private WaitingThread ownPlace() {
        Thread self = Thread.currentThread();
        synchronized (growing) {
            WaitingThread free = null;
            for (WaitingThread place : places) {
                if (place.owner() == self) {
                    return place;
                }
                free = place.owner() == null ? place : free;
            }
            if (free == null) {
                WaitingThread[] more = Arrays.copyOf(places, places.length + 1);
                free = new WaitingThread(this);
                more[places.length] = free;
                places = more;
            }
            free.owner(self);
            return free;
        }
    }

    private void giveBackPlace() {
        Thread self = Thread.currentThread();
        synchronized (growing) {
            for (WaitingThread place : places) {
                if (place.owner() == self) {
                    if (watcher == place) {
                        watcher = null;
                    }
                    place.owner(null);
                    return;
                }
            }
        }
    }
}
