package org.sennit.internal.endpoints.am.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.sennit.active.ActiveVector;

/** The bytes that an operation reads or writes. Immutable. */
final class MemoryRanges {
    /** Stands for the array of all memory that is in none. */
    private static final Object OFF_HEAP = new Object();

    // By array, or for off-heap memory: beginnings and ends in turn, in ascending order and apart from each other.
    private final Map<Object, long[]> ranges = new IdentityHashMap<>();

    private MemoryRanges() {}

    /** Returns the bytes of all pieces of a vector. */
    static MemoryRanges of(ActiveVector vector) {
        Map<Object, Growing> found = new IdentityHashMap<>();
        for (int i = 0; i < vector.pieces(); i++) {
            add(found, vector.memory(i), vector.offsetBytes(i), vector.pieceBytes(i));
        }
        return of(found);
    }

    /** Returns consecutive bytes of a memory. */
    static MemoryRanges of(MemorySegment memory, long offset, long bytes) {
        Map<Object, Growing> found = new IdentityHashMap<>();
        add(found, memory, offset, bytes);
        return of(found);
    }

    private static MemoryRanges of(Map<Object, Growing> found) {
        MemoryRanges all = new MemoryRanges();
        found.forEach((base, growing) -> all.ranges.put(base, growing.joined()));
        return all;
    }

    private static void add(Map<Object, Growing> found, MemorySegment memory, long offset, long bytes) {
        Object base = memory.isNative() ? OFF_HEAP : memory.heapBase().orElse(null); // null: it is read-only
        if (bytes > 0 && base != null) {
            found.computeIfAbsent(base, _ -> new Growing()).add(memory.address() + offset, bytes);
        }
    }

    /** Gives each range to an action: its array or {@link #OFF_HEAP}, its beginning and its end. */
    void forEach(RangeAction action) {
        ranges.forEach((base, joined) -> {
            for (int i = 0; i < joined.length; i += 2) {
                action.accept(base, joined[i], joined[i + 1]);
            }
        });
    }

    /** Takes a range. */
    @FunctionalInterface
    interface RangeAction {
        void accept(Object base, long begin, long end);
    }

    /** Ranges of one array, in any order. */
    private static final class Growing {
        private long[][] ranges = new long[1][];
        private int count;

        void add(long begin, long bytes) {
            if (count == ranges.length) {
                ranges = Arrays.copyOf(ranges, 2 * count);
            }
            ranges[count++] = new long[] {begin, begin + bytes};
        }

        long[] joined() {
            Arrays.sort(ranges, 0, count, (a, b) -> Long.compare(a[0], b[0]));
            long[] joined = new long[2 * count];
            int used = 0;
            for (int i = 0; i < count; i++) {
                if (used > 0 && ranges[i][0] <= joined[used - 1]) {
                    joined[used - 1] = Math.max(joined[used - 1], ranges[i][1]);
                } else {
                    joined[used++] = ranges[i][0];
                    joined[used++] = ranges[i][1];
                }
            }
            return Arrays.copyOf(joined, used);
        }
    }
}
