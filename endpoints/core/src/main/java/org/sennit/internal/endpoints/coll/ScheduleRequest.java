package org.sennit.internal.endpoints.coll;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;

/**
 * The user's request of a nonblocking or persistent collective. The run of a nonblocking one returns to its pool at
 * completion, so that such a call allocates this object only.
 */
final class ScheduleRequest extends Request {
    private final CollectiveState collectives;
    private final boolean isPersistent;
    private ScheduleRun run; // null after completion of a nonblocking call
    private boolean isFreed;

    ScheduleRequest(CollectiveState collectives, ScheduleRun run, boolean isPersistent) {
        super(collectives.progress());
        this.collectives = collectives;
        this.run = run;
        this.isPersistent = isPersistent;
    }

    /** Starts the run; this is active then. */
    ScheduleRequest begin() {
        if (collectives.comm().device().observer() == null) {
            run.setOff(this);
        } else {
            run.observed(() -> run.setOff(this));
        }
        return this;
    }

    /** Activates the request. Called by its run before it is registered with progress. */
    void activated() {
        activate();
    }

    @Override
    public void start() {
        if (!isPersistent) {
            super.start();
        }
        checkStartable();
        try {
            collectives.comm().begin("start");
            begin();
            collectives.comm().endpoint().progress().leave("start");
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void free() {
        super.free();
        isFreed = true;
        ScheduleRun now = run;
        if (isPersistent
                && now != null
                && !now.isUnderWay()) { // the run of a nonblocking call returns to its pool when it ends
            now.forget();
        }
    }

    @Override
    public Awaited awaited() {
        ScheduleRun now = run;
        return now == null ? null : now.awaited();
    }

    @Override
    public void giveUp(SennitException error) {
        ScheduleRun now = run;
        if (now != null) {
            now.giveUp(error);
        }
    }

    /** Returns whether a complete request has failed. */
    static boolean hasFailed(Request complete) {
        return failureOf(complete) != null;
    }

    @Override
    protected void finish() {
        ScheduleRun done = run;
        if (done == null) {
            return;
        }
        boolean hasFailed = hasFailed(this);
        if (!hasFailed) {
            done.bringResult();
        }
        if (isPersistent && !isFreed) {
            return;
        }
        done.forget();
        if (!isPersistent) {
            run = null;
            if (!hasFailed) {
                done.giveBack();
            }
        }
    }

    @Override
    protected void dropped() {
        finish();
    }

    @Override
    protected boolean isForOneThread() {
        ScheduleRun now = run;
        return now != null && now.isForOneThread();
    }

    @Override
    protected SennitException raised(SennitException error) {
        return collectives.comm().raise(error);
    }

    @Override
    public String toString() {
        ScheduleRun now = run;
        return now == null
                ? "collective that is complete rank=" + collectives.comm().rank() + " communicator="
                        + collectives.comm()
                : now.toString();
    }
}
