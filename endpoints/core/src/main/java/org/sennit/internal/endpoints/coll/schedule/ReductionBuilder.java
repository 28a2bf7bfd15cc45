package org.sennit.internal.endpoints.coll.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes a {@link ReductionProgram} from nodes of the canonical tree: the algorithm gives the places of known nodes and
 * asks for others, which are computed from those.
 */
public final class ReductionBuilder {
    /** Bytes of each operand that are reduced at a time, so that a tree's partial results stay in the cache. */
    private static final int BLOCK_BYTES = 8192;

    private final Map<CanonicalTree.Node, Operand> known = new HashMap<>();
    private int[] places = new int[12];
    private long[] offsets = new long[12];
    private int count;
    private int scratchBlocks;

    private final int blockBytes;

    private record Operand(int place, long offset) {}

    /**
     * Makes an empty program.
     *
     * @param unitBytes the size of an element
     */
    public ReductionBuilder(int unitBytes) {
        this.blockBytes = blockBytes(unitBytes);
    }

    /**
     * Returns the length of a block of each operand.
     *
     * @param unitBytes the size of an element
     * @return bytes, a multiple of the size, at least one element
     */
    public static int blockBytes(int unitBytes) {
        return Math.max(1, BLOCK_BYTES / unitBytes) * unitBytes;
    }

    /**
     * Says where a node lies.
     *
     * @param node the node; a single rank's is its operand
     * @param offset where its first element would be, in bytes; the step's own position is added
     */
    public ReductionBuilder known(CanonicalTree.Node node, int place, long offset) {
        known.put(node, new Operand(place, offset));
        return this;
    }

    /**
     * Says where the operand of a rank lies.
     *
     * @param offset where its first element would be, in bytes
     */
    public ReductionBuilder operand(int rank, int place, long offset) {
        return known(new CanonicalTree.Node(rank, rank + 1), place, offset);
    }

    /**
     * Computes a node into a place, from the known ones below it. The node itself need not be known; where it is, it is
     * copied. Afterwards it is known there.
     *
     * @param offset where its first element goes, in bytes
     */
    public ReductionBuilder compute(CanonicalTree.Node node, int place, long offset) {
        Operand there = known.get(node);
        if (there == null) {
            evaluate(node, new Operand(place, offset), 0);
        } else if (there.place != place || there.offset != offset) {
            copy(there.place, there.offset, place, offset);
        }
        return known(node, place, offset);
    }

    /**
     * Combines two places.
     *
     * @param left the left operand
     * @param leftOffset where it begins, in bytes
     * @param right the right operand
     * @param rightOffset where it begins, in bytes
     * @param result where to; may be one of the two
     * @param resultOffset where it begins, in bytes
     */
    public ReductionBuilder combine(
            int left, long leftOffset, int right, long rightOffset, int result, long resultOffset) {
        if (places.length < 3 * count + 3) {
            places = Arrays.copyOf(places, 2 * places.length);
            offsets = Arrays.copyOf(offsets, places.length);
        }
        set(3 * count, left, leftOffset);
        set(3 * count + 1, right, rightOffset);
        set(3 * count + 2, result, resultOffset);
        count++;
        return this;
    }

    /**
     * Copies a place to another, block by block as all else.
     *
     * @param fromOffset where it begins, in bytes
     * @param to where to
     * @param toOffset where it begins, in bytes
     */
    public ReductionBuilder copy(int from, long fromOffset, int to, long toOffset) {
        return combine(from, fromOffset, BufferRef.NONE, 0, to, toOffset);
    }

    /** Returns the program of all that has been appended so far. */
    public ReductionProgram build() {
        return new ReductionProgram(
                Arrays.copyOf(places, 3 * count), Arrays.copyOf(offsets, 3 * count), (long) scratchBlocks * blockBytes);
    }

    private void set(int index, int place, long offset) {
        places[index] = place;
        offsets[index] = offset;
    }

    /**
     * Evaluates a node. Partial results go to scratch memory, never to the result's place: in place that may be an
     * operand's.
     */
    private void evaluate(CanonicalTree.Node node, Operand result, int depth) {
        if (node.isLeaf()) {
            throw new IllegalStateException("no operand is known for rank " + node.first());
        }
        Operand left = known.get(node.left());
        if (left == null) {
            left = scratch(depth);
            evaluate(node.left(), left, depth);
        }
        Operand right = known.get(node.right());
        if (right == null) {
            right = scratch(depth + 1);
            evaluate(node.right(), right, depth + 1);
        }
        combine(left.place, left.offset, right.place, right.offset, result.place, result.offset);
    }

    private Operand scratch(int depth) {
        return new Operand(BufferRef.SCRATCH, scratchBlock(depth));
    }

    /**
     * Returns a block of scratch memory, for callers that append instructions themselves.
     *
     * @param block its number, from 0
     * @return its offset in {@link BufferRef#SCRATCH}
     */
    public long scratchBlock(int block) {
        scratchBlocks = Math.max(scratchBlocks, block + 1);
        return (long) block * blockBytes;
    }
}
