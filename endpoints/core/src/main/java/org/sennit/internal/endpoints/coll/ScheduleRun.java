package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.ProgressHook;

/**
 * One call of a collective by one member, from its beginning to its end or failure. Its {@link ScheduleSteps} are
 * driven in one of three ways: {@link #execute} blocks, {@link #begin} leaves them to the endpoint's progress, and a
 * {@link #persistent} request does so at each start. Runs of blocking and nonblocking calls are reused for calls of the
 * same shape.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time. The other members of the process access its
 * memories as the schedule says.
 */
public final class ScheduleRun extends FrontPadding implements ProgressHook {
    /**
     * Rounds without a step after which a member looks whether another one makes another call: a program that polls a
     * request never waits for long, which is when a wait does this.
     */
    private static final int MOST_VAIN_ROUNDS = 1 << 10;

    private final CollectiveState collectives;
    private final CollectiveCall call;
    private final CollectiveSchedule schedule;
    private final ScheduleMessages messages;
    private final LentMemory lent;
    private final ReductionRun reductions;
    private final ScheduleSteps steps;
    private final Condition canGoOn = new Advance();

    private final SpareRuns home; // the pool of a nonblocking call; null: none

    private Staging staging;
    private CallOwner owner; // of a nonblocking call; else null
    private ScheduleRequest request; // null in a blocking call

    // Belongs to the threads that drive the endpoint, one at a time, as the steps do.
    private RunFailure failure; // the end of the call after a member has failed; else null
    private int vainRounds; // in a row

    // Written and read by threads that drive the endpoint; progress calls under its own guard.
    private boolean isUnderWay;

    ScheduleRun(CollectiveState collectives, CollectiveCall call, CollectiveSchedule schedule) {
        this(collectives, call, schedule, null);
    }

    ScheduleRun(CollectiveState collectives, CollectiveCall call, CollectiveSchedule schedule, SpareRuns home) {
        this.collectives = collectives;
        this.home = home;
        this.call = call;
        this.schedule = schedule;
        this.messages = new ScheduleMessages(collectives, call);
        this.lent = new LentMemory(collectives, call, schedule);
        this.reductions = new ReductionRun(lent, call.unitBytes);
        this.steps = new ScheduleSteps(collectives, call, schedule, messages, lent, reductions);
    }

    /** Returns whether a call is under way, so that the run cannot serve another. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /**
     * Sets the memory, which is used until the end, and at each start of a persistent run.
     *
     * @param send the send memory; {@link MemorySegment#NULL} for none
     * @param sendOffset where it begins, in bytes
     * @param receiveOffset where that begins, in bytes
     */
    public ScheduleRun memory(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset) {
        lent.use(send, sendOffset, receive, receiveOffset);
        return this;
    }

    /**
     * Sets the arrays of which the memories are views, which makes reductions and short messages faster.
     *
     * @param send the array of the send memory; null if none or unknown
     * @param receive the array of the receive memory; null if none or unknown
     */
    public ScheduleRun arrays(Object send, Object receive) {
        lent.arrays(send, receive);
        return this;
    }

    /**
     * Sets the reduction.
     *
     * @param elements the type of its units
     */
    public ScheduleRun reduction(Reduction op, ReductionType elements) {
        reductions.use(op, elements);
        return this;
    }

    /**
     * Sets the staging of the user's memory.
     *
     * @param data called before each start and at completion; null for none
     */
    public ScheduleRun staging(Staging data) {
        staging = data;
        return this;
    }

    /**
     * Sets the comparison of the members' calls, for a call that is checked.
     *
     * @param check publishes what this member calls, and compares
     */
    public ScheduleRun agreement(Agreement check) {
        steps.compareBy(check);
        return this;
    }

    /**
     * Runs the schedule to its end: the blocking driver.
     *
     * @throws SennitException the failure; the job has failed, too, unless all members got the same error
     */
    public void execute() {
        if (collectives.comm().device().observer() == null) {
            runToTheEnd();
        } else {
            observed(this::runToTheEnd);
        }
    }

    void observed(Runnable part) {
        DeviceObserver observer = collectives.comm().device().observer();
        observer.stepBegins(CallStep.COLLECTIVE, call.bytes);
        try {
            part.run();
        } finally {
            observer.stepEnds();
        }
    }

    private void runToTheEnd() {
        Throwable before = enter(true);
        try {
            if (before != null) {
                throw before;
            }
            while (!steps.proceed() && !yieldThrough()) {
                collectives.progress().await(canGoOn, Long.MAX_VALUE);
            }
        } catch (Throwable e) { // a user's operation may have overflowed the stack
            SennitException error = collectives.failures().broken(call, e);
            failure = RunFailure.begin(collectives, call, messages, error);
            if (failure != null) {
                error = failure.await();
            }
            end();
            forget();
            throw error;
        }
        end();
        if (staging != null) {
            staging.after();
        }
        forget();
    }

    /**
     * Yields to the other members before sleeping, for as long as all of them need to come this far: in a process with
     * many members a wake-up costs several times as much as another turn.
     *
     * @return whether the schedule is over
     */
    private boolean yieldThrough() {
        long patienceNs = collectives.patienceNs();
        if (patienceNs == 0 || Thread.currentThread().isVirtual()) {
            return false;
        }
        RuntimeContext context = collectives.context();
        long since = context.nanoTime();
        while (context.nanoTime() - since < patienceNs) {
            context.yield();
            int before = steps.done();
            if (steps.proceed()) { // first: it looks at fewer lines than a poll, which it mostly does not need
                return true;
            }
            if (steps.done() != before) {
                since = context.nanoTime();
            } else {
                collectives.progress().poll();
            }
        }
        collectives.progress().check();
        return false;
    }

    /**
     * Starts the schedule, which the endpoint's progress advances: the nonblocking driver.
     *
     * @param by called when the call is complete and uses nothing any more
     * @return an active request
     */
    public Request begin(CallOwner by) {
        owner = by;
        return new ScheduleRequest(collectives, this, false).begin();
    }

    /**
     * Makes a persistent request of the schedule: the persistent driver.
     *
     * @return an inactive request, which begins the run at each start
     */
    public Request persistent() {
        return new ScheduleRequest(collectives, this, true);
    }

    /** Starts the schedule on behalf of a request. */
    void setOff(ScheduleRequest by) {
        enter(false); // if this throws, the request is not active
        request = by;
        by.activated();
        if (advance() != OVER) {
            collectives.progress().add(this);
        }
    }

    /** Copies the result of a successful call to the user's memory. */
    void bringResult() {
        if (staging != null) {
            staging.after();
        }
    }

    /** Returns whether only the thread that has made the call can copy the result to the user's memory. */
    boolean isForOneThread() {
        return staging != null && staging.isForOneThread();
    }

    /** Returns the run of a successful nonblocking call to its pool. */
    void giveBack() {
        request = null;
        CallOwner before = owner;
        owner = null;
        if (home != null) {
            home.give(this);
        }
        if (before != null) {
            before.callIsOver();
        }
    }

    /** Begins; returns what the fast path has thrown in the meeting, which the blocking driver reports; else null. */
    private Throwable enter(boolean isBlocking) {
        if (collectives.hasFailedMember()) {
            messages.giveUp(); // others may have sent for this call
            throw collectives.memberFailed(call.kind.call());
        }
        if (staging != null) {
            staging.before();
        }
        long bytes = schedule.tempBytes() + schedule.scratchBytes();
        MemorySegment temp =
                bytes == 0 ? MemorySegment.NULL : collectives.temps().take(bytes);
        boolean isContinued = collectives.isContinuing();
        long meeting = collectives.nextMeeting(); // after the allocation, which may fail
        lent.begin(meeting, temp);
        steps.begin(meeting, collectives.nextInter(), isBlocking, isContinued, collectives.takeHasSent());
        isUnderWay = true;
        vainRounds = 0;
        failure = null;
        return collectives.takeFailure();
    }

    private void end() {
        isUnderWay = false;
        steps.leaveMeeting();
        collectives.endInter();
        lent.end();
    }

    /** Clears the references to the user's memory, so that objects that hold the run do not keep it reachable. */
    void forget() {
        lent.forget();
        staging = null;
        steps.compareBy(null);
    }

    @Override
    public int advance() {
        if (!isUnderWay) {
            return OVER;
        }
        if (failure != null) {
            return failure.advance() ? endFailed(failure.error()) : 0;
        }
        int before = steps.done();
        try {
            if (!steps.proceed()) {
                int done = steps.done() - before;
                vainRounds = done > 0 ? 0 : vainRounds + 1;
                if (vainRounds == MOST_VAIN_ROUNDS) {
                    vainRounds = 0;
                    steps.lookForOtherCalls();
                }
                return done;
            }
        } catch (Throwable e) {
            SennitException error = collectives.failures().broken(call, e);
            failure = RunFailure.begin(collectives, call, messages, error);
            return failure != null ? 1 : endFailed(error);
        }
        end();
        request.completeOwn(
                Status.ANY, Status.ANY, 0); // from here on another thread of the endpoint may start it again
        return OVER;
    }

    private int endFailed(SennitException error) {
        end();
        request.fail(Status.ANY, Status.ANY, error);
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return isUnderWay && canGoOn();
    }

    /** Returns whether {@link #advance} has work. */
    private boolean canGoOn() {
        return failure != null ? failure.hasWork() : steps.canGoOn();
    }

    /** Returns the subject of the call's wait; null when it is not known. */
    Awaited awaited() {
        if (!isUnderWay) {
            return null;
        }
        return failure != null ? failure.awaited() : steps.awaited(this);
    }

    /** Fails the schedule with the error when it is next advanced. */
    void giveUp(SennitException error) {
        steps.giveUp(error);
    }

    /** The wait of the blocking driver. */
    private final class Advance implements Condition {
        @Override
        public boolean isMet() {
            return canGoOn();
        }

        @Override
        public Awaited awaited() {
            return ScheduleRun.this.awaited();
        }

        @Override
        public void giveUp(SennitException error) {
            ScheduleRun.this.giveUp(error);
        }

        @Override
        public String toString() {
            return ScheduleRun.this.toString();
        }
    }

    @Override
    public String toString() {
        return "operation=" + call.kind.call() + " rank=" + collectives.comm().rank() + " communicator="
                + collectives.comm();
    }
}
