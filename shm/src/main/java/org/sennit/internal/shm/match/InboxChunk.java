package org.sennit.internal.shm.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.OwnMemory;

/**
 * An array of inbox cells, each with a slot for a reference and an extension for a payload that does not fit the cell.
 * Chunks form a linked list of consecutive positions; an emptied chunk is reused for later positions.
 *
 * <p>The cells are off-heap, because the collector aligns heap objects to 8 bytes only; the references stand apart,
 * because its card marks would share the cell's line. A chunk's memory lives as long as the chunk is reachable. The
 * extensions are allocated when the first payload needs one.
 */
final class InboxChunk extends FrontPadding {
    private static final VarHandle FIRST =
            FieldHandle.of(MethodHandles.lookup(), InboxChunk.class, "first", long.class);
    private static final VarHandle NEXT =
            FieldHandle.converting(MethodHandles.lookup(), InboxChunk.class, "next", InboxChunk.class);
    private static final VarHandle PREVIOUS =
            FieldHandle.converting(MethodHandles.lookup(), InboxChunk.class, "previous", InboxChunk.class);
    private static final VarHandle EXTENSIONS =
            FieldHandle.converting(MethodHandles.lookup(), InboxChunk.class, "extensions", MemorySegment.class);

    final MemorySegment cells;
    final long base; // offset of the first cell, as InboxCell counts
    final int capacity; // cells, a power of two
    final Object[] references; // published by the cell's sequence, like the cell
    private final int extensionBytes;

    // The position of the first cell. Written by the producer that appends the chunk, with release, after previous;
    // read with acquire by producers that look for their chunk. jcstress: InboxStress.ChunkChangeOver.
    private long first;

    // Set once by compare-and-set, by the first producer that needs it; read with acquire. jcstress:
    // InboxStress.TwoProducersBesideTheCells.
    private MemorySegment extensions;

    // Written with release by the appender when the next chunk is complete; read with acquire by the consumer.
    private InboxChunk next;

    // Written by the appender before first; read by a producer that walks back from a newer chunk to its own, which
    // the consumer cannot pass before that producer has published. Cleared by the consumer.
    private InboxChunk previous;

    InboxChunk(int capacity, int extensionBytes, long first, InboxChunk previous) {
        this.capacity = capacity;
        this.extensionBytes = extensionBytes;
        cells = Arena.ofAuto().allocate((long) capacity * InboxCell.BYTES, InboxCell.BYTES);
        base = OwnMemory.base(cells);
        references = new Object[capacity];
        PREVIOUS.set(this, previous);
        FIRST.setRelease(this, first);
    }

    /** Returns the offset of a position's cell, as InboxCell counts. */
    long cell(long position) {
        return base + index(position) * InboxCell.BYTES;
    }

    /** Returns the index of a position's cell in this chunk, which must contain it. */
    long index(long position) {
        return position & capacity - 1;
    }

    long firstAcquire() {
        return (long) FIRST.getAcquire(this);
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
    void renew(long newFirst, InboxChunk newPrevious) {
        NEXT.set(this, (InboxChunk) null);
        PREVIOUS.set(this, newPrevious);
        FIRST.setRelease(this, newFirst);
    }

    /** Returns the extensions; null before they are allocated. */
    MemorySegment extensions() {
        return (MemorySegment) EXTENSIONS.getAcquire(this);
    }

    /** Allocates the extensions; returns false if another producer has done so. */
    boolean makeExtensions() {
        MemorySegment fresh = Arena.ofAuto().allocate((long) capacity * extensionBytes, InboxCell.BYTES);
        return EXTENSIONS.compareAndSet(this, (MemorySegment) null, fresh);
    }

    /** Returns the memory of the chunk in bytes, including its extensions if they are allocated. */
    long bytes() {
        return (long) capacity * (InboxCell.BYTES + Long.BYTES) + (extensions() == null ? 0 : extensionsBytes());
    }

    /** Returns the size of the extensions in bytes. */
    long extensionsBytes() {
        return (long) capacity * extensionBytes;
    }

    /** Returns the offset of a position's extension in {@link #extensions}. */
    long extension(long position) {
        return index(position) * extensionBytes;
    }
}
