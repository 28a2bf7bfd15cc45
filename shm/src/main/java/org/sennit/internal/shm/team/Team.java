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
 * The endpoints of one JVM that synchronise in collectives. Meetings are numbered; several can be under way at once,
 * each in a slot of its own, in which every member has a line with the phase that it has reached and a short
 * contribution. A team knows members and flags, not communicators.
 *
 * <p>Built by one thread and safely published to the others; each member uses its own {@link TeamMember}.
 *
 * <pre>
 *   line of 128 bytes:  | number, phase + 1, token (8) | contribution, {@value #PAYLOAD_BYTES} bytes | member it awaits
 *   (8) | mark of 128 bytes:  | the first meeting that its member has not left (8) | member that waits for it (8) |
 *   unused |
 *   next 128 bytes:     | a lower bound of all marks (8) | unused |
 *   gate of 256 bytes:  | members that have come (bits 0 to 19), those of them that have left all earlier meetings (20
 *   to 39), sum of
 *                         their tokens (40 to 63) | unused | number, phase + 1 that is open (8, at 128) | unused |
 * </pre>
 *
 * <p>Publication: everything that a member writes before it signals a phase (its line or page, memory, objects) is
 * visible to each member that has found that phase or a later one reached. A slot is reused when every member has left
 * the meeting that used it, and a member leaves after its last read there. Both are a volatile store and a volatile
 * load of one word, which only grows. jcstress: TeamStress.
 *
 * <p>Gates: in a team of more members than cores each that waits takes turns from those that have not come yet, and a
 * leader that collects the others has its turn late. At a gate the last member that comes, any of them, opens it.
 * Members are counted by an atomic add; the last one resets the count before it opens the gate, and no member comes
 * again before. One gate for each slot, used by one phase after the other. jcstress: TeamGateStress.
 *
 * <p>Waking: a member stores which one it awaits, then looks at that member's word once more, then sleeps; a
 * member signals (or leaves), then looks whether another one awaits it. With volatile accesses one of the two sees
 * the other, so no wake-up is lost. Only the awaited member wakes a waiter, so the context switches of a meeting
 * grow linearly with its members.
 */
public final class Team {
    /** Room for a contribution, in bytes. */
    public static final int PAYLOAD_BYTES = 112;

    /**
     * Room of a page, for a longer contribution, in bytes. Up to here to copy a contribution costs two members less
     * than to wait until all have read it where it lies. (Allreduce of 128 B, 1 KiB, 2 KiB and 4 KiB, cores near: .45,
     * .49, .58, .67 µs instead of .66, .64, .71, .53; cores far: .95, 1.04, 1.46 instead of 2.4, 2.3, 2.2.)
     */
    public static final int PAGE_BYTES = 2048;

    /** Largest number of phases of a meeting. */
    public static final int PHASES = (1 << 8) - 1;

    /** Upper bound of tokens, which are the lowest bits of the word that a signal writes. */
    public static final int TOKENS = 1 << 24;

    /** The fewest slots of a team. */
    private static final int FEW_SLOTS = 4;

    static final int LINE_BYTES = 128;
    static final int PAYLOAD = 8;
    private static final int AWAITED = PAYLOAD + PAYLOAD_BYTES;
    private static final int LEAVE_WAITER = 8;
    private static final int GATE_BYTES = 2 * LINE_BYTES;
    private static final int OPENED = LINE_BYTES;

    /** Bits of a gate's count of members, and of those that have left all earlier meetings. */
    private static final int COUNT_BITS = 20;

    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final int TOKEN_SHIFT = 2 * COUNT_BITS;

    /** Waiters for a member to leave: none. Otherwise the number of the only waiter plus 1, or a mark for several. */
    private static final long NONE = 0;

    private static final long SEVERAL = -1;

    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final int size;
    private final int slots; // a power of two
    private final MemorySegment lines; // slot by slot, then the marks, the lower bound of all marks, and the gates
    private final long base; // of the lines, as OwnMemory counts
    private final Object[] published; // slot by slot
    private final Progress[] progresses;

    // Slot by slot, as the lines; most teams never need them. Stored by compare-and-set of the first member that asks,
    // loaded volatile by each. Their bytes are published as those of the lines are.
    private final AtomicReference<MemorySegment> pages = new AtomicReference<>();

    // Volatile store by the first member that gives up, before it reuses memory that others may read; volatile load by
    // members after reading such memory.
    private final AtomicReference<Throwable> givenUp; // the same of all teams that are made of one

    /**
     * Makes a team.
     *
     * @param progresses how to wake each member, in member order
     */
    public Team(List<Progress> progresses) {
        this(progresses.toArray(Progress[]::new), slotsFor(progresses.size()), new AtomicReference<>());
    }

    private Team(Progress[] progresses, int slots, AtomicReference<Throwable> givenUp) {
        this.progresses = progresses;
        this.size = progresses.length;
        this.slots = slots;
        this.givenUp = givenUp;
        this.lines = Arena.ofAuto().allocate(gate(0) + (long) slots * GATE_BYTES, LINE_BYTES);
        this.base = OwnMemory.base(lines);
        this.published = new Object[slots * size];
    }

    /**
     * Returns the number of slots: many for few members, which are fast; few for many members, because each slot has a
     * line for each member. With 4 a meeting without a gate may stand between two with one; with 2 each member would
     * look through all marks there, and wake all others when it leaves. (Barrier and broadcast in turn, 10,000 virtual
     * threads, two cores: 118 to 326 ms with 2, 28 to 69 with 4.)
     */
    private static int slotsFor(int size) {
        return size <= 2 ? 32 : size <= 8 ? 16 : FEW_SLOTS;
    }

    /**
     * Makes another team of the same members, whose meetings have an order of their own. It gives up when this one
     * does, and the other way round.
     *
     * @return a team for meetings of which a member begins the next one seldom before the last one has ended
     */
    public Team another() {
        return new Team(progresses, Math.min(slots, FEW_SLOTS), givenUp);
    }

    /** Returns the number of members, at least 1. */
    public int size() {
        return size;
    }

    /** Returns the number of meetings that can be under way at once, a power of two. */
    public int slots() {
        return slots;
    }

    /**
     * Returns the handle of a member, to be made once for each.
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

    /** Returns the memory of the pages, made when a member first asks for it. */
    MemorySegment pages() {
        if (pages.get() == null) {
            pages.compareAndSet(null, Arena.ofAuto().allocate((long) slots * size * PAGE_BYTES, LINE_BYTES));
        }
        return pages.get();
    }

    long page(long meeting, int member) {
        return ((meeting & slots - 1) * size + member) * PAGE_BYTES;
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

    /** Stores a number. Full fence after the store: the waker then looks whether the waiter is parked. */
    void setNumber(long line, long number) {
        NUMBER.setVolatile(OwnMemory.of(lines), base + line, number);
    }

    /**
     * As {@link #setNumber}, unless another number has come: another thread of the member may signal at the same time.
     */
    void setNumberFrom(long line, long seen, long number) {
        NUMBER.compareAndSet(OwnMemory.of(lines), base + line, seen, number);
    }

    /**
     * Returns a number. Volatile, not acquire: a member stores which one it awaits before it reads this. (The same
     * instruction on x86.)
     */
    long number(long line) {
        return (long) NUMBER.getVolatile(OwnMemory.of(lines), base + line);
    }

    /** As {@link #setNumber} without the fence: the caller looks for sleepers later, in {@link #releaseLeft}. */
    void releaseNumber(long line, long number) {
        NUMBER.setRelease(OwnMemory.of(lines), base + line, number);
    }

    /** Returns whether a line has this word; reads it up to the given number of times, without a pause. */
    boolean isNumber(long line, long expected, int looks) {
        long at = base + line;
        for (int i = 0; i < looks; i++) {
            // Acquire: pairs with releaseNumber and setNumber; makes visible what the member wrote before.
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

    /** Stores in a member's line which one it awaits. Full fence: it then looks whether that member has signalled. */
    void setAwaited(long line, long whom) {
        NUMBER.setVolatile(OwnMemory.of(lines), base + line + AWAITED, whom);
    }

    /** Returns the member that it awaits; read after {@link #setNumber}. */
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
     * As {@link #setLeft}, after {@link #releaseNumber}; wakes the members that await either. One full fence orders
     * both stores before the look for sleepers.
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

    /**
     * Returns whether a member has left all meetings below; if not, registers the waiter, which is woken when the
     * member leaves one.
     */
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
     * Returns a lower bound of all marks, which saves a look at each; a stale value is a lower bound, too. Stored with
     * release after the marks have been acquired, loaded with acquire by members that rely on it. On a line of its own,
     * since it is written while others read the team's fields.
     */
    long allLeft() {
        return (long) NUMBER.getAcquire(OwnMemory.of(lines), base + allLeftOffset());
    }

    /** Stores that all members have left the meetings below. */
    void setAllLeft(long below) {
        NUMBER.setRelease(OwnMemory.of(lines), base + allLeftOffset(), below);
    }

    private long allLeftOffset() {
        return (slots + 1L) * size * LINE_BYTES;
    }

    private long gate(long meeting) {
        return allLeftOffset() + LINE_BYTES + (meeting & slots - 1) * GATE_BYTES;
    }

    /**
     * Counts a member that comes to the gate of a meeting.
     *
     * @param isInOrder whether it has left all earlier meetings
     * @param token that of its signals
     * @return the gate's word with this member in it
     */
    long come(long meeting, boolean isInOrder, int token) {
        long one = 1 | (isInOrder ? 1L << COUNT_BITS : 0) | (long) token << TOKEN_SHIFT;
        // Atomic add, volatile: what each member wrote before is visible to the last one; exactly one is the last.
        return (long) NUMBER.getAndAdd(OwnMemory.of(lines), base + gate(meeting), one) + one;
    }

    /** Returns whether all members are in a gate's word. */
    boolean areAll(long gateWord) {
        return (gateWord & COUNT_MASK) == size;
    }

    /** Returns whether all members had left all earlier meetings. */
    boolean areAllInOrder(long gateWord) {
        return (gateWord >>> COUNT_BITS & COUNT_MASK) == size;
    }

    /** Returns whether the sum of the tokens is that of members with one token. */
    boolean isOfOneToken(long gateWord, int token) {
        return gateWord >>> TOKEN_SHIFT == (long) size * token % TOKENS;
    }

    /** Opens a gate, by the last member that has come. Full fence: the opener then looks who is parked. */
    void open(long meeting, long number) {
        long gate = base + gate(meeting);
        NUMBER.setOpaque(OwnMemory.of(lines), gate, 0L); // published by the next store; members come again after it
        NUMBER.setVolatile(OwnMemory.of(lines), gate + OPENED, number);
    }

    /**
     * Returns the word of a gate's last opening. Volatile, not acquire: a member announces that it sleeps before it
     * reads this.
     */
    long opened(long meeting) {
        return (long) NUMBER.getVolatile(OwnMemory.of(lines), base + gate(meeting) + OPENED);
    }

    /** Marks the team as given up by a member, and wakes all others. */
    void giveUp(int member, Throwable why) {
        givenUp.compareAndSet(null, why);
        wakeOthers(member);
    }

    Throwable givenUp() {
        return givenUp.get();
    }

    /** Returns a member's mark. */
    long left(int member) {
        return number(mark(member));
    }
}
