package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The sleeping endpoints of a process, published to one peer in memory that both map: a count for each slot of
 * endpoints, one of sleepers that want everything, one of all. Written by the threads of the process that sleeps,
 * read by the peer's senders.
 *
 * <p>Publication: a sleeper counts itself (volatile) and then looks at the tails of its rings (volatile); a sender
 * claims room in the ring (volatile compare-and-set) and then looks here (volatile). One of the two sees the other, so
 * no message is slept through. Two endpoints that share a slot cost a bell too many, no more.
 */
final class SleepSlots {
    private static final int SLOTS = 256;
    private static final int WANTS_ALL = SLOTS;
    private static final int ANY = SLOTS + 1;
    private static final int STRIDE = 64;

    /** Bytes of all slots. */
    static final int BYTES = (SLOTS + 2) * STRIDE;

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final long base;

    SleepSlots(MemorySegment memory) {
        this.memory = memory;
        this.base = OwnMemory.base(memory);
    }

    /**
     * Enters an endpoint of this process that is about to sleep; −1 for a thread that wants to be woken by everything.
     */
    void enter(int endpoint) {
        add(slot(endpoint), 1);
        add(ANY, 1);
    }

    void leave(int endpoint) {
        add(slot(endpoint), -1);
        add(ANY, -1);
    }

    /** Returns whether a packet for an endpoint of the peer needs a bell. */
    boolean sleeps(int endpoint) {
        if (endpoint == PacketDescriptor.NO_ENDPOINT) {
            return hasSleeper();
        }
        return get(slot(endpoint)) != 0 || get(WANTS_ALL) != 0;
    }

    /** Returns whether a thread of the peer sleeps. */
    boolean hasSleeper() {
        return get(ANY) != 0;
    }

    private static int slot(int endpoint) {
        return endpoint < 0 ? WANTS_ALL : endpoint & (SLOTS - 1);
    }

    private void add(int slot, int n) {
        int ignored = (int) INT.getAndAdd(OwnMemory.of(memory), base + (long) slot * STRIDE, n);
    }

    private int get(int slot) {
        return (int) INT.getVolatile(OwnMemory.of(memory), base + (long) slot * STRIDE);
    }
}
