package org.sennit.internal.endpoints.coll;

import org.sennit.internal.runtime.concurrent.SparePool;

/**
 * The runs of one schedule that wait for further nonblocking calls. What all schedules of a communicator keep together has a bound in
 * bytes; beyond, and when the schedule is no longer kept, runs are left to the collector.
 *
 * <p>Belongs to the thread that drives the endpoint; where threads share it, the bound's monitor guards all.
 */
final class SpareRuns {
    private static final int MOST = 128;

    /** A run without steps, and what each step may add: a request with its place. */
    private static final int RUN_BYTES = 1024;

    private static final int STEP_BYTES = 128;

    private final Bound bound;
    private final SparePool<ScheduleRun> runs = new SparePool<>(MOST, false);
    private final long eachBytes;
    private int count;
    private boolean isClosed;

    /** How much the schedules of a communicator may keep together. */
    static final class Bound {
        private final boolean isShared;
        private long leftBytes; // as the runs

        /**
         * Makes one.
         *
         * @param mostBytes how much
         * @param isShared whether one thread may take a run while another gives one back
         */
        Bound(long mostBytes, boolean isShared) {
            this.leftBytes = mostBytes;
            this.isShared = isShared;
        }

        /** Returns how much is left; for tests. */
        long leftBytes() {
            return leftBytes;
        }
    }

    SpareRuns(Bound bound, int steps) {
        this.bound = bound;
        this.eachBytes = RUN_BYTES + (long) STEP_BYTES * steps;
    }

    /** Returns a run that nothing uses, or null. */
    ScheduleRun take() {
        if (!bound.isShared) {
            return takeOwn();
        }
        synchronized (bound) {
            return takeOwn();
        }
    }

    /** Takes a run back, or leaves it to the collector. */
    void give(ScheduleRun run) {
        if (!bound.isShared) {
            giveOwn(run);
            return;
        }
        synchronized (bound) {
            giveOwn(run);
        }
    }

    /** The schedule is no longer kept. */
    void close() {
        if (!bound.isShared) {
            closeOwn();
            return;
        }
        synchronized (bound) {
            closeOwn();
        }
    }

    private ScheduleRun takeOwn() {
        if (count == 0) {
            return null;
        }
        count--;
        bound.leftBytes += eachBytes;
        return runs.take();
    }

    private void giveOwn(ScheduleRun run) {
        if (!isClosed && count < MOST && bound.leftBytes >= eachBytes) {
            count++;
            bound.leftBytes -= eachBytes;
            runs.give(run);
        }
    }

    private void closeOwn() {
        isClosed = true;
        while (takeOwn() != null) {
            // dropped
        }
    }
}
