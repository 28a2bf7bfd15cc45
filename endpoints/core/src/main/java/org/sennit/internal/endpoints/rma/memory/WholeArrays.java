package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Fast path: copies between a whole array of the caller and a part that is an array of the same type, or aligned memory
 * off the heap. Each returns false where the general path has to be taken, which also reports closed arenas. Stateless.
 */
public final class WholeArrays {
    /** The most elements that are copied at once: the general path goes in pieces, so that no safepoint waits. */
    private static final int MOST_AT_ONCE = 1 << 16;

    private static final int WORD_SHIFT = 3;

    private WholeArrays() {}

    /** Copies an array to the part. */
    public static boolean putLongs(WindowPart part, long[] from, long displacement) {
        long offset = part.wordAt(displacement);
        long[] to = part.longs();
        if (offset < 0) {
            return false;
        }
        if (to == null) {
            MemorySegment words = part.words();
            if (words == null || !fits(from.length, offset, words.byteSize()) || !isThere(words)) {
                return false;
            }
            if (from.length == 1) {
                words.set(ValueLayout.JAVA_LONG, offset, from[0]);
            } else {
                MemorySegment.copy(from, 0, words, ValueLayout.JAVA_LONG, offset, from.length);
            }
            return true;
        }
        if (from.length == 1) {
            to[(int) (offset >> WORD_SHIFT)] = from[0];
            return true;
        }
        return copy(from, 0, to, offset >> WORD_SHIFT, from.length, to.length - (offset >> WORD_SHIFT));
    }

    /** Copies of the part as much as the array takes. */
    public static boolean getLongs(WindowPart part, long[] to, long displacement) {
        long offset = part.wordAt(displacement);
        long[] from = part.longs();
        if (offset < 0) {
            return false;
        }
        if (from == null) {
            MemorySegment words = part.words();
            if (words == null || !fits(to.length, offset, words.byteSize()) || !isThere(words)) {
                return false;
            }
            if (to.length == 1) {
                to[0] = words.get(ValueLayout.JAVA_LONG, offset);
            } else {
                MemorySegment.copy(words, ValueLayout.JAVA_LONG, offset, to, 0, to.length);
            }
            return true;
        }
        if (to.length == 1) {
            to[0] = from[(int) (offset >> WORD_SHIFT)];
            return true;
        }
        return copy(from, offset >> WORD_SHIFT, to, 0, to.length, from.length - (offset >> WORD_SHIFT));
    }

    /** As putLongs, of doubles. */
    public static boolean putDoubles(WindowPart part, double[] from, long displacement) {
        long offset = part.wordAt(displacement);
        double[] to = part.doubles();
        if (offset < 0) {
            return false;
        }
        if (to == null) {
            MemorySegment words = part.words();
            if (words == null || !fits(from.length, offset, words.byteSize()) || !isThere(words)) {
                return false;
            }
            if (from.length == 1) {
                words.set(ValueLayout.JAVA_DOUBLE, offset, from[0]);
            } else {
                MemorySegment.copy(from, 0, words, ValueLayout.JAVA_DOUBLE, offset, from.length);
            }
            return true;
        }
        if (from.length == 1) {
            to[(int) (offset >> WORD_SHIFT)] = from[0];
            return true;
        }
        return copy(from, 0, to, offset >> WORD_SHIFT, from.length, to.length - (offset >> WORD_SHIFT));
    }

    /** As getLongs, of doubles. */
    public static boolean getDoubles(WindowPart part, double[] to, long displacement) {
        long offset = part.wordAt(displacement);
        double[] from = part.doubles();
        if (offset < 0) {
            return false;
        }
        if (from == null) {
            MemorySegment words = part.words();
            if (words == null || !fits(to.length, offset, words.byteSize()) || !isThere(words)) {
                return false;
            }
            if (to.length == 1) {
                to[0] = words.get(ValueLayout.JAVA_DOUBLE, offset);
            } else {
                MemorySegment.copy(words, ValueLayout.JAVA_DOUBLE, offset, to, 0, to.length);
            }
            return true;
        }
        if (to.length == 1) {
            to[0] = from[(int) (offset >> WORD_SHIFT)];
            return true;
        }
        return copy(from, offset >> WORD_SHIFT, to, 0, to.length, from.length - (offset >> WORD_SHIFT));
    }

    private static boolean copy(Object from, long fromIndex, Object to, long toIndex, int count, long most) {
        if (count > Math.min(MOST_AT_ONCE, most)) {
            return false;
        }
        System.arraycopy(from, (int) fromIndex, to, (int) toIndex, count);
        return true;
    }

    /** Returns whether the words lie in a memory from an offset on, and are few enough for one copy. */
    public static boolean fits(int count, long offset, long sizeBytes) {
        return count <= MOST_AT_ONCE && (long) count << WORD_SHIFT <= sizeBytes - offset;
    }

    private static boolean isThere(MemorySegment words) {
        return words.scope().isAlive();
    }
}
