package org.sennit.internal.shm.mapped.transfer;

import java.util.concurrent.atomic.AtomicLongArray;

/** The number of messages that one side has received in each mode. Any thread. */
final class TransferCounters {
    private final AtomicLongArray received = new AtomicLongArray(TransferMode.values().length);

    void count(TransferMode mode) {
        received.incrementAndGet(mode.ordinal()); // nothing is published by it
    }

    /** Returns the messages of a mode. */
    public long received(TransferMode mode) {
        return received.get(mode.ordinal());
    }
}
