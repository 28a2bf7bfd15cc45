package org.sennit.internal.shm.mapped.transfer;

import java.util.concurrent.atomic.AtomicLongArray;

/** How many messages one side has received by each way. Any thread. */
final class TransferCounters {
    private final AtomicLongArray received = new AtomicLongArray(TransferMode.values().length);

    TransferCounters() {}

    void count(TransferMode way) {
        received.incrementAndGet(way.ordinal()); // nothing is published by it
    }

    /** Returns the messages of a way. */
    public long received(TransferMode way) {
        return received.get(way.ordinal());
    }
}
