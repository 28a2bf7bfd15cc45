package org.sennit.conformance.random;

import org.sennit.message.DataLayout;

/**
 * How a message lies in its memory: the layout that the user gives, and beside it, worked out on its own, where each
 * run of bytes of the packed message is.
 *
 * @param elements what the message is made of
 * @param layout what the user gives
 * @param bareLayout what the user may give instead where the memory is exactly as long as the span; null: nothing
 * @param spanBytes how much memory it takes
 * @param offsets where each run begins, in the order of the packed message, in bytes
 * @param lengths of the runs, in bytes
 */
record Shape(Elements elements, DataLayout layout, DataLayout bareLayout, int spanBytes, int[] offsets, int[] lengths) {

    /** Bytes, side by side, behind some others. */
    static Shape ofBytes(int length, int offset) {
        return new Shape(
                Elements.BYTES,
                DataLayout.BYTE.slice(offset, length),
                offset == 0 ? DataLayout.BYTE : null,
                offset + length,
                new int[] {offset},
                new int[] {length});
    }
}
