package org.sennit.internal.shm.match;

import org.sennit.internal.runtime.memory.MemoryViews;

/**
 * The free postings of an endpoint. Belongs to the thread that drives the endpoint; endpoints shared by several threads
 * have no pool.
 */
public final class PostingPool {
    /** Most free postings kept, 100 KiB together; further ones are left to the garbage collector. */
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
