package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * The part of a window that one member contributes. Immutable but for what is attached; any thread that the window's
 * creation has shown it to.
 */
final class WindowPart {
    private final Region region; // null in a dynamic window
    private final AttachedMemory attached; // null in any other
    private final int displacementUnit;

    // Fast path: the memory, where a displacement counts its elements of 8 bytes; else null.
    private final long[] longs;
    private final double[] doubles;
    private final MemorySegment words;

    private WindowPart(Region region, AttachedMemory attached, int displacementUnit) {
        this.region = region;
        this.attached = attached;
        this.displacementUnit = displacementUnit;
        boolean isInWords = region != null && displacementUnit == Long.BYTES && region.isAligned(0, Long.BYTES);
        Object whole = isInWords && region.address() == 0 ? region.array() : null;
        this.longs = whole instanceof long[] array && isAll(region, array.length) ? array : null;
        this.doubles = whole instanceof double[] array && isAll(region, array.length) ? array : null;
        this.words = isInWords && region.array() == null ? region.segment() : null;
    }

    private static boolean isAll(Region region, int length) {
        return region.sizeBytes() == (long) length * Long.BYTES;
    }

    static WindowPart of(MemorySegment memory, int displacementUnit) {
        return new WindowPart(Region.of(memory), null, displacementUnit);
    }

    static WindowPart dynamic() {
        return new WindowPart(null, new AttachedMemory(), 1);
    }

    /** What is attached; null where the window is not dynamic. */
    AttachedMemory attached() {
        return attached;
    }

    /** The memory; null in a dynamic window. */
    Region region() {
        return region;
    }

    int displacementUnit() {
        return displacementUnit;
    }

    /** Bytes; 0 in a dynamic window. */
    long sizeBytes() {
        return region == null ? 0 : region.sizeBytes();
    }

    /** The whole memory when it is an array of longs and the unit is theirs; else null. */
    long[] longs() {
        return longs;
    }

    /** The whole memory when it is an array of doubles and the unit is theirs; else null. */
    double[] doubles() {
        return doubles;
    }

    /** The whole memory when it is off the heap, aligned to 8 bytes, and these are the unit; else null. */
    MemorySegment words() {
        return words;
    }

    /** Finds bytes of the window; null when they do not lie in one memory. */
    Found find(long first, long end) {
        if (region != null) {
            return first >= 0 && end <= region.sizeBytes() ? new Found(region, 0) : null;
        }
        Map.Entry<Long, Region> candidate = attached.at(first);
        return candidate != null
                        && end <= candidate.getKey() + candidate.getValue().sizeBytes()
                ? new Found(candidate.getValue(), candidate.getKey())
                : null;
    }

    /**
     * Memory of the window.
     *
     * @param region the memory
     * @param start where it begins in the window, in bytes
     */
    record Found(Region region, long start) {}
}
