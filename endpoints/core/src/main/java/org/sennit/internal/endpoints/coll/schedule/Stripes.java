package org.sennit.internal.endpoints.coll.schedule;

/**
 * A range of bytes divided into nearly equal stripes of whole elements, for members that share the work.
 *
 * @param bytes how many in all
 * @param unitBytes the size of an element
 * @param count the number of stripes
 */
public record Stripes(long bytes, int unitBytes, int count) {
    /**
     * Returns the offset of a stripe.
     *
     * @param stripe 0 to count; count for the end of the last
     * @return bytes
     */
    public long offset(int stripe) {
        long units = bytes / unitBytes;
        long each = units / count;
        return (each * stripe + Math.min(units % count, stripe)) * unitBytes;
    }

    /** Returns the length of a stripe, in bytes; may be 0. */
    public long length(int stripe) {
        return offset(stripe + 1) - offset(stripe);
    }
}
