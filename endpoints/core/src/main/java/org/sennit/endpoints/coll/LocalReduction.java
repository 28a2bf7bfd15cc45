package org.sennit.endpoints.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.ElementType;
import org.sennit.runtime.memory.MemoryCopy;

/**
 * Reduces nodes of the canonical tree whose ranks all live in this process, straight from the members' memory, block
 * by block so that the partial results stay in the cache. Used by one thread; allocates nothing after its first use
 * with a given depth.
 */
final class LocalReduction {
    /** A block of each operand: with the depth of a small tree it stays within a level-1 cache of 32 KiB. */
    private static final int BLOCK_BYTES = 8192;

    private final MemorySegment[] memories; // of the members of this process, in member order
    private final long[] offsets;
    private final Placement group;
    private MemorySegment scratch = MemorySegment.NULL;

    LocalReduction(Placement group) {
        this.group = group;
        int members = group.ranksOf(group.ownProcessIndex()).length;
        memories = new MemorySegment[members];
        offsets = new long[members];
    }

    /** Says where a member's operand lies. */
    void operand(int member, MemorySegment memory, long offset) {
        memories[member] = memory;
        offsets[member] = offset;
    }

    /** Lets go of the operands. */
    void forget() {
        java.util.Arrays.fill(memories, null);
    }

    /** Computes some elements of a node. */
    void reduce(
            CanonicalTree.Node node,
            Operation operation,
            ElementType type,
            long firstElement,
            long elements,
            MemorySegment result,
            long resultOffset) {
        int block = BLOCK_BYTES / type.bytes();
        for (long done = 0; done < elements; done += block) {
            int n = (int) Math.min(block, elements - done);
            long at = (firstElement + done) * type.bytes();
            evaluate(node.first(), node.end(), operation, type, at, n, result, resultOffset + done * type.bytes(), 0);
        }
    }

    private void evaluate(
            int first,
            int end,
            Operation operation,
            ElementType type,
            long at,
            int n,
            MemorySegment result,
            long resultOffset,
            int depth) {
        if (end - first == 1) {
            int m = group.memberIndexOf(first);
            MemoryCopy.copy(memories[m], offsets[m] + at, result, resultOffset, (long) n * type.bytes());
            return;
        }
        int middle = CanonicalTree.split(first, end);
        MemorySegment left = result;
        long leftOffset = resultOffset;
        if (middle - first == 1) {
            int m = group.memberIndexOf(first);
            left = memories[m];
            leftOffset = offsets[m] + at;
        } else {
            evaluate(first, middle, operation, type, at, n, result, resultOffset, depth);
        }
        MemorySegment right;
        long rightOffset;
        if (end - middle == 1) {
            int m = group.memberIndexOf(middle);
            right = memories[m];
            rightOffset = offsets[m] + at;
        } else {
            right = scratch(depth);
            rightOffset = (long) depth * BLOCK_BYTES;
            evaluate(middle, end, operation, type, at, n, right, rightOffset, depth + 1);
        }
        operation.apply(type, left, leftOffset, right, rightOffset, result, resultOffset, n);
    }

    private MemorySegment scratch(int depth) {
        long needed = (depth + 1L) * BLOCK_BYTES;
        if (scratch.byteSize() < needed) {
            // Deeper blocks are still empty when this grows, shallower ones are kept.
            MemorySegment larger = Arena.ofAuto().allocate(Math.max(needed, 4L * BLOCK_BYTES), Long.BYTES);
            MemorySegment.copy(scratch, 0, larger, 0, scratch.byteSize());
            scratch = larger;
        }
        return scratch;
    }
}
