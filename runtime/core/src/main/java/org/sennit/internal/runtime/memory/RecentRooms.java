package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Heap memory of exact lengths that is used again: for packets that have one of a few lengths each, as the cookies of
 * large messages. Keeps {@value #KEPT} pieces. One thread at a time.
 */
public final class RecentRooms {
    private static final int KEPT = 4; // rule of thumb, not measured

    private final MemorySegment[] rooms = new MemorySegment[KEPT];
    private int oldest; // the place that is given up next

    /**
     * Takes a piece that was given back, or makes one.
     *
     * @param bytes its length
     * @return memory of exactly that length, the caller's until it is given back
     */
    public MemorySegment take(int bytes) {
        for (int i = 0; i < KEPT; i++) {
            MemorySegment room = rooms[i];
            if (room != null && room.byteSize() == bytes) {
                rooms[i] = null;
                return room;
            }
        }
        return MemorySegment.ofArray(new byte[bytes]);
    }

    /**
     * Gives a piece back.
     *
     * @param room one that was taken
     */
    public void give(MemorySegment room) {
        for (int i = 0; i < KEPT; i++) {
            if (rooms[i] == null) {
                rooms[i] = room;
                return;
            }
        }
        rooms[oldest] = room;
        oldest = (oldest + 1) % KEPT;
    }
}
