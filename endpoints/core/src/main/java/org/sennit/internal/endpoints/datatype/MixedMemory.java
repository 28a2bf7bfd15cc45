package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.sennit.message.ElementType;

/**
 * Reduces memory of different kinds by the loops that become vector code: an operand that stands in the way is copied
 * first, block by block, and a result that does is copied last. Used by one thread at a time.
 */
final class MixedMemory {
    /** Bytes of a block of each operand: six blocks fill a first-level cache of 48 KiB. */
    private static final int BLOCK_BYTES = BufferViews.MOST_COUNT;

    private final ElementType type;
    private final BufferViews views;

    // Two blocks of staging memory: an array of the type, and one off-heap.
    private final Object array;
    private final MemorySegment arrayMemory;
    private final ReductionMemory ownArray = new ReductionMemory();
    private final Buffer buffer;
    private final MemorySegment bufferMemory;

    private final Operands block = new Operands();
    private final Operands toOwnArray = new Operands();

    MixedMemory(ElementType type) {
        this.type = type;
        this.views = new BufferViews(type);
        this.arrayMemory = MemorySegments.ofHeap(type, BLOCK_BYTES / type.bytes());
        this.array = arrayMemory.heapBase().orElseThrow();
        ownArray.set(arrayMemory, array);
        this.bufferMemory = Arena.ofAuto().allocate(BLOCK_BYTES, 64);
        this.buffer = BufferViews.make(bufferMemory, type);
    }

    void reduce(ElementLoops loops, Operands operands) {
        int bytes = type.bytes();
        int most = BLOCK_BYTES / bytes;
        try {
            for (int done = 0; done < operands.count(); done += most) {
                long at = (long) done * bytes;
                block.set(
                        operands.left(),
                        operands.leftOffset() + at,
                        operands.right(),
                        operands.rightOffset() + at,
                        operands.result(),
                        operands.resultOffset() + at,
                        Math.min(most, operands.count() - done));
                reduceBlock(loops);
            }
        } finally { // no reference to the caller's memory stays
            block.set(ownArray, 0, ownArray, 0, ownArray, 0, 0);
            toOwnArray.set(ownArray, 0, ownArray, 0, ownArray, 0, 0);
        }
    }

    private void reduceBlock(ElementLoops loops) {
        long bytes = (long) block.count() * type.bytes();
        int l = MemorySegments.index(block.left(), block.leftOffset(), bytes, type);
        int r = MemorySegments.index(block.right(), block.rightOffset(), bytes, type);
        int s = MemorySegments.index(block.result(), block.resultOffset(), bytes, type);
        if (s >= 0 && (l < 0 || r < 0)) {
            intoArray(loops, block, l, r, s);
        } else if (l >= 0 || r >= 0) {
            fromArrays(loops, block, l, r);
        } else {
            toOwnArray.set(
                    block.left(), block.leftOffset(), block.right(), block.rightOffset(), ownArray, 0, block.count());
            intoArray(loops, toOwnArray, -1, -1, 0);
            MemorySegment.copy(arrayMemory, 0, block.result().segment(), block.resultOffset(), bytes);
        }
    }

    /**
     * Combines into an array. At most one operand is an array: one becomes a buffer, preferably the one that is no
     * array, and the other goes to the result's place. The buffer is made first, because it may be copied from memory
     * that is the result by another name.
     */
    private void intoArray(ElementLoops loops, Operands operands, int l, int r, int s) {
        ReductionMemory left = operands.left();
        ReductionMemory right = operands.right();
        ReductionMemory result = operands.result();
        long leftOffset = operands.leftOffset();
        long rightOffset = operands.rightOffset();
        long resultOffset = operands.resultOffset();
        int n = operands.count();
        Object to = result.array();
        long bytes = (long) n * type.bytes();
        if (r < 0) {
            Buffer with = buffer(right.segment(), rightOffset, bytes);
            Buffer leftView = l == s ? null : views.of(left.segment(), leftOffset);
            if (leftView != null) {
                loops.buffersToArray(leftView, index(leftView, leftOffset), with, index(with, rightOffset), to, s, n);
                return;
            }
            if (l != s) {
                MemorySegment.copy(left.segment(), leftOffset, result.segment(), resultOffset, bytes);
            }
            loops.arrayAndBuffer(l == s ? left.array() : to, s, with, index(with, rightOffset), to, s, n);
        } else {
            Buffer with = buffer(left.segment(), leftOffset, bytes);
            if (r != s) {
                MemorySegment.copy(right.segment(), rightOffset, result.segment(), resultOffset, bytes);
            }
            loops.bufferAndArray(with, index(with, leftOffset), r == s ? right.array() : to, s, to, s, n);
        }
    }

    private Buffer buffer(MemorySegment segment, long offset, long bytes) {
        Buffer view = views.of(segment, offset);
        if (view == null) {
            MemorySegment.copy(segment, offset, bufferMemory, 0, bytes);
            return buffer;
        }
        return view;
    }

    private int index(Buffer view, long offset) {
        return view == buffer ? 0 : (int) (offset / type.bytes());
    }

    /**
     * Combines from arrays into other memory. At least one operand is an array, and the other becomes one, too; the
     * result goes off-heap, and on from there if it must.
     */
    private void fromArrays(ElementLoops loops, Operands operands, int l, int r) {
        ReductionMemory left = operands.left();
        ReductionMemory right = operands.right();
        ReductionMemory result = operands.result();
        long resultOffset = operands.resultOffset();
        int n = operands.count();
        long bytes = (long) n * type.bytes();
        if (l < 0) {
            MemorySegment.copy(left.segment(), operands.leftOffset(), arrayMemory, 0, bytes);
        } else if (r < 0) {
            MemorySegment.copy(right.segment(), operands.rightOffset(), arrayMemory, 0, bytes);
        }
        Object leftArray = l < 0 ? array : left.array();
        Object rightArray = r < 0 ? array : right.array();
        Buffer view = views.of(result.segment(), resultOffset);
        Buffer to = view == null ? buffer : view;
        loops.arraysToBuffer(leftArray, Math.max(l, 0), rightArray, Math.max(r, 0), to, index(to, resultOffset), n);
        if (view == null) {
            MemorySegment.copy(bufferMemory, 0, result.segment(), resultOffset, bytes);
        }
    }
}
