package org.sennit.endpoints.passing;

import org.sennit.runtime.request.Progress;

/**
 * What one endpoint has given to another on one communicator, as far as nobody has said that it has been taken. After each half
 * of a window one gift is marked: its taker answers, and until it has, no more than another half is given without waiting. So
 * a one-way stream stays in bounded memory, no word comes back for most gifts, and nothing is written that both sides touch.
 *
 * <p>Belongs to the thread that drives the endpoint. Where several do, each call takes this object's monitor; two that ask at
 * the same time may both go, and then it is wider by one gift.
 */
public final class GiveWindow {
    /** Gifts of no length count, too. */
    private static final int MOST_GIFTS = 4096;

    private final Progress progress;
    private final Object communicator;
    private final int rank;
    private final int destination;
    private final long halfBytes;
    private final boolean isShared;
    private GiveRequest mark; // null: none yet
    private boolean isMarked; // it is under way, or its answer has not been seen
    private long bytes; // given since the mark
    private int count;

    /**
     * An empty window.
     *
     * @param progress of the giver
     * @param communicator for error texts
     * @param rank the giver's
     * @param destination the taker's rank
     * @param mostBytes how much may be under way before a give waits, in bytes; one gift may always be
     * @param isShared whether several threads use it
     */
    public GiveWindow(
            Progress progress, Object communicator, int rank, int destination, long mostBytes, boolean isShared) {
        this.progress = progress;
        this.communicator = communicator;
        this.rank = rank;
        this.destination = destination;
        this.halfBytes = mostBytes / 2;
        this.isShared = isShared;
    }

    /**
     * Whether a gift has to wait for the answer to the marked one.
     *
     * @param lengthBytes its length
     * @return the request to wait for; null: {@link #add} may follow
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
        return bytes + lengthBytes > halfBytes || count >= MOST_GIFTS / 2;
    }

    private boolean isAnswered() {
        if (!mark.isComplete()) {
            return false;
        }
        isMarked = false;
        mark.free(); // taken or refused: it is not under way any more
        return true;
    }

    /**
     * Counts a gift that is about to go; after {@link #waitsFor}.
     *
     * @param lengthBytes its length
     * @param tag its tag
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

    private GiveRequest count(long lengthBytes, int tag) {
        if (isMarked || !exceeds(lengthBytes)) {
            bytes += lengthBytes;
            count++;
            return null;
        }
        bytes = 0;
        count = 0;
        isMarked = true;
        if (mark == null || isShared) { // another thread may still wait for the one before
            mark = new GiveRequest(progress, communicator, rank, destination, tag);
        } else {
            mark.renew(destination, tag);
        }
        return mark;
    }
}
