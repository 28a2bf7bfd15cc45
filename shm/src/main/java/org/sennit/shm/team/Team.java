package org.sennit.shm.team;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.sennit.runtime.request.Progress;

/**
 * Endpoints of one JVM that meet. Their meetings are numbered; several can be under way at once, each in a slot of its
 * own, in which every member has a line: how far it has come, and room for a short contribution. A team knows members and
 * flags, not communicators.
 *
 * <p>Built by one thread and handed to the others; each member then uses its own {@link TeamMember}.
 *
 * <pre>
 *   line of 128 bytes:  | number × {@value #PHASES} + phase + 1 (8) | contribution, {@value #PAYLOAD_BYTES} bytes | unused (8) |
 *   mark of 128 bytes:  | the first meeting that its member has not left (8) | unused |
 * </pre>
 *
 * <p>Publication: whatever a member writes, to its line, to memory or by publish, before it signals a phase is seen by every
 * member that has found that phase, or a later one, reached. A slot is used again when every member has left the meeting
 * that used it before, and whatever a member has read there it has read before it leaves. Both are a volatile store and an
 * acquiring load of one word, which never goes back. jcstress: TeamStress.
 */
public final class Team {
    /** Room for a contribution, in bytes. */
    public static final int PAYLOAD_BYTES = 112;

    /** How many phases a meeting can have. */
    public static final int PHASES = 1 << 16;

    static final int LINE_BYTES = 128;
    static final int PAYLOAD = 8;

    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final VarHandle ALL_LEFT;
    private static final VarHandle SLOT_WAITERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ALL_LEFT = lookup.findVarHandle(Team.class, "allLeft", long.class).withInvokeExactBehavior();
            SLOT_WAITERS =
                    lookup.findVarHandle(Team.class, "slotWaiters", int.class).withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int size;
    private final int slots; // a power of two
    private final MemorySegment lines; // slot by slot, and then the marks
    private final Object[] published; // slot by slot
    private final Progress[] progresses;

    // A lower bound of all marks, for those that would have to look at each; an old value is a lower bound too.
    // Released
    // after the marks have been acquired, acquired by who relies on it instead of them.
    @SuppressWarnings("unused")
    private long allLeft;

    // Added to before a member looks at the marks for the last time before it sleeps, read after every store of a mark:
    // one of the two sees the other.
    @SuppressWarnings("unused")
    private int slotWaiters;

    /**
     * Makes a team.
     *
     * @param progresses how to wake each member, in member order
     */
    public Team(List<Progress> progresses) {
        this.progresses = progresses.toArray(Progress[]::new);
        this.size = this.progresses.length;
        this.slots = slotsFor(size);
        this.lines = Arena.ofAuto().allocate((slots + 1L) * size * LINE_BYTES, LINE_BYTES);
        this.published = new Object[slots * size];
    }

    /** Many for a few members, who are fast; few for many, because each slot has a line for each. */
    private static int slotsFor(int size) {
        return size <= 8 ? 8 : size <= 64 ? 4 : 2;
    }

    /**
     * The number of members.
     *
     * @return at least 1
     */
    public int size() {
        return size;
    }

    /**
     * How many meetings can be under way at once.
     *
     * @return a power of two
     */
    public int slots() {
        return slots;
    }

    /**
     * The handle of a member; one for each, kept by it.
     *
     * @param index its number, from 0
     * @param isShared whether several threads may use it at once
     * @return a fresh handle at the team's beginning
     */
    public TeamMember member(int index, boolean isShared) {
        return isShared ? new SharedTeamMember(this, index) : new TeamMember(this, index);
    }

    MemorySegment lines() {
        return lines;
    }

    long line(long meeting, int member) {
        return ((meeting & slots - 1) * size + member) * LINE_BYTES;
    }

    private long mark(int member) {
        return ((long) slots * size + member) * LINE_BYTES;
    }

    void publish(long meeting, int member, Object object) {
        published[(int) (meeting & slots - 1) * size + member] = object; // plain: the signal that follows publishes it
    }

    Object published(long meeting, int member) {
        return published[(int) (meeting & slots - 1) * size + member];
    }

    /** Full fence after the store: the waker then looks whether the waiter is parked. */
    void setNumber(long line, long number) {
        NUMBER.setVolatile(lines, line, number);
    }

    long number(long line) {
        return (long) NUMBER.getAcquire(lines, line);
    }

    void wake(int member) {
        progresses[member].signal();
    }

    void wakeOthers(int member) {
        for (int i = 0; i < size; i++) {
            if (i != member) {
                progresses[i].signal();
            }
        }
    }

    /** Sets a member's mark: it has left all meetings below. */
    void setLeft(int member, long below) {
        NUMBER.setVolatile(lines, mark(member), below);
        if ((int) SLOT_WAITERS.getVolatile(this) > 0) {
            wakeOthers(member);
        }
    }

    long allLeft() {
        return (long) ALL_LEFT.getAcquire(this);
    }

    /** Looks at all marks; stops at the first that is below what is asked for. */
    boolean haveLeft(long below) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            long left = number(mark(i));
            if (left < below) {
                return false;
            }
            least = Math.min(least, left);
        }
        ALL_LEFT.setRelease(this, least);
        return true;
    }

    void addSlotWaiters(int change) {
        int before = (int) SLOT_WAITERS.getAndAdd(this, change);
        assert before + change >= 0;
    }
}
