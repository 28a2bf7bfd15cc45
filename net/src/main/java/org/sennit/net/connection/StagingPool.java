package org.sennit.net.connection;

import java.util.ArrayDeque;

/** Staging buffers that nobody uses; most recent first, so that its memory is in the cache. Used with the loop held. */
final class StagingPool {
    private static final int KEPT = 16;

    private final int lengthBytes;
    private final ArrayDeque<StagingBuffer> free = new ArrayDeque<>();

    StagingPool(int lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    int lengthBytes() {
        return lengthBytes;
    }

    StagingBuffer take() {
        StagingBuffer buffer = free.pollFirst();
        return buffer != null ? buffer : new StagingBuffer(lengthBytes);
    }

    void give(StagingBuffer buffer) {
        if (free.size() < KEPT) {
            free.addFirst(buffer);
        }
    }
}
