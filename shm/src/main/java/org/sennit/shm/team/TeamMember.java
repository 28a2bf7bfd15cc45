package org.sennit.shm.team;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.concurrent.FrontPadding;

/**
 * A member's handle on its {@link Team}. All members begin the same meetings in the same order; a member enters one when
 * its slot is free, signals and awaits phases in it, and leaves. Meetings may end in another order than they began.
 * Nothing here blocks: who has to wait asks again, and is woken by the signal that it waits for.
 *
 * <p>Belongs to the thread that drives the member's endpoint; allocates nothing.
 */
public class TeamMember extends FrontPadding {
    private final Team team;
    private final int index;
    private final int slots;

    private long begun; // meetings
    private long free; // meetings below this find their slot free
    private long left; // all meetings below this have been left
    private long leftAbove; // bit i: meeting left + i has been left, too

    TeamMember(Team team, int index) {
        this.team = team;
        this.index = index;
        this.slots = team.slots();
        this.free = slots;
    }

    /**
     * The number of this member.
     *
     * @return 0 for the first
     */
    public final int index() {
        return index;
    }

    /**
     * The number of members.
     *
     * @return at least 1
     */
    public final int size() {
        return team.size();
    }

    /**
     * Begins the next meeting; it may be used when {@link #isFree} says so.
     *
     * @return its number, the same for all members
     */
    public final long begin() {
        return begun++;
    }

    /**
     * Whether all members have left the meeting that used the same slot before.
     *
     * @param meeting the meeting
     * @return false when it cannot be entered yet
     */
    public boolean isFree(long meeting) {
        return meeting < free || isFreeNow(meeting);
    }

    private boolean isFreeNow(long meeting) {
        long below = meeting - slots + 1;
        if (team.allLeft() < below && !team.haveLeft(below)) {
            return false;
        }
        free = team.allLeft() + slots;
        return true;
    }

    /**
     * Says that this member will wait for a slot, before it looks for the last time, or that it has got it.
     *
     * @param isWaiting whether it begins or ends to wait
     */
    public final void waitForSlot(boolean isWaiting) {
        team.addSlotWaiters(isWaiting ? 1 : -1);
    }

    /**
     * Offers an object to the others, who see it after the next signal.
     *
     * @param meeting a meeting that has been entered
     * @param object any object, or null
     */
    public final void publish(long meeting, Object object) {
        team.publish(meeting, index, object);
    }

    /**
     * What a member has offered.
     *
     * @param meeting a meeting that has been entered
     * @param member its number
     * @return the object
     */
    public final Object published(long meeting, int member) {
        return team.published(meeting, member);
    }

    /**
     * The memory of the lines.
     *
     * @return off-heap memory
     */
    public final MemorySegment lines() {
        return team.lines();
    }

    /**
     * Where a member's short contribution lies, {@value Team#PAYLOAD_BYTES} bytes.
     *
     * @param meeting a meeting that has been entered
     * @param member its number
     * @return bytes into {@link #lines}
     */
    public final long contribution(long meeting, int member) {
        return team.line(meeting, member) + Team.PAYLOAD;
    }

    /**
     * Tells another member, or all, that a phase has been reached.
     *
     * @param meeting a meeting that has been entered
     * @param phase 0 to {@value Team#PHASES} − 1, larger than before
     * @param target the only member that awaits it, or −1 for all
     */
    public final void signal(long meeting, int phase, int target) {
        team.setNumber(team.line(meeting, index), meeting * Team.PHASES + phase + 1);
        if (target >= 0) {
            team.wake(target);
        } else {
            team.wakeOthers(index);
        }
    }

    /**
     * Whether a member has signalled a phase.
     *
     * @param meeting a meeting that has been entered
     * @param phase the phase
     * @param member its number
     * @return true when it has, or a later one
     */
    public final boolean hasReached(long meeting, int phase, int member) {
        return team.number(team.line(meeting, member)) >= meeting * Team.PHASES + phase + 1;
    }

    /**
     * Leaves a meeting: nothing of it will be read any more by this member.
     *
     * @param meeting a meeting that has been entered
     */
    public void leave(long meeting) {
        if (meeting == left && leftAbove == 0) {
            left++;
        } else {
            leftAbove |= 1L << (int) (meeting - left);
            int ended = Long.numberOfTrailingZeros(~leftAbove);
            if (ended == 0) {
                return;
            }
            left += ended;
            leftAbove >>>= ended;
        }
        team.setLeft(index, left);
    }
}
