package org.sennit.internal.endpoints.am.memory;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The ranges of one array, or of off-heap memory, that operations have. Looks only at ranges that begin near the one it
 * is asked for: no further before it than the longest range that has been here. Not thread-safe.
 */
final class RangesInUse {
    private final Ordered read = new Ordered();
    private final Ordered written = new Ordered();

    private record Range(long begin, long serial, long end, String operation) {}

    void add(long begin, long end, boolean isWritten, long serial, String operation) {
        (isWritten ? written : read).add(new Range(begin, serial, end, operation));
    }

    void remove(long begin, boolean isWritten, long serial) {
        (isWritten ? written : read).ranges.remove(new Range(begin, serial, 0, null));
    }

    boolean isEmpty() {
        return read.ranges.isEmpty() && written.ranges.isEmpty();
    }

    /** Returns the operation that has one of the bytes, where it or the caller writes it; null for none. */
    String conflicting(long begin, long end, boolean isWritten) {
        String writer = written.overlapping(begin, end);
        return writer != null || !isWritten ? writer : read.overlapping(begin, end);
    }

    /** Ranges by their beginning; several may begin with the same byte. */
    private static final class Ordered {
        private final TreeSet<Range> ranges =
                new TreeSet<>(Comparator.comparingLong(Range::begin).thenComparingLong(Range::serial));
        private long longest; // bytes, of all that have been here

        void add(Range range) {
            longest = Math.max(longest, range.end - range.begin);
            ranges.add(range);
        }

        String overlapping(long begin, long end) {
            for (Range each : ranges.subSet(before(begin - longest), before(end))) {
                if (each.end > begin) {
                    return each.operation;
                }
            }
            return null;
        }

        private static Range before(long begin) {
            return new Range(begin, Long.MIN_VALUE, 0, null);
        }
    }
}
