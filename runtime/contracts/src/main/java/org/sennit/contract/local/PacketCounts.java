package org.sennit.contract.local;

import java.util.concurrent.atomic.AtomicLongArray;

/** The number of packets sent, for each type. Any thread. */
public final class PacketCounts {
    private final AtomicLongArray counts = new AtomicLongArray(128);

    PacketCounts() {}

    void count(byte type) {
        counts.getAndIncrement(type & 127);
    }

    /**
     * Returns the packets of a type.
     *
     * @param type as in {@link org.sennit.spi.packet.PacketDescriptor}
     * @return their number
     */
    public long of(byte type) {
        return counts.get(type);
    }
}
