package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The copies of the transfer protocols. Short ones move in words, because a call to the general copy costs more than
 * the bytes; long ones go in pieces, so that no safepoint waits for them.
 */
public final class MemoryCopy {
    /** The most bytes moved in one uninterruptible piece: 1 MiB is 15 to 70 µs on the reference machine. */
    public static final long PIECE_BYTES = 1 << 20;

    /** Up to here a copy goes word by word; 64 bytes is where both ways cost the same (8 words, about 3 ns). */
    private static final int WORDS_UP_TO = 64;

    private MemoryCopy() {}

    /**
     * Copies bytes.
     *
     * @param from the source
     * @param fromOffset bytes into the source
     * @param to the destination, not overlapping the source
     * @param toOffset bytes into the destination
     * @param length the length in bytes
     * @throws InternalError when one of them is a mapped file that was cut short
     */
    public static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
        if (length <= WORDS_UP_TO) {
            copyWords(from, fromOffset, to, toOffset, (int) length);
        } else if (isByLibrary(from, fromOffset, to, toOffset, length)) {
            WholeArrayCopy.copy(from, to, length);
        } else {
            copyPieces(from, fromOffset, to, toOffset, length);
        }
        MappedFaults.throwPending(from, to);
    }

    private static boolean isByLibrary(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
        return length >= WholeArrayCopy.SHORTEST_BYTES
                && length <= WholeArrayCopy.LONGEST_BYTES
                && fromOffset == 0
                && toOffset == 0
                && WholeArrayCopy.suits(from, to);
    }

    private static void copyWords(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int length) {
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            to.set(
                    ValueLayout.JAVA_LONG_UNALIGNED,
                    toOffset + i,
                    from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromOffset + i));
        }
        for (; i < length; i++) {
            to.set(ValueLayout.JAVA_BYTE, toOffset + i, from.get(ValueLayout.JAVA_BYTE, fromOffset + i));
        }
    }

    private static void copyPieces(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
        for (long done = 0; done < length; done += PIECE_BYTES) {
            MemorySegment.copy(from, fromOffset + done, to, toOffset + done, Math.min(PIECE_BYTES, length - done));
        }
    }
}
