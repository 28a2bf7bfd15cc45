package org.sennit.internal.endpoints.ownership;

import java.util.Arrays;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * The credits of one endpoint's gifts on one communicator, by destination, and the wait of a gift beyond them. Belongs
 * to the thread that drives the endpoint; where several do, the table is read and extended under its monitor.
 */
public final class GiveCreditTable {
    private final Progress progress;
    private final Object communicator;
    private final int rank;
    private final int size;
    private final long windowBytes;
    private final boolean isShared;
    private final EitherComplete ownEither = new EitherComplete(); // of one wait; a callback in it may give as well
    private GiveCredits[] table = {}; // null: nothing given there yet

    /**
     * Makes an empty table.
     *
     * @param communicator for error texts
     * @param size the number of destinations
     * @param windowBytes how much may be under way to one of them before a give waits
     * @param isShared whether several threads use it
     */
    public GiveCreditTable(
            Progress progress, Object communicator, int rank, int size, long windowBytes, boolean isShared) {
        this.progress = progress;
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
        this.windowBytes = windowBytes;
        this.isShared = isShared;
    }

    /** Returns the credits of gifts to a rank; makes them for its first gift. */
    public GiveCredits to(int destination) {
        if (isShared) {
            synchronized (this) {
                return find(destination);
            }
        }
        return find(destination);
    }

    private GiveCredits find(int destination) {
        if (destination >= table.length) {
            table = Arrays.copyOf(table, Math.max(destination + 1, Math.min(size, 2 * table.length)));
        }
        GiveCredits credits = table[destination];
        if (credits == null) {
            credits = new GiveCredits(progress, communicator, rank, destination, windowBytes, isShared);
            table[destination] = credits;
        }
        return credits;
    }

    /**
     * Notes that a message from a rank has been taken, so that the rank is at work. By the thread that has taken it.
     */
    public void cameBackFrom(int source) {
        GiveCredits[] known = table; // shared: a stale one has fewer, and then nothing is counted
        GiveCredits credits = source >= 0 && source < known.length ? known[source] : null;
        if (credits != null) {
            credits.cameBack();
        }
    }

    /**
     * Waits until a gift beyond the window has been taken, or the marked one before it, which may be taken later.
     *
     * @param credits of the destination
     * @param full the marked gift, as {@link GiveCredits#waitsFor} gave it
     * @param beyond the answer of the gift that waits
     * @throws SennitException why the gift has not been taken
     */
    public void awaitRoom(GiveCredits credits, GiveRequest full, GiveRequest beyond) {
        EitherComplete either = isShared || ownEither.isInUse() ? new EitherComplete() : ownEither;
        try {
            awaitRoom(credits, full, beyond, either);
        } finally {
            either.clear();
        }
    }

    private void awaitRoom(GiveCredits credits, GiveRequest full, GiveRequest beyond, EitherComplete either) {
        GiveRequest marked = full;
        do {
            either.set(beyond, marked);
            progress.await(either, Long.MAX_VALUE);
            if (beyond.isComplete()) {
                SennitException refusal = credits.taken(beyond);
                if (refusal == null) {
                    return;
                }
                if (marked != null) {
                    credits.refusalOf(marked); // which has the same fate, and is under way no more
                }
                throw refusal;
            }
            if (credits.replace(marked, beyond)) {
                return;
            }
            marked = credits.marked();
        } while (true);
    }

    /** The wait of a give beyond the window. Belongs to the waiting thread. */
    private static final class EitherComplete implements Condition {
        private GiveRequest beyond;
        private GiveRequest marked; // null: only the other one

        void set(GiveRequest newBeyond, GiveRequest newMarked) {
            beyond = newBeyond;
            marked = newMarked;
        }

        void clear() {
            beyond = null;
            marked = null;
        }

        boolean isInUse() {
            return beyond != null;
        }

        @Override
        public boolean isMet() {
            return beyond.isComplete() || (marked != null && marked.isComplete());
        }

        @Override
        public Awaited awaited() {
            return beyond.awaited(); // both wait for the same taker
        }

        @Override
        public String toString() {
            return beyond.toString();
        }
    }
}
