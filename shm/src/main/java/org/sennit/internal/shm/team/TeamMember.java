package org.sennit.internal.shm.team;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * A member's handle on its {@link Team}. All members begin the same meetings in the same order; a member enters a
 * meeting when its slot is free, signals and awaits phases in it, and leaves. Meetings may end in any order. Nothing
 * blocks: a member that has to wait polls, and is woken by the signal that it awaits.
 *
 * <p>Belongs to the thread that drives the member's endpoint; allocates nothing.
 */
public class TeamMember extends FrontPadding {
    /**
     * In teams of up to this size a signal wakes all its receivers: storing which member it awaits would cost a
     * cache-line transfer.
     */
    private static final int FEW = 4;

    private static final int MEMBER_BITS = 20;

    /** Outcome of {@link #come}: others have not come yet. */
    public static final int WAITS = 0;

    /** Outcome of {@link #come}: all have come, and this member opens the gate. */
    public static final int IS_LAST = 1;

    /** Outcome of {@link #come}: all have come, and some of them make another call. */
    public static final int FINDS_OTHERS = 2;

    /**
     * A line's word has the low bits of the meeting's number in its upper half, and phase + 1 and token below. A member
     * that neither signals nor shows anything in a meeting leaves the word of an earlier one.
     */
    private static final int MEETING_SHIFT = 32;

    private final Team team;
    private final int index;
    private final int slots;

    private long begun; // meetings
    private long free; // meetings below this find their slot free
    private long left; // all meetings below this have been left
    private long leftAbove; // bit i: meeting left + i has been left, too
    private long scanBelow; // the bound that the scan of the marks is for
    private int scanned; // members below this have left
    private long scanLeast; // the least of their marks
    private long said; // the member it awaits, as last stored in its line

    TeamMember(Team team, int index) {
        this.team = team;
        this.index = index;
        this.slots = team.slots();
        this.free = slots;
    }

    /** Returns the number of this member, 0 for the first. */
    public final int index() {
        return index;
    }

    /** Returns the number of members, at least 1. */
    public final int size() {
        return team.size();
    }

    /**
     * Begins the next meeting; usable once {@link #isFree} returns true.
     *
     * @return its number, the same for all members
     */
    public final long begin() {
        return begun++;
    }

    /**
     * Returns whether all members have left the meeting that used the same slot before; if not, this member will be
     * woken when that may have changed.
     *
     * @return false when it cannot be entered yet
     */
    public boolean isFree(long meeting) {
        return meeting < free || isFreeNow(meeting);
    }

    private boolean isFreeNow(long meeting) {
        long below = meeting - slots + 1;
        if (team.allLeft() < below && !haveLeft(below)) {
            return false;
        }
        free = team.allLeft() + slots;
        return true;
    }

    /**
     * Fast path: begins and enters the next meeting if its slot is free. If not, nothing will wake this member.
     *
     * @return its number; −1 when nothing has begun
     */
    public final long enterNext() {
        long meeting = begun;
        if (meeting >= free && !hasBecomeFree(meeting)) {
            return -1;
        }
        begun = meeting + 1;
        return meeting;
    }

    private boolean hasBecomeFree(long meeting) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < team.size(); i++) {
            least = Math.min(least, team.left(i));
        }
        free = least + slots;
        return meeting < free;
    }

    /** Scans the marks, from the one that it has been waiting for. */
    private boolean haveLeft(long below) {
        if (scanBelow != below) {
            scanBelow = below;
            scanned = 0;
            scanLeast = Long.MAX_VALUE;
        }
        for (int i = scanned; i < team.size(); i++) {
            if (!team.hasLeft(i, below, index)) {
                scanned = i;
                return false;
            }
            scanLeast = Math.min(scanLeast, team.left(i));
        }
        scanBelow = 0;
        team.setAllLeft(scanLeast);
        return true;
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
     * Returns the object that a member has offered.
     *
     * @param meeting a meeting that has been entered
     */
    public final Object published(long meeting, int member) {
        return team.published(meeting, member);
    }

    /** Returns the memory of the lines. */
    public final MemorySegment lines() {
        return team.lines();
    }

    /**
     * Returns the offset of a member's short contribution, {@value Team#PAYLOAD_BYTES} bytes.
     *
     * @param meeting a meeting that has been entered
     * @return bytes into {@link #lines}
     */
    public final long contribution(long meeting, int member) {
        return team.line(meeting, member) + Team.PAYLOAD;
    }

    /** Returns the memory of the pages; the first member that asks for it makes it. */
    public final MemorySegment pages() {
        return team.pages();
    }

    /**
     * Returns the offset of a member's page, {@value Team#PAGE_BYTES} bytes for a contribution that is longer than a
     * line holds.
     *
     * @param meeting a meeting that has been entered
     * @return bytes into {@link #pages}
     */
    public final long page(long meeting, int member) {
        return team.page(meeting, member);
    }

    /**
     * Signals to one member, or all, that a phase has been reached.
     *
     * @param meeting a meeting that has been entered
     * @param phase 0 to {@value Team#PHASES} − 1, not smaller than before; several members that wait for
     *     one are notified one by one
     * @param target the only member that awaits it, or −1 for all
     */
    public final void signal(long meeting, int phase, int target) {
        signal(meeting, phase, target, 0);
    }

    /**
     * Signals to one member, or all, that a phase has been reached, with a token that identifies this member's call.
     *
     * @param meeting a meeting that has been entered
     * @param phase 0 to {@value Team#PHASES} − 1, not smaller than before; several members that wait for
     *     one are notified one by one
     * @param target the only member that awaits it, or −1 for all
     * @param token 0 to {@value Team#TOKENS} − 1, the same in all its signals of a meeting
     */
    public final void signal(long meeting, int phase, int target, int token) {
        team.setNumber(team.line(meeting, index), word(meeting, phase) | token);
        if (target < 0) {
            team.wakeOthers(index);
        } else if (team.size() <= FEW || team.awaited(team.line(meeting, target)) == awaited(meeting, index)) {
            team.wake(target);
        }
    }

    /**
     * Fast path: signals phase 0 to all and wakes none. To be followed by {@link #leaveAndWake}, or by {@link #signal}
     * before this member waits for long.
     *
     * @param meeting a meeting that has been entered
     * @param token as that of {@link #signal}
     */
    public final void arrive(long meeting, int token) {
        team.releaseNumber(team.line(meeting, index), word(meeting, 0) | token);
    }

    /**
     * Fast path: returns whether a member has signalled phase 0 with a token, and no later phase. Spins without a
     * pause; nothing will wake this member.
     *
     * @param meeting a meeting that has been entered
     * @param looks the most loads, at least 1
     */
    public final boolean hasArrived(long meeting, int token, int member, int looks) {
        return team.isNumber(team.line(meeting, member), word(meeting, 0) | token, looks);
    }

    /**
     * Fast path: leaves a meeting in which this member has arrived, and wakes those that await its
     * signal, or wait for it to leave.
     *
     * @param meeting a meeting that has been entered
     */
    public final void leaveAndWake(long meeting) {
        advanceLeft(meeting);
        team.releaseLeft(index, left);
    }

    /**
     * Comes to the gate of a phase, which the last member to come opens. Signals the phase, but wakes none.
     *
     * @param meeting a meeting that has been entered
     * @param phase as that of {@link #signal}
     * @param token as that of {@link #signal}
     * @return {@link #WAITS}, {@link #IS_LAST}, or {@link #FINDS_OTHERS} for the last one when
     *     others came with other tokens
     */
    public final int come(long meeting, int phase, int token) {
        team.setNumber(team.line(meeting, index), word(meeting, phase) | token);
        long word = team.come(meeting, left() == meeting, token);
        if (!team.areAll(word)) {
            return WAITS;
        }
        if (team.areAllInOrder(word)) {
            team.setAllLeft(meeting); // saves the scan of the marks in isFree
        }
        return team.isOfOneToken(word, token) ? IS_LAST : FINDS_OTHERS;
    }

    /**
     * Opens the gate of a phase and wakes all; by the last member to come.
     *
     * @param meeting a meeting that has been entered
     * @param phase that of {@link #come}
     */
    public final void open(long meeting, int phase) {
        team.open(meeting, word(meeting, phase));
        team.wakeOthers(index);
    }

    /**
     * Returns whether the gate of a phase, to which this member has come, has been opened, so that all have come.
     *
     * @param meeting a meeting that has been entered
     * @param phase that of {@link #come}
     */
    public final boolean isOpen(long meeting, int phase) {
        return team.opened(meeting) - word(meeting, phase) >>> MEETING_SHIFT == 0;
    }

    /**
     * Returns whether a member has signalled a phase.
     *
     * @param meeting a meeting that has been entered
     * @return true when it has, or a later one
     */
    public final boolean hasReached(long meeting, int phase, int member) {
        return reached(meeting, phase, member) >= 0;
    }

    /**
     * Returns the token of a member that has signalled a phase, by which members that make different calls find out.
     *
     * @param meeting a meeting that has been entered
     * @return the token of its signals; −1 when it has not signalled this phase or a later one
     */
    public final int reached(long meeting, int phase, int member) {
        long word = team.number(team.line(meeting, member));
        return word - word(meeting, phase) >>> MEETING_SHIFT == 0 ? (int) word & Team.TOKENS - 1 : -1;
    }

    /**
     * Shows the token of this member before it has signalled any phase, when it has been waiting for long or waits for
     * none. Full fence: of two members that show different tokens and then call {@link #differing}, one sees the other.
     * Wakes none.
     *
     * @param meeting a meeting that has been entered
     * @param token 1 to {@value Team#TOKENS} − 1, that of all its signals of the meeting
     */
    public final void show(long meeting, int token) {
        long line = team.line(meeting, index);
        long seen = team.number(line);
        if (!isOf(meeting, seen)) {
            team.setNumberFrom(line, seen, word(meeting, -1) | token);
        }
    }

    /**
     * Finds a member with another token, in any phase. Called after this member has signalled or shown its own. Loads
     * the line of each member, so for members that have waited for long, or that wait for none.
     *
     * @param meeting a meeting that has been entered
     * @return its number; −1 when none has shown another token so far
     */
    public final int differing(long meeting, int token) {
        int other = index;
        for (int distance = 1; distance < team.size(); distance++) {
            other = other + 1 == team.size() ? 0 : other + 1;
            long word = team.number(team.line(meeting, other));
            int shown = (int) word & Team.TOKENS - 1;
            if (isOf(meeting, word) && shown != token) {
                return other;
            }
        }
        return -1;
    }

    private static long word(long meeting, int phase) {
        return meeting << MEETING_SHIFT | (phase + 1L) * Team.TOKENS;
    }

    /** Returns whether a word is of a meeting; a line is 0 before the first one. */
    private static boolean isOf(long meeting, long word) {
        return word != 0 && (int) meeting == (int) (word >>> MEETING_SHIFT);
    }

    /**
     * Returns whether a member has signalled a phase; if not, its signals will wake this member.
     *
     * @param meeting a meeting that has been entered
     * @return true when it has, or a later one
     */
    public final boolean hasReachedOrWakes(long meeting, int phase, int member) {
        return reachedOrWakes(meeting, phase, member) >= 0;
    }

    /**
     * As {@link #reached}; if the member has not signalled yet, its signals will wake this member.
     *
     * @param meeting a meeting that has been entered
     * @return the token of its signals; −1 when it has not signalled this phase or a later one
     */
    public final int reachedOrWakes(long meeting, int phase, int member) {
        int seen = reached(meeting, phase, member);
        if (seen >= 0 || team.size() <= FEW) {
            return seen;
        }
        say(meeting, awaited(meeting, member));
        return reached(meeting, phase, member);
    }

    /**
     * Stores the member that this one awaits, for one meeting at a time; several meetings under way store it
     * alternately.
     */
    void say(long meeting, long whom) {
        if (said != whom) {
            team.setAwaited(team.line(meeting, index), whom);
            said = whom;
        }
    }

    /** Stores unconditionally, because another thread may have set the flag without having stored yet. */
    final void sayAlways(long meeting, long whom) {
        team.setAwaited(team.line(meeting, index), whom);
    }

    /** Returns the word for an awaited member of a meeting: never 0, and different in each meeting. */
    private static long awaited(long meeting, int member) {
        return meeting << MEMBER_BITS | member + 1;
    }

    /**
     * Leaves a meeting, of which this member reads nothing any more.
     *
     * @param meeting a meeting that has been entered
     */
    public void leave(long meeting) {
        if (advanceLeft(meeting)) {
            team.setLeft(index, left);
        }
    }

    /** Counts a meeting that this member leaves; returns false if it has not left an earlier one. */
    private boolean advanceLeft(long meeting) {
        if (meeting == left && leftAbove == 0) {
            left++;
            return true;
        }
        leftAbove |= 1L << (int) (meeting - left);
        int ended = Long.numberOfTrailingZeros(~leftAbove);
        left += ended;
        leftAbove >>>= ended;
        return ended != 0;
    }

    /** Returns the number of the first meeting that this member has not left; it is under way or has not begun. */
    public long left() {
        return left;
    }

    /**
     * Gives up all meetings for good, before this member reuses memory that others may be reading: data read from it
     * after that is invalid, and no meeting will complete. Wakes all.
     *
     * @param why reported to the others; the first one counts
     */
    public final void giveUp(Throwable why) {
        team.giveUp(index, why);
    }

    /**
     * Returns the reason for which a member has given up. Checked after memory of other members has been
     * read, before the data is used.
     *
     * @return the cause, or null when none has
     */
    public final Throwable givenUp() {
        VarHandle.loadLoadFence(); // orders the earlier reads before the load of the flag: their memory changes only
        // after that store
        return team.givenUp();
    }
}
