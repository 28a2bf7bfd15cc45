package org.sennit.internal.endpoints.am.remote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * The events of a sent message, and a count of its users: the network's sends, and the completion. Any thread; of
 * threads that set an event concurrently exactly one learns that it was the first, and the last user learns that it was
 * the last.
 *
 * <p>The word contains the number of the use, so a late event of an earlier message has no effect on the next one in
 * the same object.
 */
final class SentState {
    private static final long USER = 1;
    private static final long USERS = (1 << 16) - 1;
    private static final long TAKEN = 1 << 16; // the origin knows that the data may be changed
    private static final long THERE = 1 << 17; // the data is in place, or dropped
    private static final long OVER = 1 << 18; // complete, or failed
    private static final long WHOLE = 1 << 19; // all data was in the first packet
    private static final long ASKED = 1 << 20; // the target has asked for data
    private static final long LIFE = -1L << Integer.SIZE;

    /** Returned where a message is not under way any more. */
    static final long NOT_UNDER_WAY = 0;

    private static final VarHandle WORD = FieldHandle.of(MethodHandles.lookup(), SentState.class, "word", long.class);

    // Plain store by the thread that sends, which the message's id publishes. Then compare-and-exchange by any
    // thread: its release half publishes the work of a user to the last one that releases the message, its acquire
    // half pairs with that.
    private long word;

    /** Begins a message, with the network's send and its completion for users; before it is entered. */
    void begin(long id, boolean isWhole) {
        word = id & LIFE | (isWhole ? WHOLE : 0) | 2 * USER;
    }

    /** Notes that the network has sent the first packet and releases it; returns what was before. */
    long sent() {
        long seen = (long) WORD.getVolatile(this);
        while (true) {
            long next = (seen & WHOLE) == 0 ? seen : seen | TAKEN;
            long witness = (long) WORD.compareAndExchange(this, seen, next - USER);
            if (witness == seen) {
                return seen;
            }
            seen = witness;
        }
    }

    /** Notes that the target asks for data; returns true when it is to be sent, by one more user. */
    boolean asked(long id) {
        long seen = (long) WORD.getVolatile(this);
        while (isUnderWay(seen, id) && (seen & (WHOLE | ASKED)) == 0) {
            long witness = (long) WORD.compareAndExchange(this, seen, (seen | ASKED) + USER);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /** Returns whether the data of a message is not known to be at its target; false where the message is over. */
    boolean isDataUnderWay(long id) {
        long seen = (long) WORD.getVolatile(this);
        return isUnderWay(seen, id) && !wasThere(seen);
    }

    /** Returns whether a message is not over, nor its place another's. */
    boolean isUnderWay(long id) {
        return isUnderWay((long) WORD.getVolatile(this), id);
    }

    /**
     * Notes that the data is there, and perhaps the message complete; returns what was before, or {@link
     * #NOT_UNDER_WAY}. The caller is a user from now on: for the completion when that is now, else one more.
     */
    long acknowledged(long id, boolean isComplete) {
        return end(id, isComplete ? THERE | OVER : THERE, isComplete ? 0 : USER);
    }

    /**
     * Notes that the message has failed, unless it was over; returns what was before, or {@link #NOT_UNDER_WAY}. The
     * caller is a user for the completion from now on.
     */
    long failed(long id) {
        return end(id, TAKEN | THERE | OVER, 0);
    }

    private long end(long id, long events, long users) {
        long seen = (long) WORD.getVolatile(this);
        while (isUnderWay(seen, id)) {
            long witness = (long) WORD.compareAndExchange(this, seen, (seen | events) + users);
            if (witness == seen) {
                return seen;
            }
            seen = witness;
        }
        return NOT_UNDER_WAY;
    }

    private static boolean isUnderWay(long seen, long id) {
        return ((seen ^ id) & LIFE) == 0 && (seen & OVER) == 0;
    }

    /**
     * Notes that the data may be changed; returns true when the origin has been notified by no other event. By a user.
     */
    boolean taken() {
        long seen = (long) WORD.getVolatile(this);
        while ((seen & TAKEN) == 0) {
            long witness = (long) WORD.compareAndExchange(this, seen, seen | TAKEN);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /** Drops a user; true when it was the last. */
    boolean release() {
        return wasLast((long) WORD.getAndAdd(this, -USER));
    }

    /** Returns whether the message is complete or has failed; for a user. */
    boolean isOver() {
        return ((long) WORD.getVolatile(this) & OVER) != 0;
    }

    static boolean wasLast(long before) {
        return (before & USERS) == USER;
    }

    /** Returns whether sent() was the first to tell that the data may be changed. */
    static boolean isFirstTaken(long before) {
        return (before & (WHOLE | TAKEN)) == WHOLE;
    }

    static boolean wasTaken(long before) {
        return (before & TAKEN) != 0;
    }

    static boolean wasThere(long before) {
        return (before & THERE) != 0;
    }

    /** Returns whether the target has answered without data: it drops it. */
    static boolean isDropped(long before) {
        return (before & (WHOLE | ASKED)) == 0;
    }
}
