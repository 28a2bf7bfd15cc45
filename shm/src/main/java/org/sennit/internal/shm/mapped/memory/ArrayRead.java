package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.sennit.internal.runtime.memory.RecentSlices;

/**
 * Copies out of another process into an array, or other memory whose address may not be kept: in one copy where
 * {@link PinnedRead} is there, else by way of some off-heap memory that stays in the nearest cache. One thread at a
 * time, which waits for the copy.
 */
public final class ArrayRead {
    private static final int VECTORS_BYTES = 4 * Long.BYTES;
    private static final int ROOM_BYTES = 16 << 10;
    private static final int LINE_BYTES = 64;

    /** The binary logarithm of the places that a copy knows again: 32 pieces of 8 arrays. */
    private static final int SLICE_SET_BITS = 5;

    private final MemorySegment vectors; // of the call; null: by way of the room
    private final MemorySegment room;
    private final RecentSlices slices = new RecentSlices(SLICE_SET_BITS);

    /** Makes a reader, for one message after the other. */
    public ArrayRead() {
        this(PinnedRead.isThere());
    }

    ArrayRead(boolean isPinned) {
        this.vectors = isPinned ? Arena.ofAuto().allocate(VECTORS_BYTES, Long.BYTES) : null;
        this.room = isPinned ? null : Arena.ofAuto().allocate(ROOM_BYTES, LINE_BYTES);
    }

    /**
     * Copies from another process.
     *
     * @param pid the process, which the kernel lets this one read
     * @param remote the address there; what lies there may be anything by now
     * @param local memory that any thread may access
     * @param localOffset where in it, in bytes
     * @param bytes how many; the collector waits for the copy
     * @return whether all of them came
     * @throws IndexOutOfBoundsException if they do not fit
     * @throws IllegalStateException if the memory's arena has been closed
     */
    public boolean read(long pid, long remote, MemorySegment local, long localOffset, long bytes) {
        Objects.checkFromIndexSize(localOffset, bytes, local.byteSize());
        if (vectors == null) {
            return readThroughRoom(pid, remote, local, localOffset, bytes);
        }
        vectors.set(ValueLayout.JAVA_LONG, Long.BYTES, bytes);
        vectors.set(ValueLayout.JAVA_LONG, 2 * Long.BYTES, remote);
        vectors.set(ValueLayout.JAVA_LONG, 3 * Long.BYTES, bytes);
        return PinnedRead.read(pid, vectors, slices.of(local, localOffset, bytes)) == bytes;
    }

    private boolean readThroughRoom(long pid, long remote, MemorySegment local, long localOffset, long bytes) {
        for (long at = 0; at < bytes; at += ROOM_BYTES) {
            long part = Math.min(ROOM_BYTES, bytes - at);
            if (!KernelCopy.INSTANCE.read(pid, remote + at, room, 0, part)) {
                return false;
            }
            MemorySegment.copy(room, 0, local, localOffset + at, part);
        }
        return true;
    }
}
