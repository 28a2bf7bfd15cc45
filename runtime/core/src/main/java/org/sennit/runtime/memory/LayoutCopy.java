package org.sennit.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * Copies between memories whose elements do not lie side by side. What is copied is named by its place in the packed
 * stream, the elements in the order of the layout without the gaps, so that a copy may stop and go on anywhere.
 */
public final class LayoutCopy {
    private LayoutCopy() {}

    /**
     * Copies a part of a message in one pass.
     *
     * @param from the source
     * @param fromOffset where its layout begins in it, in bytes
     * @param fromLayout its layout, or null when the message lies there without gaps
     * @param to the destination, not overlapping the source
     * @param toOffset where its layout begins in it, in bytes
     * @param toLayout its layout, or null when the message is to lie there without gaps
     * @param position where the part begins in the packed stream, in bytes
     * @param length how many bytes
     */
    public static void copy(
            MemorySegment from,
            long fromOffset,
            DataLayout fromLayout,
            MemorySegment to,
            long toOffset,
            DataLayout toLayout,
            long position,
            long length) {
        if (fromLayout != null || toLayout != null) {
            throw new UnsupportedOperationException("layouts with gaps");
        }
        MemoryCopy.copy(from, fromOffset + position, to, toOffset + position, length);
    }
}
