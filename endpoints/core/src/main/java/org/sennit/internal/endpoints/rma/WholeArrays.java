package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Fast path: copies between a whole array of the caller and a part that is an array of the same type, or aligned memory off the
 * heap, and counts its elements. Each returns false where the general path has to look; memory whose arena is closed is an error
 * there. Stateless.
 */
final class WholeArrays {
    /** The most elements that are copied at once: the general path goes in pieces, so that no safepoint waits. */
    private static final int MOST_AT_ONCE = 1 << 16;

    private WholeArrays() {}

    static boolean putLongs(WindowPart part, long[] from, long displacement) {
        long[] to = part.longs();
        MemorySegment words = part.words();
        if (to != null && fits(from.length, displacement, to.length)) {
            if (from.length == 1) {
                to[(int) displacement] = from[0];
            } else {
                System.arraycopy(from, 0, to, (int) displacement, from.length);
            }
            return true;
        }
        if (words == null || from.length != 1 || !isThere(words, displacement)) {
            return false;
        }
        words.set(ValueLayout.JAVA_LONG, displacement << 3, from[0]);
        return true;
    }

    static boolean getLongs(WindowPart part, long[] to, long displacement) {
        long[] from = part.longs();
        MemorySegment words = part.words();
        if (from != null && fits(to.length, displacement, from.length)) {
            if (to.length == 1) {
                to[0] = from[(int) displacement];
            } else {
                System.arraycopy(from, (int) displacement, to, 0, to.length);
            }
            return true;
        }
        if (words == null || to.length != 1 || !isThere(words, displacement)) {
            return false;
        }
        to[0] = words.get(ValueLayout.JAVA_LONG, displacement << 3);
        return true;
    }

    static boolean putDoubles(WindowPart part, double[] from, long displacement) {
        double[] to = part.doubles();
        MemorySegment words = part.words();
        if (to != null && fits(from.length, displacement, to.length)) {
            if (from.length == 1) {
                to[(int) displacement] = from[0];
            } else {
                System.arraycopy(from, 0, to, (int) displacement, from.length);
            }
            return true;
        }
        if (words == null || from.length != 1 || !isThere(words, displacement)) {
            return false;
        }
        words.set(ValueLayout.JAVA_DOUBLE, displacement << 3, from[0]);
        return true;
    }

    static boolean getDoubles(WindowPart part, double[] to, long displacement) {
        double[] from = part.doubles();
        MemorySegment words = part.words();
        if (from != null && fits(to.length, displacement, from.length)) {
            if (to.length == 1) {
                to[0] = from[(int) displacement];
            } else {
                System.arraycopy(from, (int) displacement, to, 0, to.length);
            }
            return true;
        }
        if (words == null || to.length != 1 || !isThere(words, displacement)) {
            return false;
        }
        to[0] = words.get(ValueLayout.JAVA_DOUBLE, displacement << 3);
        return true;
    }

    static boolean fits(int count, long displacement, int length) {
        return count <= MOST_AT_ONCE && displacement <= (long) length - count;
    }

    private static boolean isThere(MemorySegment words, long displacement) {
        return displacement < words.byteSize() >> 3 && words.scope().isAlive();
    }
}
