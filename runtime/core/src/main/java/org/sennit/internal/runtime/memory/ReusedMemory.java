package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Heap memory for one operation after the other, of whatever length each needs. It grows with the longest, and the
 * slices of the last two lengths are kept, so that operations of one length, and the pieces of a long one, make no
 * objects. Used by one thread at a time.
 *
 * <p>Long memory is reachable weakly between operations. Operations that follow each other find it again, and the next
 * collection frees what a rare one has left.
 */
public final class ReusedMemory {
    /** Longest memory, in bytes, that stays between operations. Rule of thumb, not measured. */
    private static final int MOST_KEPT_BYTES = 4 << 10;

    private final boolean isOfBytes;
    private Held held = new Held(); // null: long memory, between two operations
    private WeakReference<Held> idle; // of the last long memory; null: there was none

    /** The memory, and slices of it. */
    private static final class Held {
        MemorySegment room = MemorySegment.NULL;
        MemorySegment slice = MemorySegment.NULL; // the last one
        MemorySegment other = MemorySegment.NULL; // the last one of another length

        MemorySegment slice(long bytes, boolean isOfBytes) {
            MemorySegment found = other;
            if (found.byteSize() != bytes) {
                found = bytes == 0 ? MemorySegment.NULL : sliceOf(bytes, isOfBytes);
            }
            other = slice;
            slice = found;
            return found;
        }

        private MemorySegment sliceOf(long bytes, boolean isOfBytes) {
            if (room.byteSize() < bytes) {
                room = isOfBytes
                        ? MemorySegment.ofArray(new byte[Math.toIntExact(bytes)])
                        : MemorySegment.ofArray(new long[Math.toIntExact(bytes + Long.BYTES - 1 >> 3)]);
                slice = MemorySegment.NULL; // of the memory before
            }
            return room.byteSize() == bytes ? room : room.asSlice(0, bytes);
        }
    }

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
        Held mine = held == null ? regained() : held;
        MemorySegment last = mine.slice;
        return last.byteSize() == bytes ? last : mine.slice(bytes, isOfBytes);
    }

    private Held regained() {
        Held known = idle.get();
        held = known == null ? new Held() : known;
        return held;
    }

    /** Called when nothing uses the memory any more: a collection may free what is too long to be kept. */
    public void end() {
        Held done = held;
        if (done != null && done.room.byteSize() > MOST_KEPT_BYTES) {
            if (idle == null || idle.get() != done) {
                idle = new WeakReference<>(done);
            }
            held = null;
        }
    }
}
