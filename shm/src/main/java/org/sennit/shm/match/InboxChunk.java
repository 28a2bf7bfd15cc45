package org.sennit.shm.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.runtime.concurrent.FrontPadding;

/**
 * A run of inbox cells, with a place beside each for a reference and for a payload that does not fit the cell. Chunks
 * form a list; a chunk that the consumer has emptied is used again under a new index.
 *
 * <p>The cells are off-heap, because the collector aligns heap objects to 8 bytes only; the references stand apart,
 * because its card marks would share the cell's line. A chunk's memory lives as long as the chunk is reachable.
 */
final class InboxChunk extends FrontPadding {
    /** The index of a chunk that is not in the list. */
    static final long NIL = -1;

    private static final VarHandle INDEX;
    private static final VarHandle NEXT;
    private static final VarHandle PREVIOUS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INDEX = lookup.findVarHandle(InboxChunk.class, "index", long.class);
            NEXT = lookup.findVarHandle(InboxChunk.class, "next", InboxChunk.class);
            PREVIOUS = lookup.findVarHandle(InboxChunk.class, "previous", InboxChunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final MemorySegment cells;
    final MemorySegment extensions;
    final Object[] references; // published by the cell's sequence, like the cell

    // Written by the producer that appends the chunk, with release, after previous; read with acquire by producers
    // that look for their chunk. jcstress: InboxChunkChange.
    private long index;

    // Written with release by the appender when the next chunk is complete; read with acquire by the consumer.
    private InboxChunk next;

    // Written by the appender before index; read by a producer that walks back from a newer chunk to its own, which
    // the consumer cannot pass before that producer has published. Cleared by the consumer.
    private InboxChunk previous;

    InboxChunk(int capacity, int extensionBytes, long index, InboxChunk previous) {
        Arena arena = Arena.ofAuto();
        cells = arena.allocate((long) capacity * InboxCell.BYTES, InboxCell.BYTES);
        extensions = arena.allocate(Math.max(1L, (long) capacity * extensionBytes), InboxCell.BYTES);
        references = new Object[capacity];
        PREVIOUS.set(this, previous);
        INDEX.setRelease(this, index);
    }

    long indexAcquire() {
        return (long) INDEX.getAcquire(this);
    }

    InboxChunk nextAcquire() {
        return (InboxChunk) NEXT.getAcquire(this);
    }

    void nextRelease(InboxChunk chunk) {
        NEXT.setRelease(this, chunk);
    }

    InboxChunk previousAcquire() {
        return (InboxChunk) PREVIOUS.getAcquire(this);
    }

    void forgetPrevious() {
        PREVIOUS.setRelease(this, (InboxChunk) null);
    }

    /** Gives an emptied chunk its new place in the list. */
    void renew(long newIndex, InboxChunk newPrevious) {
        NEXT.set(this, (InboxChunk) null);
        PREVIOUS.set(this, newPrevious);
        INDEX.setRelease(this, newIndex);
    }
}
