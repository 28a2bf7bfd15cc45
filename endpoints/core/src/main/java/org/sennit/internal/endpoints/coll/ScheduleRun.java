package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.ProgressHook;

/**
 * A schedule at work: the memory, the messages and the meeting of one call of a collective by one member. It is driven in
 * one of three ways, the steps are the same: {@link #execute} blocks, {@link #begin} has the endpoint's progress advance it,
 * and a {@link #persistent} request does that at each start. Runs of blocking and nonblocking calls are used again for the
 * next call of the same shape.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time. The other members of the process read its memories
 * while the schedule lends them.
 */
public final class ScheduleRun extends FrontPadding implements ProgressHook {
    private final Collectives collectives;
    private final CollectiveCall call;
    private final int token;
    private final CollectiveSchedule schedule;
    private final TeamMember member;
    private final ScheduleMessages messages;
    private final LentMemory lent;
    private final ReductionRun reductions;
    private final Condition canGoOn = new Advance();

    private final SpareRuns home; // where a nonblocking call gives the run back; null: nowhere

    private Staging staging;
    private Agreement agreement;
    private CallOwner owner; // of a nonblocking call; else null
    private ScheduleRequest request; // null in a blocking call

    // Of the threads that drive the endpoint, one at a time: a blocking call's own, or who asks the hooks, under their
    // guard (ExtraWork). Wakers do not ask canGoOn, which moves `reached` on (WaitingThread.mayGoOn).
    private long meeting;
    private long interNumber;
    private boolean isEntered;
    private int step;
    private int reached; // members below this have reached the phase that is awaited
    private int odd; // a member that does something else, or −1
    private SennitException hopeless; // a member that is needed has ended, or makes another call; else null
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
        this.token = call.token();
        this.schedule = schedule;
        this.member = collectives.member();
        this.messages = new ScheduleMessages(collectives.comm(), call);
        this.lent = new LentMemory(collectives, call, schedule.tempBytes());
        this.reductions = new ReductionRun(lent, call.unitBytes);
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
        agreement = check;
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
            while (!proceed() && !yieldThrough()) {
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
            int before = step;
            if (proceed()) {
                return true;
            }
            if (step != before) {
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
        meeting = collectives.nextMeeting(); // nothing has begun if there was no memory
        lent.begin(meeting, temp);
        interNumber = collectives.nextInter();
        isUnderWay = true;
        isEntered = false;
        step = 0;
        reached = 0;
        odd = -1;
        failure = null;
        hopeless = null;
    }

    private void end() {
        isUnderWay = false;
        if (isEntered) {
            member.leave(meeting);
        }
        collectives.endInter();
        lent.end();
    }

    /** Who holds the run, and its place in the team does, does not hold the user's memory. */
    void forget() {
        lent.forget();
        staging = null;
        agreement = null;
    }

    @Override
    public int advance() {
        if (!isUnderWay) {
            return OVER;
        }
        if (failure != null) {
            return failure.advance() ? endFailed(failure.error()) : 0;
        }
        int before = step;
        try {
            if (!proceed()) {
                return step - before;
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

    /** Returns whether {@link #proceed} would get further; without side effects that matter. */
    private boolean canGoOn() {
        if (failure != null) {
            return failure.hasWork();
        }
        if (hopeless != null || collectives.hasFailedMember()) {
            return true;
        }
        if (!isEntered) {
            return member.isFree(meeting);
        }
        if (step == schedule.length()) {
            return true;
        }
        return switch (schedule.kind(step)) {
            case Step.AWAIT -> member.hasReachedOrWakes(meeting, schedule.phase(step), schedule.peer(step));
            case Step.AWAIT_ALL -> haveAllReached(schedule.phase(step));
            case Step.DRAIN -> messages.areDecided();
            default -> true;
        };
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

    /** What the call waits for; null when it is not known. */
    Awaited awaited() {
        if (!isUnderWay || failure != null || step == schedule.length()) {
            return null;
        }
        if (!isEntered) { // others are still in an earlier call; who has ended is not
            return collectives.awaited(toString(), Need.TAKER, other -> true);
        }
        if (token != 0 && hopeless == null) {
            compare(); // a member that makes another call may never come to what is awaited
        }
        return switch (schedule.kind(step)) {
            case Step.AWAIT ->
                collectives.awaited(toString(), Need.ALL, other -> other == schedule.peer(step) && isAwaited(other));
            case Step.AWAIT_ALL -> collectives.awaited(toString(), Need.ALL, this::isAwaited);
            case Step.DRAIN -> messages.awaited(toString());
            default -> null;
        };
    }

    private boolean isAwaited(int other) {
        return member.reached(meeting, schedule.phase(step), other) < 0;
    }

    /** The schedule ends with the error when it is advanced. */
    void giveUp(SennitException error) {
        hopeless = error;
    }

    private boolean haveAllReached(int phase) {
        while (reached < member.size()) {
            int seen = reached == member.index() ? token : member.reachedOrWakes(meeting, phase, reached);
            if (seen != token) {
                odd = seen < 0 ? odd : reached;
                return seen >= 0;
            }
            reached++;
        }
        return true;
    }

    /**
     * Goes as far as it can. A member that gives up because another one has failed takes its memory with it. So a member that has
     * read there looks for failures afterwards, before it passes on its result, and before it ends: the
     * failure was entered before the memory changed.
     */
    private boolean proceed() {
        collectives.checkMembers(call);
        if (hopeless != null) {
            throw hopeless;
        }
        if (!isEntered && !enterMeeting()) {
            return false;
        }
        CollectiveSchedule s = schedule;
        while (step < s.length()) {
            int i = step;
            switch (s.kind(i)) {
                case Step.COPY ->
                    MemoryCopy.copy(
                            lent.memory(s.from(i)),
                            lent.offset(s.from(i)) + s.fromOffset(i),
                            lent.memory(s.to(i)),
                            lent.offset(s.to(i)) + s.toOffset(i),
                            s.bytes(i));
                case Step.SIGNAL -> {
                    collectives.checkMembers(call);
                    member.signal(meeting, s.phase(i), s.peer(i), token);
                }
                case Step.AWAIT -> {
                    int seen = member.reached(meeting, s.phase(i), s.peer(i));
                    if (seen < 0) {
                        return false;
                    }
                    if (seen != token) {
                        throw collectives.failures().differs(call, s.peer(i));
                    }
                }
                case Step.AWAIT_ALL -> {
                    if (!haveAllReached(s.phase(i))) {
                        return false;
                    }
                    if (odd >= 0) {
                        throw collectives.failures().differs(call, odd);
                    }
                    reached = 0;
                }
                case Step.DRAIN -> {
                    if (!messages.areDecided()) {
                        return false;
                    }
                    messages.take();
                }
                case Step.REDUCE -> reductions.run(s.program(i), s.fromOffset(i), s.bytes(i));
                default -> doRareStep(i);
            }
            step = i + 1;
        }
        collectives.checkMembers(call);
        if (schedule.isSilent() && token != 0 && member.size() > 1) {
            compare();
            if (hopeless != null) {
                throw hopeless;
            }
        }
        return true;
    }

    /** Looks whether another member of the process is about something else, after this one has shown what it is about. */
    private void compare() {
        member.show(meeting, token);
        int other = member.differing(meeting, token);
        if (other >= 0) {
            hopeless = collectives.failures().differs(call, other);
        }
    }

    private boolean enterMeeting() {
        if (!member.isFree(meeting)) {
            return false;
        }
        isEntered = true;
        if (schedule.sharesMemory()) {
            member.publish(meeting, lent);
        }
        if (agreement != null) {
            agreement.describe(lent.temp());
        }
        return true;
    }

    private void doRareStep(int i) {
        CollectiveSchedule s = schedule;
        switch (s.kind(i)) {
            case Step.SEND, Step.SEND_REMOTE -> {
                collectives.checkMembers(call);
                messages.send(s, i, s.kind(i) == Step.SEND_REMOTE ? interNumber : meeting, lent);
            }
            case Step.RECEIVE, Step.RECEIVE_REMOTE ->
                messages.receive(s, i, s.kind(i) == Step.RECEIVE_REMOTE ? interNumber : meeting, lent);
            case Step.COPY_TABLED ->
                lent.copyTabled(s.peer(i), (int) s.fromOffset(i), s.to(i), s.toOffset(i), s.bytes(i));
            case Step.AGREE -> agreement.check(lent.temp());
            default -> throw new IllegalStateException("no such step: " + Step.name(s.kind(i)));
        }
    }

    @Override
    public String toString() {
        return call.kind.call() + " step=" + step + " of=" + schedule.length() + " rank="
                + collectives.comm().rank() + " communicator=" + collectives.comm();
    }
}
