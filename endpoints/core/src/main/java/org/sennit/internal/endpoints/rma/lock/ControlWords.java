package org.sennit.internal.endpoints.rma.lock;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The words by which the members of a window agree on locks: one line of 64 bytes for each member as a target, then
 * eight bytes for each as one that waits for a lock. A member waits for one lock of a window at a time. Off-heap or
 * mapped memory, filled with zeros at first. Ranks are stored plus one, so that 0 is none. Any thread.
 *
 * <pre>
 *    0        4        8        12       16       20       24       28       64
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 *    | state  | queue  | update | exposed| first  | last   | lost   | unused |  for each target
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 *    +--------+--------+
 *    | next   | ticket |                                                        for each waiting member
 *    +--------+--------+
 * </pre>
 *
 * {@code state} is the lock: its holders, and whether others wait. {@code lost} names a holder whose program has ended.
 * {@code exposed} is set between post and wait. {@code queue} guards {@code first}, {@code last} and the words of
 * waiting members, which are plain. {@code update} guards updates for which there is no atomic instruction. A guard is
 * acquired by a compare-and-set and released by a release store: what was written under it is visible to the next
 * holder.
 */
public final class ControlWords {
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final int LINE_BYTES = 64;
    private static final int WAITER_BYTES = 8;

    private static final int STATE = 0;
    private static final int QUEUE = 4;
    private static final int UPDATE = 8;
    private static final int EXPOSED = 12;
    private static final int FIRST = 16;
    private static final int LAST = 20;
    private static final int LOST = 24;
    private static final int NEXT = 0;
    private static final int TICKET = 4;

    private final MemorySegment words;
    private final long waiters;

    /** Lays the words over memory of {@link #bytes}, aligned to 64 bytes. */
    public ControlWords(MemorySegment words, int members) {
        this.words = words;
        this.waiters = (long) members * LINE_BYTES;
    }

    /** Returns the bytes of the words of a window. */
    public static long bytes(int members) {
        return (long) members * (LINE_BYTES + WAITER_BYTES);
    }

    private static long line(int target) {
        return (long) target * LINE_BYTES;
    }

    private long waiter(int rank) {
        return waiters + (long) rank * WAITER_BYTES;
    }

    int stateVolatile(int target) {
        return (int) WORD.getVolatile(words, line(target) + STATE);
    }

    boolean compareAndSetState(int target, int expected, int replacement) {
        return WORD.compareAndSet(words, line(target) + STATE, expected, replacement);
    }

    /** Returns the member that has ended with the lock; −1 when there is none. */
    int lostVolatile(int target) {
        return (int) WORD.getVolatile(words, line(target) + LOST) - 1;
    }

    void setLostVolatile(int target, int rank) {
        WORD.setVolatile(words, line(target) + LOST, rank + 1);
    }

    boolean isExposedVolatile(int target) {
        return (int) WORD.getVolatile(words, line(target) + EXPOSED) != 0;
    }

    void setExposedVolatile(int target, boolean isExposed) {
        WORD.setVolatile(words, line(target) + EXPOSED, isExposed ? 1 : 0);
    }

    boolean tryGuardQueue(int target) {
        return WORD.compareAndSet(words, line(target) + QUEUE, 0, 1);
    }

    void leaveQueueRelease(int target) {
        WORD.setRelease(words, line(target) + QUEUE, 0);
    }

    boolean tryGuardUpdate(int target) {
        return WORD.compareAndSet(words, line(target) + UPDATE, 0, 1);
    }

    void leaveUpdateRelease(int target) {
        WORD.setRelease(words, line(target) + UPDATE, 0);
    }

    // The caller of all below holds the guard of the target's queue.

    int firstPlain(int target) {
        return (int) WORD.get(words, line(target) + FIRST) - 1;
    }

    void setFirstPlain(int target, int rank) {
        WORD.set(words, line(target) + FIRST, rank + 1);
    }

    int lastPlain(int target) {
        return (int) WORD.get(words, line(target) + LAST) - 1;
    }

    void setLastPlain(int target, int rank) {
        WORD.set(words, line(target) + LAST, rank + 1);
    }

    int nextPlain(int rank) {
        return (int) WORD.get(words, waiter(rank) + NEXT) - 1;
    }

    void setNextPlain(int rank, int next) {
        WORD.set(words, waiter(rank) + NEXT, next + 1);
    }

    /** Returns the ticket that a waiting member has stored. */
    int ticketPlain(int rank) {
        return (int) WORD.get(words, waiter(rank) + TICKET);
    }

    void setTicketPlain(int rank, int ticket) {
        WORD.set(words, waiter(rank) + TICKET, ticket);
    }
}
