package org.sennit.internal.endpoints.device.peer;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.concurrent.UncaughtExceptions;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.protocol.ActiveTransfers;

/**
 * An endpoint of this process as its senders see it: its inbox, and how to wake the thread that drives it. Everything
 * that a sender reads of its receiver is here and in the inbox, on other cache lines than the receiver's own fields.
 */
public final class LocalEndpoint extends FrontPadding {
    /** Rounds of work for an endpoint that has ended, before others have their turn. */
    private static final int MOST_STEPS = 1000;

    private final int id;
    private final ManyToOneInbox inbox;
    private final ParkingSpot spot;
    private final SleepPlace sleepPlace;
    private final MatchQueue queue;
    private final ActiveTransfers transfers;
    private final ProgressEngine progress;

    // Any thread adds, and asks after a failure; cleared ones are removed when one is added.
    private final List<WeakReference<FailureWatcher>> watchers = new CopyOnWriteArrayList<>();

    private long carriedOn; // of the thread that looks after endpoints which have ended

    // Any thread adds, before the event begins; the thread that ends the endpoint, and that which looks after
    // the job, ask.
    private final List<BooleanSupplier> firsts = new CopyOnWriteArrayList<>();

    // Made under the lock of this object, once; volatile loads by any thread.
    private volatile Object extension;

    private final Queue<Runnable> endings = new ConcurrentLinkedQueue<>(); // any thread of the endpoint adds

    /**
     * Makes a local endpoint.
     *
     * @param transfers the transfers under way
     * @param progress moves the endpoint on
     */
    public LocalEndpoint(int id, MatchQueue queue, ActiveTransfers transfers, ProgressEngine progress) {
        this.id = id;
        this.queue = queue;
        this.transfers = transfers;
        this.progress = progress;
        this.inbox = queue.inbox();
        this.spot = progress.spot();
        this.sleepPlace = progress.sleepPlace();
    }

    /** Returns its id in this process, 0 and up. */
    public int id() {
        return id;
    }

    /** Returns the inbox of its messages. Any thread. */
    public ManyToOneInbox inbox() {
        return inbox;
    }

    /**
     * Wakes the thread that drives it, if that is parked; for every thread, after it has put a message in the inbox.
     */
    public void signal() {
        Thread thread = spot.occupant();
        if (thread != null) {
            sleepPlace.wake(thread);
        }
    }

    /** Refuses arrivals and makes progress on operations under way, for an endpoint whose program has ended. */
    public void lookAfter() {
        queue.shutdown().refuseArrivals();
        try {
            for (int i = 0; i < MOST_STEPS && progress.carryOn() > 0; i++) {
                carriedOn++;
            }
        } catch (RuntimeException e) { // of other work: it is not the fault of the thread that looks after the job
            UncaughtExceptions.handle(e);
        }
    }

    /**
     * Returns whether a thread that does not drive it may act for it now: fill a partition, or complete a generalized
     * request.
     *
     * @return true when what the endpoint does is not only up to messages and its own thread
     */
    public boolean isLeftToOthers() {
        if (progress.hasOpenEvents()) {
            return true;
        }
        for (WeakReference<FailureWatcher> each : watchers) {
            FailureWatcher watcher = each.get();
            if (watcher != null && watcher.isLeftToOthers()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether all its communicators are closed, so that it can only take what it has posted receives for. */
    public boolean isWithoutCommunicators() {
        for (WeakReference<FailureWatcher> each : watchers) {
            FailureWatcher watcher = each.get();
            if (watcher != null && watcher.isWithoutCommunicators()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns how much has been done here since the program has ended; for the thread that does it; a number that
     * grows.
     */
    public long carriedOn() {
        return carriedOn;
    }

    /**
     * Returns whether its program has ended, and it will never send anything again; for the thread that looks after the
     * job, when the thread that has driven it has ended.
     *
     * @return false while something is under way that its program has left behind
     */
    public boolean isOver() {
        return queue.shutdown().isClosed() && !transfers.hasWork() && !progress.hasLeftWork() && isFinished();
    }

    /**
     * Has the end of the program wait for something that may be under way: other than messages, and moved on by other
     * threads too.
     *
     * @param isFinished whether nothing of it is under way; any thread asks, must not block
     */
    public void finishFirst(BooleanSupplier isFinished) {
        firsts.add(isFinished);
    }

    /** Returns whether nothing is under way of what {@link #finishFirst} has registered. */
    public boolean isFinished() {
        for (BooleanSupplier each : firsts) {
            if (!each.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns what a layer above keeps for each endpoint: its active messages.
     *
     * @param maker makes it when it is asked for at first; must not block
     */
    public <T> T extension(Class<T> type, Function<LocalEndpoint, T> maker) {
        Object known = extension;
        if (known == null) {
            synchronized (this) {
                known = extension;
                if (known == null) {
                    known = maker.apply(this);
                    extension = known;
                }
            }
        }
        return type.cast(known);
    }

    /** Returns the same, or null where it has not been asked for. */
    public <T> T knownExtension(Class<T> type) {
        return type.cast(extension);
    }

    /** Returns the match queue; for the thread that drives the endpoint. */
    public MatchQueue queue() {
        return queue;
    }

    /** Returns the large messages that it is receiving; a sender names them with its message. */
    public ActiveTransfers transfers() {
        return transfers;
    }

    /** Returns the duty cycle; for the thread that drives the endpoint. */
    public ProgressEngine progress() {
        return progress;
    }

    /** Has something done once when the endpoint ends. */
    public void atEnd(Runnable work) {
        endings.add(work);
    }

    /** Forgets what was to be done when the endpoint ends; in time proportional to all that there is to do then. */
    public void notAtEnd(Runnable work) {
        endings.remove(work);
    }

    /**
     * Does what is to be done when the endpoint ends, as far as it has not been done; for the thread that has driven
     * it, or another one after that.
     */
    public void runEndings() {
        for (Runnable work = endings.poll(); work != null; work = endings.poll()) {
            work.run();
        }
    }

    /**
     * Registers a listener for failures, for as long as it is reachable.
     *
     * @param watcher held weakly
     */
    public void watchFailures(FailureWatcher watcher) {
        watchers.removeIf(each -> each.get() == null);
        watchers.add(new WeakReference<>(watcher));
    }

    /**
     * Ends waits that cannot complete after a failure, in the next round of the thread that drives the endpoint; those
     * of others at once. Any thread.
     */
    public void peersFailed() {
        tell(FailureWatcher::peersFailedMeanwhile);
        progress.defer(() -> {
            try {
                queue.shutdown().endHopeless();
            } finally {
                tell(FailureWatcher::peersFailed);
            }
        });
    }

    private void tell(Consumer<FailureWatcher> what) {
        for (WeakReference<FailureWatcher> each : watchers) {
            FailureWatcher watcher = each.get();
            if (watcher != null) {
                try {
                    what.accept(watcher);
                } catch (RuntimeException | Error e) { // the others are to know, too
                    UncaughtExceptions.handle(e);
                }
            }
        }
    }
}
