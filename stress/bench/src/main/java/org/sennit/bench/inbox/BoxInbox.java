package org.sennit.bench.inbox;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.OwnMemory;

/**
 * A box for each pair of endpoints: one producer, so that a claim is a plain increment; a full fence behind the message
 * takes the place of the atomic claim before the look at the receiver's parking spot. It lost because it saves the
 * claim and pays the fence, needs memory for each pair, and makes a receiver look into as many boxes as it has peers.
 *
 * <p>Never full here: no more than a window of messages is under way. That flatters it.
 */
final class BoxInbox implements ComparedInbox {
    private static final int CELLS = 128;
    private static final int CELL_BYTES = 128;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** The producer's. */
    private static final class Producer extends FrontPadding {
        private long next;

        @SuppressWarnings("unused")
        private long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    private final MemorySegment cells = Arena.ofAuto().allocate((long) CELLS * CELL_BYTES, CELL_BYTES);
    private final MemorySegment memory = OwnMemory.of(cells);
    private final long base = OwnMemory.base(cells);
    private final Producer producer = new Producer();
    private final Producer consumer = new Producer();

    @Override
    public void send(int source, int tag, long payload) {
        long position = producer.next++;
        long cell = base + (position & CELLS - 1) * CELL_BYTES;
        MemorySegment to = OwnMemory.of(memory);
        to.set(ValueLayout.JAVA_LONG, cell + 8, (long) source << Integer.SIZE | tag);
        to.set(ValueLayout.JAVA_LONG, cell + 16, payload);
        LONG.setRelease(to, cell, position + 1); // pairs with getAcquire in receive
        VarHandle.fullFence(); // before the look whether the receiver is parked
    }

    @Override
    public long receive(int source, int tag) {
        long position = consumer.next;
        long cell = base + (position & CELLS - 1) * CELL_BYTES;
        MemorySegment from = OwnMemory.of(memory);
        while ((long) LONG.getAcquire(from, cell) != position + 1) {
            Thread.onSpinWait();
        }
        long envelope = from.get(ValueLayout.JAVA_LONG, cell + 8);
        if (envelope != ((long) source << Integer.SIZE | tag)) {
            throw new IllegalStateException("envelope=" + envelope);
        }
        consumer.next = position + 1;
        return from.get(ValueLayout.JAVA_LONG, cell + 16);
    }
}
