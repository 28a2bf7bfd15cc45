package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Heap memory for one operation after the other, of whatever length each needs. It grows with the longest, and its last
 * slice is kept, so that operations of one length make no objects. Used by one thread at a time.
 */
public final class ReusedMemory {
    /** Longer memory is left to the collector: it would be kept for the rare operation that needs it. */
    private static final int MOST_KEPT_BYTES = 32 << 10;

    private final boolean isOfBytes;
    private MemorySegment room = MemorySegment.NULL;
    private MemorySegment slice = MemorySegment.NULL;

    private ReusedMemory(boolean isOfBytes) {
        this.isOfBytes = isOfBytes;
    }

    /**
     * Makes memory that is aligned to eight bytes.
     *
     * @return memory that has no bytes yet
     */
    public static ReusedMemory ofWords() {
        return new ReusedMemory(false);
    }

    /**
     * Makes memory that a buffer can be a view of, as of a packet.
     *
     * @return memory that has no bytes yet
     */
    public static ReusedMemory ofBytes() {
        return new ReusedMemory(true);
    }

    /**
     * Returns memory that any thread may use, with whatever was there before. What this has
     * returned before is not to be used any more.
     *
     * @param bytes its length
     * @return memory of exactly that length
     */
    public MemorySegment of(long bytes) {
        if (slice.byteSize() != bytes) {
            slice = bytes == 0 ? MemorySegment.NULL : sliceOf(bytes);
        }
        return slice;
    }

    private MemorySegment sliceOf(long bytes) {
        MemorySegment from = room;
        if (from.byteSize() < bytes) {
            from = isOfBytes
                    ? MemorySegment.ofArray(new byte[Math.toIntExact(bytes)])
                    : MemorySegment.ofArray(new long[Math.toIntExact(bytes + Long.BYTES - 1 >> 3)]);
            room = bytes <= MOST_KEPT_BYTES ? from : MemorySegment.NULL;
        }
        return from.byteSize() == bytes ? from : from.asSlice(0, bytes);
    }

    /** Called when nothing uses the memory any more: lets go of what is too long to be kept. */
    public void end() {
        if (slice.byteSize() > MOST_KEPT_BYTES) {
            slice = MemorySegment.NULL;
        }
    }
}
