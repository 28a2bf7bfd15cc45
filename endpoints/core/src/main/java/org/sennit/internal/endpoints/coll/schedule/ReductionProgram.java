package org.sennit.internal.endpoints.coll.schedule;

/**
 * The work of a {@link Step#REDUCE} on each block of elements: a list of instructions, each {@code result = left op
 * right}, or a copy where right is {@link BufferRef#NONE}. Offsets are in bytes and move with the block, but for {@link
 * BufferRef#SCRATCH}. Immutable; made by {@link ReductionBuilder}.
 */
public final class ReductionProgram {
    private final int[] places; // left, right, result of each instruction
    private final long[] offsets;
    private final long scratchBytes;

    ReductionProgram(int[] places, long[] offsets, long scratchBytes) {
        this.places = places;
        this.offsets = offsets;
        this.scratchBytes = scratchBytes;
    }

    /** Returns the number of instructions, at least 0. */
    public int length() {
        return places.length / 3;
    }

    /** Returns the place of the left operand, or of the memory that is copied. */
    public int left(int instruction) {
        return places[3 * instruction];
    }

    /** Returns the place of the right operand, {@link BufferRef#NONE} for a copy. */
    public int right(int instruction) {
        return places[3 * instruction + 1];
    }

    /** Returns the place of the result. */
    public int result(int instruction) {
        return places[3 * instruction + 2];
    }

    /** Returns the offset of the left operand, in bytes. */
    public long leftOffset(int instruction) {
        return offsets[3 * instruction];
    }

    /** Returns the offset of the right operand, in bytes. */
    public long rightOffset(int instruction) {
        return offsets[3 * instruction + 1];
    }

    /** Returns the offset of the result, in bytes. */
    public long resultOffset(int instruction) {
        return offsets[3 * instruction + 2];
    }

    /** Returns the length of the scratch memory that it needs, in bytes. */
    public long scratchBytes() {
        return scratchBytes;
    }
}
