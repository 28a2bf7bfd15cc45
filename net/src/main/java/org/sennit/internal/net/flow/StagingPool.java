package org.sennit.internal.net.flow;

import java.util.ArrayDeque;

/**
 * Free staging buffers of one size, most recently used first, so that their memory is in the
 * cache. Caller holds the loop.
 */
public final class StagingPool {
    private final int lengthBytes;
    private final int kept;
    private final ArrayDeque<StagingBuffer> free = new ArrayDeque<>();

    /**
     * Makes an empty pool.
     *
     * @param lengthBytes the size of a buffer
     * @param keptBytes what is kept at most; more goes to the garbage collector
     */
    public StagingPool(int lengthBytes, int keptBytes) {
        this.lengthBytes = lengthBytes;
        this.kept = Math.max(1, keptBytes / lengthBytes);
    }

    /** Returns the size of its buffers, in bytes. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /**
     * Takes a buffer, or makes one.
     *
     * @return the buffer, whatever is in it
     */
    public StagingBuffer take() {
        StagingBuffer buffer = free.pollFirst();
        return buffer != null ? buffer : new StagingBuffer(lengthBytes);
    }

    /**
     * Gives a buffer back.
     *
     * @param buffer one that {@link #take} gave
     */
    public void give(StagingBuffer buffer) {
        if (free.size() < kept) {
            free.addFirst(buffer);
        }
    }
}
