package org.sennit.internal.net.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sennit.internal.net.flow.PauseDetector;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.spi.context.RuntimeContext;
import org.slf4j.LoggerFactory;

/**
 * The thread that sends signs of life to peers while this process computes, and that counts the silence of theirs: one
 * wake a second for all lanes, off the data path. Started by the first connection.
 *
 * <p>In every period it takes each loop once. A loop that no other thread has driven meanwhile it drives itself, as
 * long as there is work, so that heartbeats are read, peers that have lost their socket are answered, and no lane
 * stands still whose endpoints have all ended or compute; upcalls may then run on this thread. A wake-up that comes
 * late means that this process was stopped: then every peer's silence counts from now.
 */
public final class Liveness {
    private static final long LONGEST_PERIOD_NS = 1_000_000_000;
    private static final int PERIODS_OF_SILENCE = 8; // at least, so that one lost heartbeat is not taken for a death
    private static final int MOST_LOOKS = 256;
    private static final long UNSETTLED_PARK_NS = 2_000_000;
    private static final int LOOKS_AFTER_WORK = 8; // the peer may need a moment before there is more

    private final RuntimeContext context;
    private final long periodNs;
    private final List<Watched> watched = new CopyOnWriteArrayList<>(); // any thread adds and removes

    // Stored by any thread before it unparks this one; cleared by this one before it drives and asks the lanes.
    private volatile boolean isHurried;

    private volatile boolean isStopped;
    private volatile Thread thread; // set once, under this object's lock

    /**
     * Makes one without lanes; no thread runs.
     *
     * @param context clock and threads
     * @param silenceNs after how much silence a peer is taken for dead, in nanoseconds
     */
    public Liveness(RuntimeContext context, long silenceNs) {
        this.context = context;
        this.periodNs = Math.min(LONGEST_PERIOD_NS, silenceNs / PERIODS_OF_SILENCE);
    }

    /** A lane that is looked after. */
    interface Lane {
        /** Returns its loop, always the same. Any thread. */
        MigratingEventLoop loop();

        /** Returns whether it has been closed. Only with the loop held. */
        boolean isClosed();

        /**
         * Returns whether some connection looks for a socket, or a socket has come, so that the loop must be driven.
         * Only with the loop held.
         */
        boolean isUnsettled();

        /**
         * Checks every connection: sends a sign of life where nothing else was sent, and finds peers that have been
         * silent for too long. Only with the loop held.
         *
         * @param elapsedNs nanoseconds since the last time; negative when this process was paused in between
         * @return whether some connection looks for a socket, so that the loop must be driven
         */
        boolean tick(long elapsedNs);
    }

    /** A lane, and what the thread has seen of it; used by the thread only. */
    private static final class Watched {
        private final Lane lane;
        private final MigratingEventLoop loop;
        private final FaultLog<MigratingEventLoop> undriven = new FaultLog<>(
                (of, cause) -> LoggerFactory.getLogger(Liveness.class).error("a lane cannot be driven", cause));
        private int roundsSeen;
        // More than 0 while no other thread drives the loop and there is work, or was a moment ago.
        private int looksLeft;

        Watched(Lane lane) {
            this.lane = lane;
            this.loop = lane.loop();
        }

        /**
         * Drives the loop if no thread has done so since the last period. Catches exceptions, so that the other lanes
         * are still driven.
         */
        void driveIfIdle() {
            try {
                driveUnlessDriven();
                undriven.isWell(loop);
            } catch (RuntimeException | Error e) {
                undriven.failed(loop, e);
            }
        }

        private void driveUnlessDriven() {
            int rounds = loop.rounds();
            if (rounds == roundsSeen && !loop.isAwaited()) {
                looksLeft = drive() ? LOOKS_AFTER_WORK : Math.max(0, looksLeft - 1);
            } else {
                looksLeft = 0;
            }
            roundsSeen = loop.rounds();
        }

        /** Returns whether there was any work. */
        private boolean drive() {
            boolean hasWorked = false;
            int idle = 0;
            for (int i = 0; i < MOST_LOOKS && idle < MigratingEventLoop.LOOKS_PER_RUN; i++) {
                int done = loop.poll();
                hasWorked |= done > 0;
                idle = done == 0 ? idle + 1 : 0;
            }
            return hasWorked;
        }

        /** Returns whether a connection attempt is under way there, or work that no other thread does. */
        boolean isUnsettled() {
            if (looksLeft > 0) {
                return true;
            }
            loop.acquire();
            try {
                return !lane.isClosed() && lane.isUnsettled();
            } catch (RuntimeException | Error e) {
                undriven.failed(loop, e);
                return true;
            } finally {
                loop.release();
            }
        }

        /** As {@link #isUnsettled}, and counts the silence of the peers. */
        boolean tick(long elapsedNs) {
            loop.acquire();
            try {
                return !lane.isClosed() && lane.tick(elapsedNs) | looksLeft > 0;
            } catch (RuntimeException | Error e) {
                undriven.failed(loop, e);
                return true;
            } finally {
                loop.release();
            }
        }
    }

    /** Looks after a lane, too. */
    void watch(Lane lane) {
        watched.add(new Watched(lane));
    }

    /**
     * Called when a connection attempt begins, here or at a peer: starts the thread unless it runs, and has it drive
     * the loops until the attempt is over, where no other thread does. Any thread.
     */
    void hurry() {
        if (thread == null) {
            startOnce();
        }
        isHurried = true;
        context.unpark(thread);
    }

    private synchronized void startOnce() {
        if (thread == null && !isStopped) {
            Thread fresh = context.newThread("sennit-net-liveness", false, this::live);
            context.start(fresh); // may fail, and is tried again then
            thread = fresh;
        }
    }

    /** Removes a lane that has been closed; the thread ends with the last one. Does not wait for it. Any thread. */
    void forget(Lane lane) {
        watched.removeIf(each -> each.lane == lane);
        if (watched.isEmpty()) {
            isStopped = true;
            context.unpark(thread);
        }
    }

    private void live() {
        PauseDetector pauses = new PauseDetector(periodNs, context.nanoTime());
        boolean isUnsettled = false;
        while (!isStopped) {
            sleep(isUnsettled);
            watched.forEach(Watched::driveIfIdle); // arrivals count as signs of life before any peer is judged
            long elapsedNs = pauses.tick(context.nanoTime());
            isUnsettled = false;
            for (Watched each : watched) {
                isUnsettled |= each.tick(elapsedNs);
            }
        }
    }

    /** Sleeps for one period; drives the loops meanwhile while they are unsettled. */
    private void sleep(boolean isUnsettled) {
        boolean isDriving = isUnsettled;
        long endNs = context.nanoTime() + periodNs;
        for (long leftNs = periodNs; leftNs > 0 && !isStopped; leftNs = endNs - context.nanoTime()) {
            if (isHurried) {
                isHurried = false;
                isDriving = true;
            }
            if (isDriving) {
                context.parkNanos(this, Math.min(leftNs, UNSETTLED_PARK_NS));
                watched.forEach(Watched::driveIfIdle);
                isDriving = watched.stream().anyMatch(Watched::isUnsettled);
            } else {
                context.parkNanos(this, leftNs);
            }
        }
    }
}
