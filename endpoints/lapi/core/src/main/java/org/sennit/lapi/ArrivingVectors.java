package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Descriptions of vectors too long for a header, as their parts come, in any order, and until they are used. Called by
 * header handlers of the task, of which one runs at a time; {@link #size} by any thread.
 */
final class ArrivingVectors {
    private static final int UNKNOWN = -1;

    /** Concurrent: for {@link #size}. */
    private final ConcurrentHashMap<Key, Description> descriptions = new ConcurrentHashMap<>();

    private record Key(int origin, long id) {}

    /** What has come of a description. */
    private static final class Description {
        private MemorySegment memory; // null: nothing yet
        private int pieces; // that have come
        private int lastPieces = UNKNOWN; // where the origin has given it up: how many come in all
    }

    /**
     * Adds a part.
     *
     * @param header of a message, as {@link HeaderRoom#part} makes it
     * @return the description, if it is whole, which is kept until {@link #take}; null where parts are to come, or the
     *     origin has given it up
     */
    MemorySegment add(int origin, MemorySegment header) {
        Key key = new Key(origin, Wire.id(header));
        Description there = descriptions.computeIfAbsent(key, _ -> new Description());
        if (there.memory == null) {
            there.memory =
                    MemorySegment.ofArray(new byte[Math.toIntExact(Wire.bytesOfWhole(header, Wire.BEFORE_VECTOR))]);
        }
        there.pieces += Wire.copyPart(header, Wire.BEFORE_VECTOR, there.memory);
        if (there.pieces == there.lastPieces) {
            descriptions.remove(key);
        }
        return there.lastPieces == UNKNOWN && there.pieces == Wire.count(there.memory) ? there.memory : null;
    }

    /** Takes out a description that is whole; null where there is none. */
    MemorySegment take(int origin, long id) {
        Description there = descriptions.remove(new Key(origin, id));
        return there == null ? null : there.memory;
    }

    /**
     * Forgets a description, now or when its last part has come: messages have no order.
     *
     * @param pieces that the origin has sent
     */
    void giveUp(int origin, long id, int pieces) {
        Key key = new Key(origin, id);
        Description there = descriptions.computeIfAbsent(key, _ -> new Description());
        there.lastPieces = pieces;
        if (there.pieces == pieces) {
            descriptions.remove(key);
        }
    }

    /** Returns how many descriptions have begun to come and are not used yet. */
    int size() {
        return descriptions.size();
    }
}
