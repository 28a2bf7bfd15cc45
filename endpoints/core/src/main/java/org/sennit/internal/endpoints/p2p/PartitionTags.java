package org.sennit.internal.endpoints.p2p;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tags of a communicator's partitioned sends to other processes: one for each partition of each request. Any thread
 * may call.
 */
final class PartitionTags {
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Allocates the tags of one request. Tags repeat after 2³¹ partitions.
     *
     * @param count their number, in a row
     * @return the first
     */
    int take(int count) {
        return first(next.getAndUpdate(tag -> first(tag, count) + count), count);
    }

    private static int first(int tag, int count) {
        return tag > Integer.MAX_VALUE - count ? 0 : tag;
    }
}
