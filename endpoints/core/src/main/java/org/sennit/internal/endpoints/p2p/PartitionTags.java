package org.sennit.internal.endpoints.p2p;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tags under which a communicator's partitioned sends carry data to other processes: each partition of each request
 * has its own. Any thread may call: those that share an endpoint make requests side by side.
 */
final class PartitionTags {
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Takes the tags of one request. They come round again after 2³¹ partitions, when the requests that had them have long
     * been freed.
     *
     * @param count how many, in a row
     * @return the first
     */
    int take(int count) {
        return first(next.getAndUpdate(tag -> first(tag, count) + count), count);
    }

    private static int first(int tag, int count) {
        return tag > Integer.MAX_VALUE - count ? 0 : tag;
    }
}
