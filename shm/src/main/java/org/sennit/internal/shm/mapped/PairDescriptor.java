package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.ring.RingDescriptor;

/**
 * The memory that two processes share: the two rings, the two sets of sleepers and the
 * two areas for large messages, each on pages of its own. The process that made it is the first, the other the second.
 *
 * <pre>
 *   first         ring from the first to the second, ring from the second to the first
 *   then          sleep slots of the first, sleep slots of the second
 *   then          large messages from the first to the second, and back
 * </pre>
 *
 * @param ringBytes the records of one ring, a power of two
 * @param largeBytes the area of one direction
 */
record PairDescriptor(int ringBytes, int largeBytes) {
    private static final long PAGE = 4096;

    private long ringRoom() {
        return pages(RingDescriptor.CONTROL_BYTES + (long) ringBytes);
    }

    private static long pages(long bytes) {
        return (bytes + PAGE - 1) & -PAGE;
    }

    long totalBytes() {
        return 2 * (ringRoom() + pages(SleepSlots.BYTES) + pages(largeBytes));
    }

    /** Returns the ring into which one of the two writes. */
    MemorySegment ring(MemorySegment pair, boolean byFirst) {
        return pair.asSlice((byFirst ? 0 : ringRoom()), RingDescriptor.CONTROL_BYTES + (long) ringBytes);
    }

    /** Returns the sleep slots of one of the two. */
    MemorySegment sleepers(MemorySegment pair, boolean ofFirst) {
        return pair.asSlice(2 * ringRoom() + (ofFirst ? 0 : pages(SleepSlots.BYTES)), SleepSlots.BYTES);
    }

    /** Returns the area through which one of the two sends large messages. */
    MemorySegment large(MemorySegment pair, boolean byFirst) {
        return pair.asSlice(2 * (ringRoom() + pages(SleepSlots.BYTES)) + (byFirst ? 0 : pages(largeBytes)), largeBytes);
    }
}
