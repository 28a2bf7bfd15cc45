package org.sennit.internal.endpoints.rma.memory;

import org.sennit.message.DataLayout;

/** The memory of an access at its target. Set by one thread before others read it; used again by later accesses. */
public final class TargetMemory {
    private int target;
    private long displacement;
    private Region region;
    private DataLayout layout;
    private long offset;
    private long lengthBytes;

    /**
     * Says what it is; returns this.
     *
     * @param rank the rank of the target
     * @param given the displacement as the caller gave it, for errors
     * @param memory null in another process, where all counts from the beginning of the part
     * @param gaps the target's layout; null when the bytes lie side by side
     * @param at where the first byte of the layout lies, in bytes
     * @param bytes how many bytes
     */
    public TargetMemory set(int rank, long given, Region memory, DataLayout gaps, long at, long bytes) {
        target = rank;
        displacement = given;
        region = memory;
        layout = gaps;
        offset = at;
        lengthBytes = bytes;
        return this;
    }

    /** Becomes the same as another one. */
    public void set(TargetMemory other) {
        set(other.target, other.displacement, other.region, other.layout, other.offset, other.lengthBytes);
    }

    /** Lets go of the memory. */
    public void clear() {
        region = null;
        layout = null;
    }

    /** Returns the rank of the target. */
    public int target() {
        return target;
    }

    /** Returns the displacement as the caller gave it, for errors. */
    public long displacement() {
        return displacement;
    }

    /** Returns the memory; null in another process, where all counts from the beginning of the part. */
    public Region region() {
        return region;
    }

    /** Returns the target's layout; null when the bytes lie side by side. */
    public DataLayout layout() {
        return layout;
    }

    /** Returns where the first byte of the layout lies, in bytes. */
    public long offset() {
        return offset;
    }

    /** Returns how many bytes. */
    public long lengthBytes() {
        return lengthBytes;
    }
}
