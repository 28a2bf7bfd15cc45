package org.sennit.internal.runtime.memory;

/**
 * The views of memory that is used again and again, by what they are views of. Memory enters when it is seen for the
 * second time, so that a program which makes an array for each message leaves little here. Grows with the memory in
 * rotation up to a limit, beyond which a new view takes the place of another. One thread.
 */
final class RepeatedViews {
    /** The most places; half of them are in use at most: 4,096 views, 600 KB. */
    static final int MOST_PLACES = 8192;

    private static final int FIRST_PLACES = 32;

    /** Number of hashes of memory seen once; a collision keeps the later one. */
    private static final int SEEN = 256;

    /** One in this many views enters at once, so that two with the same hash do not evict each other for ever. */
    private static final int ADMIT_EVERY = 8;

    /** Calls between two searches for collected memory while all places are in use: a search takes 10 µs. */
    private static final int SWEEP_EVERY = 1024;

    private int[] seen; // null: nothing has been asked for yet that was not among the recent ones
    private MemoryView[] places; // open addressing; a power of two; null: none yet
    private int used;
    private int asked;
    private int turnedAway;

    /** Returns the view that is kept of this memory, or null. */
    MemoryView find(Object base, int from, int to) {
        MemoryView[] table = places;
        if (table == null) {
            return null;
        }
        int mask = table.length - 1;
        for (int i = home(MemoryView.hash(base, from, to), mask); table[i] != null; i = i + 1 & mask) {
            if (table[i].isOf(base, from, to)) {
                return table[i];
            }
        }
        return null;
    }

    /** Takes note of memory that {@link #find} did not find, and keeps its view if it has been seen before. */
    void seen(MemoryView view, Object base) {
        if (seen == null) {
            seen = new int[SEEN];
        }
        int place = home(view.hash(), SEEN - 1);
        if (seen[place] == view.hash() || ++asked % ADMIT_EVERY == 0) {
            keep(view);
        }
        seen[place] = view.hash();
    }

    private void keep(MemoryView view) {
        if (places == null) {
            places = new MemoryView[FIRST_PLACES];
        } else if (2 * used >= places.length && (places.length < MOST_PLACES || ++turnedAway % SWEEP_EVERY == 0)) {
            makeRoom();
        }
        int mask = places.length - 1;
        int i = home(view.hash(), mask);
        if (2 * used < places.length) {
            while (places[i] != null) {
                i = i + 1 & mask;
            }
            used++;
            places[i] = view;
        } else if (places[i] != null) { // another view goes; those that had to go past it are still found
            places[i] = view;
        }
    }

    /** Leaves out what is gone; doubles unless that was much. */
    private void makeRoom() {
        MemoryView[] old = places;
        int live = 0;
        for (MemoryView view : old) {
            live += view != null && !view.isGone() ? 1 : 0;
        }
        boolean isCrowded = 4 * live > old.length;
        int size = isCrowded ? Math.min(2 * old.length, MOST_PLACES) : old.length;
        places = new MemoryView[size];
        used = 0;
        for (MemoryView view : old) {
            if (view != null && !view.isGone()) {
                int i = home(view.hash(), size - 1);
                while (places[i] != null) {
                    i = i + 1 & size - 1;
                }
                places[i] = view;
                used++;
            }
        }
    }

    private static int home(int hash, int mask) {
        return hash >>> 7 & mask;
    }
}
