package org.sennit.internal.endpoints.coll;

import org.sennit.internal.runtime.concurrent.SparePool;

/**
 * The idle runs of one schedule for nonblocking calls. All schedules of a communicator share a bound in bytes; runs
 * beyond it, and those of a schedule that is no longer cached, are left to the collector.
 *
 * <p>Belongs to the thread that drives the endpoint; where threads share it, the bound's monitor guards all.
 */
final class SpareRuns {
    /** Most idle runs of one call. Rule of thumb, not measured. */
    private static final int MOST = 128;

    /** Bytes of a run without steps, and of each step: a request with its place. */
    private static final int RUN_BYTES = 1024;

    private static final int STEP_BYTES = 128;

    private final Bound bound;
    private final SparePool<ScheduleRun> runs = new SparePool<>(MOST, false);
    private final long eachBytes;
    private int count;
    private boolean isClosed;

    /** The bytes that the schedules of a communicator may keep together. */
    static final class Bound {
        private final boolean isShared;
        private long leftBytes; // as the runs

        /**
         * Makes one.
         *
         * @param mostBytes the bound
         * @param isShared whether one thread may take a run while another one returns one
         */
        Bound(long mostBytes, boolean isShared) {
            this.leftBytes = mostBytes;
            this.isShared = isShared;
        }

        /** Returns the bytes left; for tests. */
        long leftBytes() {
            return leftBytes;
        }
    }

    SpareRuns(Bound bound, int steps) {
        this.bound = bound;
        this.eachBytes = RUN_BYTES + (long) STEP_BYTES * steps;
    }

    /** Takes an idle run, or returns null. */
    ScheduleRun take() {
        if (!bound.isShared) {
            return takeOwn();
        }
        synchronized (bound) {
            return takeOwn();
        }
    }

    /** Returns a run, or leaves it to the collector. */
    void give(ScheduleRun run) {
        if (!bound.isShared) {
            giveOwn(run);
            return;
        }
        synchronized (bound) {
            giveOwn(run);
        }
    }

    /** Drops the runs of a schedule that is no longer cached. */
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
