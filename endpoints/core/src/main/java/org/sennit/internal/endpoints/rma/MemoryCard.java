package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A member's part of a window, as processes of one host tell each other, little endian.
 *
 * <pre>
 *   0           8           16          20          24                             512
 *   +-----------+-----------+-----------+-----------+------------------------------+
 *   | size      | offset    | unit      | text size | how to open the region, UTF-8 |
 *   +-----------+-----------+-----------+-----------+------------------------------+
 * </pre>
 *
 * @param bytes the size of the part
 * @param displacementUnit in bytes
 * @param offset where the part begins in its region, in bytes
 * @param region how to open the region; empty where there is no memory
 */
record MemoryCard(long bytes, int displacementUnit, long offset, String region) {
    /** The size of a card. */
    static final int BYTES = 512;

    private static final int TEXT = 24;

    /** The longest name of a region, in bytes. */
    static final int MOST_TEXT = BYTES - TEXT;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    void write(MemorySegment to, long at) {
        byte[] text = region.getBytes(StandardCharsets.UTF_8);
        to.set(LONG, at, bytes);
        to.set(LONG, at + 8, offset);
        to.set(INT, at + 16, displacementUnit);
        to.set(INT, at + 20, text.length);
        MemorySegment.copy(text, 0, to, ValueLayout.JAVA_BYTE, at + TEXT, text.length);
    }

    static MemoryCard read(MemorySegment from, long at) {
        byte[] text = from.asSlice(at + TEXT, from.get(INT, at + 20)).toArray(ValueLayout.JAVA_BYTE);
        return new MemoryCard(
                from.get(LONG, at),
                from.get(INT, at + 16),
                from.get(LONG, at + 8),
                new String(text, StandardCharsets.UTF_8));
    }
}
