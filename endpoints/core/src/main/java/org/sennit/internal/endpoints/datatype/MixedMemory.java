package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.sennit.message.ElementType;

/**
 * Reduces memory of different kinds by the loops that become vector code: an operand that stands in the way is copied first,
 * block by block, and a result that does is copied last. Used by one thread at a time.
 */
final class MixedMemory {
    /** Of each operand: six of them fill a first-level cache of 48 KiB. */
    private static final int BLOCK_BYTES = BufferViews.MOST_COUNT;

    private final ElementType type;
    private final BufferViews views;

    // Two blocks of staging memory: an array of the type, and one off-heap.
    private final Object array;
    private final MemorySegment arrayMemory;
    private final ReductionMemory ownArray = new ReductionMemory();
    private final Buffer buffer;
    private final MemorySegment bufferMemory;

    MixedMemory(ElementType type) {
        this.type = type;
        this.views = new BufferViews(type);
        this.arrayMemory = MemorySegments.ofHeap(type, BLOCK_BYTES / type.bytes());
        this.array = arrayMemory.heapBase().orElseThrow();
        ownArray.set(arrayMemory, array);
        this.bufferMemory = Arena.ofAuto().allocate(BLOCK_BYTES, 64);
        this.buffer = BufferViews.make(bufferMemory, type);
    }

    void reduce(
            ElementLoops loops,
            ReductionMemory left,
            long leftOffset,
            ReductionMemory right,
            long rightOffset,
            ReductionMemory result,
            long resultOffset,
            int count) {
        int bytes = type.bytes();
        int block = BLOCK_BYTES / bytes;
        for (int done = 0; done < count; done += block) {
            long at = (long) done * bytes;
            int n = Math.min(block, count - done);
            reduceBlock(loops, left, leftOffset + at, right, rightOffset + at, result, resultOffset + at, n);
        }
    }

    private void reduceBlock(
            ElementLoops loops,
            ReductionMemory left,
            long leftOffset,
            ReductionMemory right,
            long rightOffset,
            ReductionMemory result,
            long resultOffset,
            int n) {
        long bytes = (long) n * type.bytes();
        int l = MemorySegments.index(left, leftOffset, bytes, type);
        int r = MemorySegments.index(right, rightOffset, bytes, type);
        int s = MemorySegments.index(result, resultOffset, bytes, type);
        if (s >= 0 && (l < 0 || r < 0)) {
            intoArray(loops, left, leftOffset, l, right, rightOffset, r, result, resultOffset, s, n);
        } else if (l >= 0 || r >= 0) {
            fromArrays(loops, left, leftOffset, l, right, rightOffset, r, result, resultOffset, n);
        } else {
            intoArray(loops, left, leftOffset, -1, right, rightOffset, -1, ownArray, 0, 0, n);
            MemorySegment.copy(arrayMemory, 0, result.segment(), resultOffset, bytes);
        }
    }

    /**
     * Combines into an array. At most one operand is an array: one becomes a buffer, preferably the one that is no
     * array, and the other goes to the result's place. The buffer is made first, because it may be copied from memory
     * that is the result by another name.
     */
    private void intoArray(
            ElementLoops loops,
            ReductionMemory left,
            long leftOffset,
            int l,
            ReductionMemory right,
            long rightOffset,
            int r,
            ReductionMemory result,
            long resultOffset,
            int s,
            int n) {
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
    private void fromArrays(
            ElementLoops loops,
            ReductionMemory left,
            long leftOffset,
            int l,
            ReductionMemory right,
            long rightOffset,
            int r,
            ReductionMemory result,
            long resultOffset,
            int n) {
        long bytes = (long) n * type.bytes();
        if (l < 0) {
            MemorySegment.copy(left.segment(), leftOffset, arrayMemory, 0, bytes);
        } else if (r < 0) {
            MemorySegment.copy(right.segment(), rightOffset, arrayMemory, 0, bytes);
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
