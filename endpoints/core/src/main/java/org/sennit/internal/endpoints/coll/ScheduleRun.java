package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
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
 * One call of a collective by one member, from its beginning to its end or failure. Its {@link ScheduleSteps} are driven in
 * one of three ways: {@link #execute} blocks, {@link #begin} has the endpoint's progress advance them, and a
 * {@link #persistent} request does that at each start. Runs of blocking and nonblocking calls are used again for the
 * next call of the same shape.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time. The other members of the process read its memories
 * while the schedule lends them.
 */
public final class ScheduleRun extends FrontPadding implements ProgressHook {
    private final Collectives collectives;
    private final CollectiveCall call;
    private final CollectiveSchedule schedule;
    private final ScheduleMessages messages;
    private final LentMemory lent;
    private final ReductionRun reductions;
    private final ScheduleSteps steps;
    private final Condition canGoOn = new Advance();

    private final SpareRuns home; // where a nonblocking call gives the run back; null: nowhere

    private Staging staging;
    private CallOwner owner; // of a nonblocking call; else null
    private ScheduleRequest request; // null in a blocking call

    // Of the threads that drive the endpoint, one at a time, as the steps are.
    private RunFailure failure; // others are gone, and this is how the call ends; else null

    // Written by a thread that drives the endpoint, read by those too: progress asks under its own guard.
    private boolean isUnderWay;

    ScheduleRun(Collectives collectives, CollectiveCall call, CollectiveSchedule schedule) {
        this(collectives, call, schedule, null);
    }

    ScheduleRun(Collectives collectives, CollectiveCall call, CollectiveSchedule schedule, SpareRuns home) {
        this.collectives = collectives;
        this.home = home;
        this.call = call;
        this.schedule = schedule;
        this.messages = new ScheduleMessages(collectives.comm(), call);
        this.lent = new LentMemory(collectives, call, schedule.tempBytes());
        this.reductions = new ReductionRun(lent, call.unitBytes);
        this.steps = new ScheduleSteps(collectives, call, schedule, messages, lent, reductions);
    }

    /**
     * Returns what is called.
     *
     * @return the call; not to be changed
     */
    public CollectiveCall call() {
        return call;
    }

    /**
     * Returns whether a call is under way, so that the run cannot serve another.
     *
     * @return true between its beginning and its end
     */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /**
     * Says which memory it works on; used until the end, again at each start of a persistent run.
     *
     * @param send what the member gives; {@link MemorySegment#NULL} where it gives nothing
     * @param sendOffset where it begins, in bytes
     * @param receive where its result goes
     * @param receiveOffset where that begins, in bytes
     * @return this
     */
    public ScheduleRun memory(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset) {
        lent.use(send, sendOffset, receive, receiveOffset);
        return this;
    }

    /**
     * Says of which arrays the memories are views, which makes reductions faster.
     *
     * @param send the array that the member gives; null where it gives none, or it is not known
     * @param receive the array where its result goes; null alike
     * @return this
     */
    public ScheduleRun arrays(Object send, Object receive) {
        lent.arrays(send, receive);
        return this;
    }

    /**
     * Says how it reduces.
     *
     * @param op the operation
     * @param elements what it is done with
     * @return this
     */
    public ScheduleRun reduction(Reduction op, ReductionType elements) {
        reductions.use(op, elements);
        return this;
    }

    /**
     * Says what stands in for the user's memory.
     *
     * @param data called before each start and when the outcome is taken; null for nothing
     * @return this
     */
    public ScheduleRun staging(Staging data) {
        staging = data;
        return this;
    }

    /**
     * Has the members compare what they call; the call says that it is checked.
     *
     * @param check publishes what this member calls, and compares
     * @return this
     */
    public ScheduleRun agreement(Agreement check) {
        steps.compareBy(check);
        return this;
    }

    /**
     * The blocking driver: runs the schedule to its end.
     *
     * @throws SennitException what has gone wrong; the job has failed then, unless all members have been told the same
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
        observer.stepBegins(org.sennit.internal.endpoints.device.observation.Step.COLLECTIVE, call.bytes);
        try {
            part.run();
        } finally {
            observer.stepEnds();
        }
    }

    private void runToTheEnd() {
        enter();
        try {
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
     * Where many threads meet, each gives way to the others for as long as they all need to come this far, before it sleeps:
     * to be woken costs several times as much as to come round again.
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
            collectives.progress().poll();
            int before = steps.done();
            if (steps.proceed()) {
                return true;
            }
            if (steps.done() != before) {
                since = context.nanoTime();
            }
        }
        collectives.progress().check();
        return false;
    }

    /**
     * The nonblocking driver: starts the schedule; the endpoint's progress advances it.
     *
     * @param by told when the outcome has been taken, and nothing of the call is in use any more
     * @return an active request
     */
    public Request begin(CallOwner by) {
        owner = by;
        return new ScheduleRequest(collectives, this, false).begin();
    }

    /**
     * The persistent driver.
     *
     * @return an inactive request, which begins the run at each start
     */
    public Request persistent() {
        return new ScheduleRequest(collectives, this, true);
    }

    /** Starts the schedule on behalf of a request. */
    void setOff(ScheduleRequest by) {
        enter(); // and if that throws, the request is not active
        request = by;
        by.activated();
        if (advance() != OVER) {
            collectives.progress().add(this);
        }
    }

    /** The outcome of a call without failure is taken: its result goes to where it belongs. */
    void bringResult() {
        if (staging != null) {
            staging.after();
        }
    }

    /** Returns whether only the thread that has made the call can bring the result to the user's memory. */
    boolean isForOneThread() {
        return staging != null && staging.isForOneThread();
    }

    /** The outcome of a nonblocking call without failure has been taken. */
    void giveBack() {
        request = null;
        CallOwner told = owner;
        owner = null;
        if (home != null) {
            home.give(this);
        }
        if (told != null) {
            told.callIsOver();
        }
    }

    private void enter() {
        collectives.checkMembers(call);
        if (staging != null) {
            staging.before();
        }
        long bytes = schedule.tempBytes() + schedule.scratchBytes();
        MemorySegment temp =
                bytes == 0 ? MemorySegment.NULL : collectives.temps().take(bytes);
        long meeting = collectives.nextMeeting(); // nothing has begun if there was no memory
        lent.begin(meeting, temp);
        steps.begin(meeting, collectives.nextInter());
        isUnderWay = true;
        failure = null;
    }

    private void end() {
        isUnderWay = false;
        steps.leaveMeeting();
        collectives.endInter();
        lent.end();
    }

    /** Drops the user's memory, so that an object that holds the run, as its place in the team does, does not hold that. */
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
                return steps.done() - before;
            }
        } catch (Throwable e) {
            SennitException error = collectives.failures().broken(call, e);
            failure = RunFailure.begin(collectives, call, messages, error);
            return failure != null ? 1 : endFailed(error);
        }
        end();
        request.completeOwn(Status.ANY, Status.ANY, 0); // and now another thread of the endpoint may start it again
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

    /** Returns whether {@link #advance} would get further. */
    private boolean canGoOn() {
        return failure != null ? failure.hasWork() : steps.canGoOn();
    }

    /** What the call waits for; null when it is not known. */
    Awaited awaited() {
        return isUnderWay && failure == null ? steps.awaited(this) : null;
    }

    /** The schedule ends with the error when it is advanced. */
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
        return call.kind.call() + " step=" + steps.done() + " of=" + schedule.length() + " rank="
                + collectives.comm().rank() + " communicator=" + collectives.comm();
    }
}
