package org.sennit.internal.endpoints.ownership;

import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * The bytes that one endpoint has given to another on one communicator and that are not yet acknowledged as taken.
 * After each half of a window one gift is marked: its taker answers, and until it has, no more than another half is
 * given without waiting. So a one-way stream stays in bounded memory, no word comes back for most gifts, and nothing is
 * written that both sides touch.
 *
 * <p>A blocking gift beyond the window goes at once, and then waits until it has been taken itself or the marked one
 * has, whose place it takes: the taker may ask for it first.
 *
 * <p>An answer costs more than a gift. Where the two give each other in turn it would tell nothing new: a gift after
 * something has come back is not counted, {@value #MOST_RETURNED} times between two marks. So at most a window and one
 * gift are under way, and besides, twice as many gifts of any length for each of which another one has come.
 *
 * <p>Belongs to the thread that drives the endpoint. Where several do, each call takes this object's monitor; two that
 * ask at the same time may both go, and then it is wider by one gift. jcstress: GiveCreditsStress.
 */
public final class GiveCredits extends FrontPadding {
    /** Gifts of no length count, too. */
    private static final int MOST_GIFTS = 4096;

    /** 1 GiB to and fro: a mark for each gift makes one way 350 ns instead of 165. */
    private static final int MOST_RETURNED = 32;

    // Written for each gift, between paddings: a gift is made at about the same time, and its taker looks at that.
    // (8 bytes one way: 160 ns, where they shared a line 250 to 310.)
    private long bytes; // given since the mark
    private long count;
    private long returned; // gifts whose bytes were not counted, since the mark
    private long cameBack; // 1: something has, since the last gift; else 0

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    private final long halfBytes;
    private final Progress progress;
    private final Object communicator;
    private final int rank;
    private final int destination;
    private final boolean isShared;
    private GiveRequest mark; // null: none yet
    private GiveRequest
            spare; // inactive, for the next gift beyond the window; null: none. Never where several threads give
    private boolean isMarked; // it is under way, or its answer has not been seen

    /**
     * Makes credits of which none is in use.
     *
     * @param communicator for error texts
     * @param destination the taker's rank
     * @param mostBytes how much may be under way before a give waits, in bytes; one gift may always be
     * @param isShared whether several threads use it
     */
    public GiveCredits(
            Progress progress, Object communicator, int rank, int destination, long mostBytes, boolean isShared) {
        this.progress = progress;
        this.communicator = communicator;
        this.rank = rank;
        this.destination = destination;
        this.halfBytes = mostBytes / 2;
        this.isShared = isShared;
    }

    /**
     * Returns whether a gift has to wait for the answer to the marked one.
     *
     * @return the request to wait for, and to ask {@link #refusalOf}; null: {@link #add} may follow
     */
    public GiveRequest waitsFor(long lengthBytes) {
        if (isShared) {
            synchronized (this) {
                return isMarked && exceeds(lengthBytes) && !isAnswered() ? mark : null;
            }
        }
        return isMarked && exceeds(lengthBytes) && !isAnswered() ? mark : null;
    }

    private boolean exceeds(long lengthBytes) {
        return bytes + lengthBytes > halfBytes && cameBack == 0 || count >= MOST_GIFTS / 2;
    }

    private boolean isAnswered() {
        if (!mark.isComplete() || mark.refusal() != null) { // a refusal is for refusalOf
            return false;
        }
        isMarked = false;
        mark.free(); // taken: it is not under way any more
        return true;
    }

    /**
     * Returns whether a gift that was waited for has been refused: the taker has ended, or cannot have it. Reported
     * once; the window is open then.
     *
     * @param waited what {@link #waitsFor} gave, complete
     * @return why; null when it has been taken, or another thread has been notified
     */
    public SennitException refusalOf(GiveRequest waited) {
        if (isShared) {
            synchronized (this) {
                return takeRefusal(waited);
            }
        }
        return takeRefusal(waited);
    }

    private SennitException takeRefusal(GiveRequest waited) {
        SennitException refusal = isMarked && waited == mark && mark.isComplete() ? mark.refusal() : null;
        if (refusal != null) {
            isMarked = false;
            mark.free();
        }
        return refusal;
    }

    /**
     * Counts a gift that is about to go; after {@link #waitsFor}.
     *
     * @return the request that its taker is to answer; null when it is not marked
     */
    public GiveRequest add(long lengthBytes, int tag) {
        if (isShared) {
            synchronized (this) {
                return count(lengthBytes, tag);
            }
        }
        return count(lengthBytes, tag);
    }

    /**
     * Returns the answer of a gift that goes although the window is full; after {@link #waitsFor}. Its giver waits
     * until it is complete, and asks {@link #taken} then, or until the marked one is, and asks {@link #replace}.
     *
     * @return active
     */
    public GiveRequest beyond(int tag) {
        GiveRequest answer = spare;
        if (answer == null) {
            return new GiveRequest(progress, communicator, rank, destination, tag);
        }
        spare = null; // until it is known to be complete
        answer.renew(destination, tag);
        return answer;
    }

    /** Returns the answer of the marked gift that is not known to have been answered; null when none is marked. */
    public GiveRequest marked() {
        if (isShared) {
            synchronized (this) {
                return isMarked ? mark : null;
            }
        }
        return isMarked ? mark : null;
    }

    /**
     * Marks a gift beyond the window in place of one that has been answered.
     *
     * @param answered what {@link #waitsFor} or {@link #marked} gave, complete; null for none
     * @param beyond the answer of the gift, active
     * @return true when it is marked and need not be waited for; false when the answered one has been refused, or
     *     another gift is marked
     */
    public boolean replace(GiveRequest answered, GiveRequest beyond) {
        if (isShared) {
            synchronized (this) {
                return replaceMark(answered, beyond);
            }
        }
        return replaceMark(answered, beyond);
    }

    private boolean replaceMark(GiveRequest answered, GiveRequest beyond) {
        if (isMarked) {
            if (mark != answered) {
                return false;
            }
            isMarked = false;
            boolean isRefused = mark.refusal() != null;
            mark.free();
            if (isRefused) {
                return false;
            }
        }
        spare = isShared ? null : mark;
        mark = beyond;
        startHalf();
        return true;
    }

    /**
     * Takes the outcome of a gift beyond the window.
     *
     * @param beyond its answer, complete
     * @return why it has not been taken; null when it has
     */
    public SennitException taken(GiveRequest beyond) {
        SennitException refusal = beyond.refusal();
        beyond.free();
        if (!isShared) {
            spare = beyond;
        }
        return refusal;
    }

    /** Notes that something that the taker has given here has been taken: the taker is at work. */
    public void cameBack() {
        if (isShared) {
            synchronized (this) {
                cameBack = returned < MOST_RETURNED ? 1 : 0;
            }
        } else {
            cameBack = returned < MOST_RETURNED ? 1 : 0;
        }
    }

    private GiveRequest count(long lengthBytes, int tag) {
        if (isMarked || !exceeds(lengthBytes)) {
            returned += cameBack;
            bytes += cameBack == 0 ? lengthBytes : 0;
            cameBack = 0;
            count++;
            return null;
        }
        startHalf();
        if (mark == null || isShared) { // another thread may still wait for the one before
            mark = new GiveRequest(progress, communicator, rank, destination, tag);
        } else {
            mark.renew(destination, tag);
        }
        return mark;
    }

    /** Begins the next half: a gift is marked, and the following ones count for that half. */
    private void startHalf() {
        bytes = 0;
        count = 0;
        returned = 0;
        cameBack = 0;
        isMarked = true;
    }
}
