package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;

/**
 * Executes the steps of a schedule for one member in one meeting of its team: copies, signals, messages and reductions,
 * in order. {@link #proceed} never blocks; {@link #canGoOn} returns whether it has work.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time: that of a blocking call, or the one that runs the
 * endpoint's hooks, under their guard (ExtraWork).
 */
final class ScheduleSteps extends FrontPadding {
    private final CollectiveState collectives;
    private final CollectiveCall call;
    private final int token;
    private final CollectiveSchedule schedule;
    private final TeamMember member;
    private final ScheduleMessages messages;
    private final LentMemory lent;
    private final ReductionRun reductions;

    private Agreement agreement; // null: the call is not checked

    // Threads that wake the endpoint do not call canGoOn, which moves `reached` on (WaitingThread.mayGoOn).
    private long meeting;
    private long interNumber;
    private boolean isEntered;
    private int step;
    private int reached; // members below this have reached the phase that is awaited
    private boolean hasCome; // to the gate of the step
    private int odd; // a member that makes another call, or −1
    private int late; // a receive that is not posted before its drain, or −1
    private boolean spins;
    private boolean isContinued;
    private boolean hasSent;
    private SennitException hopeless; // the error if a required member has ended or makes another call; else null

    ScheduleSteps(
            CollectiveState collectives,
            CollectiveCall call,
            CollectiveSchedule schedule,
            ScheduleMessages messages,
            LentMemory lent,
            ReductionRun reductions) {
        this.collectives = collectives;
        this.call = call;
        this.token = call.token();
        this.schedule = schedule;
        this.member = collectives.member();
        this.messages = messages;
        this.lent = lent;
        this.reductions = reductions;
    }

    /** Sets the comparison of the members' calls; null for none. */
    void compareBy(Agreement check) {
        agreement = check;
    }

    /**
     * Goes back to the first step.
     *
     * @param meeting the number of the team's meeting
     * @param interNumber the number of the call among those of both sides of an intercommunicator
     * @param spins whether {@link #proceed} may spin for a message, for a bounded time
     * @param isContinued whether this member has entered the meeting, on the fast path
     * @param hasSent whether the messages have been sent
     */
    void begin(long meeting, long interNumber, boolean spins, boolean isContinued, boolean hasSent) {
        this.meeting = meeting;
        this.interNumber = interNumber;
        isEntered = false;
        step = 0;
        reached = 0;
        hasCome = false;
        odd = -1;
        late = -1;
        this.spins = spins;
        this.isContinued = isContinued;
        this.hasSent = hasSent;
        hopeless = null;
    }

    /** Leaves the meeting of the team, if this member has entered it. */
    void leaveMeeting() {
        if (isEntered || isContinued) {
            member.leave(meeting);
        }
    }

    /** Returns the number of executed steps. */
    int done() {
        return step;
    }

    /** Returns whether {@link #proceed} has work; without visible side effects. */
    boolean canGoOn() {
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
            case Step.MEET -> !hasCome || member.isOpen(meeting, schedule.phase(step));
            case Step.DRAIN -> messages.areDecided();
            default -> true;
        };
    }

    /** Returns the subject of the call's wait; null when it is not known. */
    Awaited awaited(ScheduleRun run) {
        if (step == schedule.length()) {
            return null;
        }
        if (!isEntered) { // others are still in an earlier call; an ended member is not
            return collectives.awaited(run.toString(), Need.TAKER, other -> true);
        }
        lookForOtherCalls();
        return switch (schedule.kind(step)) {
            case Step.AWAIT ->
                collectives.awaited(
                        run.toString(), Need.ALL, other -> other == schedule.peer(step) && isAwaited(other));
            case Step.AWAIT_ALL, Step.MEET -> collectives.awaited(run.toString(), Need.ALL, this::isAwaited);
            case Step.DRAIN -> messages.awaited(run.toString());
            default -> null;
        };
    }

    /** Fails the schedule when another member makes another call, which may never reach the awaited phase. */
    void lookForOtherCalls() {
        if (isEntered && token != 0 && hopeless == null) {
            compare();
        }
    }

    private boolean isAwaited(int other) {
        return member.reached(meeting, schedule.phase(step), other) < 0;
    }

    /** Fails the schedule with the error when it next proceeds. */
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
     * Executes steps until one has to wait; in a blocking call spins for a short message first. A member that gives up
     * after a failure reuses its memory. So a member checks for failures after it has read another one's memory, before
     * it passes on its result, and before it ends: the failure is published before the memory changes.
     */
    boolean proceed() {
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
                case Step.MEET -> {
                    if (!meet(i)) {
                        return false;
                    }
                    hasCome = false;
                }
                case Step.DRAIN -> {
                    receiveLate();
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

    /** Comes to a gate, once, and opens it as the last one; returns whether it is open. */
    private boolean meet(int i) {
        int phase = schedule.phase(i);
        if (!hasCome) {
            collectives.checkMembers(call);
            hasCome = true;
            switch (member.come(meeting, phase, token)) {
                case TeamMember.IS_LAST -> {
                    if (schedule.toOffset(i) > 0) {
                        reductions.combineLines(member.size(), schedule.toOffset(i));
                        collectives.checkMembers(call);
                    }
                    member.open(meeting, phase);
                    return true;
                }
                case TeamMember.FINDS_OTHERS ->
                    throw collectives.failures().differs(call, member.differing(meeting, token));
                default -> {}
            }
        }
        return member.isOpen(meeting, phase);
    }

    /** Checks whether another member of the process makes another call, after publishing this one's. */
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

    /** Posts a receive, or leaves that to the drain that comes next, where it is the only one. */
    private void receive(int i) {
        if (spins && messages.entersForReceivingAtOnce(schedule, i)) {
            late = i;
        } else {
            post(i);
        }
    }

    private void post(int i) {
        messages.receive(schedule, i, schedule.kind(i) == Step.RECEIVE_REMOTE ? interNumber : number(), lent);
    }

    private void receiveLate() {
        int i = late;
        late = -1;
        if (i >= 0 && !messages.receiveAtOnce(schedule, i, number(), lent)) {
            post(i);
        }
    }

    private long number() {
        return collectives.messageNumber(meeting);
    }

    private void doRareStep(int i) {
        CollectiveSchedule s = schedule;
        switch (s.kind(i)) {
            case Step.SEND, Step.SEND_REMOTE -> {
                collectives.checkMembers(call);
                if (!hasSent) {
                    messages.send(s, i, s.kind(i) == Step.SEND_REMOTE ? interNumber : number(), lent);
                }
            }
            case Step.RECEIVE, Step.RECEIVE_REMOTE -> receive(i);
            case Step.COPY_TABLED ->
                lent.copyTabled(s.peer(i), (int) s.fromOffset(i), s.to(i), s.toOffset(i), s.bytes(i));
            case Step.SHOW_LENGTH -> lent.showLength(s.to(i), s.toOffset(i), s.bytes(i));
            case Step.CHECK_LENGTH -> lent.checkLength(s.peer(i), s.from(i), s.fromOffset(i), s.bytes(i));
            case Step.AGREE -> agreement.check(lent.temp());
            default -> throw new IllegalStateException("no such step: " + Step.name(s.kind(i)));
        }
    }
}
