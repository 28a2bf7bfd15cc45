package org.sennit.internal.shm.match;

import org.sennit.internal.runtime.memory.MemoryViews;

/**
 * The postings that an endpoint uses again. Belongs to the thread that drives the endpoint, which prepares receives and
 * takes their outcomes; where several threads share it there is no pool.
 */
public final class PostingPool {
    /** Objects kept for reuse; further ones are left to the garbage collector: 100 KiB. */
    private static final int MOST_FREE = 1024;

    private Posting free;
    private int freeCount;

    private final MemoryViews views;

    /**
     * Makes an empty pool.
     *
     * @param views those of the endpoint
     */
    public PostingPool(MemoryViews views) {
        this.views = views;
    }

    /** Returns the views of the user's memory, for the thread that drives the endpoint. */
    MemoryViews views() {
        return views;
    }

    Posting take() {
        Posting posting = free;
        if (posting == null) {
            return new Posting();
        }
        free = posting.newerOfKey;
        freeCount--;
        posting.newerOfKey = null;
        return posting;
    }

    void give(Posting posting) {
        posting.clear();
        if (freeCount < MOST_FREE) {
            posting.newerOfKey = free;
            free = posting;
            freeCount++;
        }
    }
}
