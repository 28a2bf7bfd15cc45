package org.sennit.internal.shm.team;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.spi.progress.Progress;

/**
 * Endpoints of one JVM that meet. Their meetings are numbered; several can be under way at once, each in a slot of its
 * own, in which every member has a line: how far it has come, and room for a short contribution. A team knows members and
 * flags, not communicators.
 *
 * <p>Built by one thread and handed to the others; each member then uses its own {@link TeamMember}.
 *
 * <pre>
 *   line of 128 bytes:  | number, phase + 1, token (8) | contribution, {@value #PAYLOAD_BYTES} bytes | whom it awaits (8) |
 *   mark of 128 bytes:  | the first meeting that its member has not left (8) | who waits for it to leave (8) | unused |
 *   last 128 bytes:     | a lower bound of all marks (8) | unused |
 * </pre>
 *
 * <p>Publication: whatever a member writes, to its line, to memory or by publish, before it signals a phase is seen by every
 * member that has found that phase, or a later one, reached. A slot is used again when every member has left the meeting
 * that used it before, and whatever a member has read there it has read before it leaves. Both are a volatile store and a
 * volatile load of one word, which never goes back. jcstress: TeamStress.
 *
 * <p>Waking: who is going to sleep first says whom it waits for, and then looks once more; who has signalled, or left, looks
 * afterwards whether a thread waits for it. One of the two sees the other. So of many that arrive, only those wake a waiter
 * for whom it waits, and the switches of a meeting grow with its members and not with their square.
 */
public final class Team {
    /** Room for a contribution, in bytes. */
    public static final int PAYLOAD_BYTES = 112;

    /** How many phases a meeting can have. */
    public static final int PHASES = (1 << 8) - 1;

    /** A token is below; it stands in the lowest bits of the word that a signal writes. */
    public static final int TOKENS = 1 << 24;

    static final int LINE_BYTES = 128;
    static final int PAYLOAD = 8;
    private static final int AWAITED = PAYLOAD + PAYLOAD_BYTES;
    private static final int LEAVE_WAITER = 8;

    /** Members that wait for another to leave: none, or more than one; else the number of the only one, plus 1. */
    private static final long NONE = 0;

    private static final long SEVERAL = -1;

    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final int size;
    private final int slots; // a power of two
    private final MemorySegment lines; // slot by slot, then the marks, then the bound of them all
    private final long base; // of the lines, as OwnMemory counts
    private final Object[] published; // slot by slot
    private final Progress[] progresses;

    // Volatile store by the first member that gives up, before it takes back what it has lent; volatile load by those
    // that have read there.
    private final AtomicReference<Throwable> givenUp = new AtomicReference<>();

    /**
     * Makes a team.
     *
     * @param progresses how to wake each member, in member order
     */
    public Team(List<Progress> progresses) {
        this.progresses = progresses.toArray(Progress[]::new);
        this.size = this.progresses.length;
        this.slots = slotsFor(size);
        this.lines = Arena.ofAuto().allocate((slots + 1L) * size * LINE_BYTES + LINE_BYTES, LINE_BYTES);
        this.base = OwnMemory.base(lines);
        this.published = new Object[slots * size];
    }

    /** Many for a few members, who are fast; few for many, because each slot has a line for each. */
    private static int slotsFor(int size) {
        return size <= 2 ? 32 : size <= 8 ? 16 : size <= 64 ? 4 : 2;
    }

    /** Returns the number of members, at least 1. */
    public int size() {
        return size;
    }

    /** Returns how many meetings can be under way at once, a power of two. */
    public int slots() {
        return slots;
    }

    /**
     * Returns the handle of a member; one for each, kept by it.
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

    long base() {
        return base;
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
        NUMBER.setVolatile(OwnMemory.of(lines), base + line, number);
    }

    /** As {@link #setNumber}, unless another number has come: another thread of the member may signal at the same time. */
    void setNumberFrom(long line, long seen, long number) {
        NUMBER.compareAndSet(OwnMemory.of(lines), base + line, seen, number);
    }

    /** Volatile, not only acquiring: a member stores whom it waits for before it reads this. (the same instruction) */
    long number(long line) {
        return (long) NUMBER.getVolatile(OwnMemory.of(lines), base + line);
    }

    /** As {@link #setNumber} without the fence: who has signalled so looks for sleepers in {@link #releaseLeft}. */
    void releaseNumber(long line, long number) {
        NUMBER.setRelease(OwnMemory.of(lines), base + line, number);
    }

    /** Returns whether a line's word is this one; looks again for a while, without a pause. */
    boolean isNumber(long line, long expected, int looks) {
        long at = base + line;
        for (int i = 0; i < looks; i++) {
            // Acquire: pairs with releaseNumber and setNumber; what its member wrote before is seen after.
            if ((long) NUMBER.getAcquire(OwnMemory.of(lines), at) == expected) {
                return true;
            }
        }
        return false;
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

    /** Says in a member's line whom it awaits. Full fence: it then looks whether that one has come. */
    void setAwaited(long line, long whom) {
        NUMBER.setVolatile(OwnMemory.of(lines), base + line + AWAITED, whom);
    }

    /** Returns whom a member awaits; looked at after {@link #setNumber}. */
    long awaited(long line) {
        return (long) NUMBER.getVolatile(OwnMemory.of(lines), base + line + AWAITED);
    }

    /** Sets a member's mark: it has left all meetings below. Then wakes the members that wait for it. */
    void setLeft(int member, long below) {
        long mark = mark(member);
        NUMBER.setVolatile(OwnMemory.of(lines), base + mark, below);
        wakeLeaveWaiter(member, mark);
    }

    /**
     * As {@link #setLeft}, and wakes all others that sleep, after {@link #releaseNumber}: one full fence between both stores and
     * the looks at the sleepers.
     */
    void releaseLeft(int member, long below) {
        long mark = mark(member);
        NUMBER.setRelease(OwnMemory.of(lines), base + mark, below);
        VarHandle.fullFence();
        wakeOthers(member);
        wakeLeaveWaiter(member, mark);
        Reference.reachabilityFence(this);
    }

    private void wakeLeaveWaiter(int member, long mark) {
        if ((long) NUMBER.getVolatile(OwnMemory.of(lines), base + mark + LEAVE_WAITER) != NONE) {
            long waiter = (long) NUMBER.getAndSet(OwnMemory.of(lines), base + mark + LEAVE_WAITER, NONE);
            if (waiter == SEVERAL) {
                wakeOthers(member);
            } else if (waiter != NONE) {
                wake((int) waiter - 1);
            }
        }
    }

    /** Returns whether a member has left all meetings below; if not, it wakes the waiter when it leaves one. */
    boolean hasLeft(int member, long below, int waiter) {
        long mark = mark(member);
        if (number(mark) >= below) {
            return true;
        }
        long known = (long) NUMBER.getVolatile(OwnMemory.of(lines), base + mark + LEAVE_WAITER);
        while (known != waiter + 1 && known != SEVERAL) {
            long wanted = known == NONE ? waiter + 1 : SEVERAL;
            long before =
                    (long) NUMBER.compareAndExchange(OwnMemory.of(lines), base + mark + LEAVE_WAITER, known, wanted);
            if (before == known) {
                break;
            }
            known = before;
        }
        return number(mark) >= below;
    }

    /**
     * A lower bound of all marks, for those that would have to look at each; an old value is a lower bound too. Released after
     * the marks have been acquired, acquired by a member that relies on it instead of them. On a line of its own: it is
     * written while others read the team's fields.
     */
    long allLeft() {
        return (long) NUMBER.getAcquire(OwnMemory.of(lines), base + allLeftOffset());
    }

    /** All have left the meetings below. */
    void setAllLeft(long below) {
        NUMBER.setRelease(OwnMemory.of(lines), base + allLeftOffset(), below);
    }

    private long allLeftOffset() {
        return (slots + 1L) * size * LINE_BYTES;
    }

    /** A member gives up, and so do all others. */
    void giveUp(int member, Throwable why) {
        givenUp.compareAndSet(null, why);
        wakeOthers(member);
    }

    Throwable givenUp() {
        return givenUp.get();
    }

    /** Returns what a member's mark says. */
    long left(int member) {
        return number(mark(member));
    }
}
