package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;

/**
 * The loops of one operation over one type of elements, {@code result[i] = left[i] op right[i]}; {@link LoopWriter}
 * makes a class for each pair. Any thread.
 *
 * <p>C2 (of JDK 25) makes vector code of a loop only where it sees that no store can meet a later load: arrays and
 * off-heap memory never overlap, and two arrays at one index are the same elements or none in common; for two arrays at
 * different indices, or for off-heap memory that is both read and written, it does not look. So there is a loop for
 * each combination that becomes vector code, and {@link MixedMemory} brings the others there. Off-heap memory comes as
 * a {@code java.nio} buffer, because segments read numbers with a point as integers, which C2 does not see through.
 * Arrays and buffers are of the element type, bytes for booleans. Measured on 8 KiB of doubles: 75 to 100 ns so, 240 to
 * 330 ns otherwise.
 */
abstract class ElementLoops {
    /** Combines any memory, element by element: for a few elements. Offsets are in bytes. */
    abstract void segments(
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count);

    // Below, where a buffer takes part: at most BufferViews.MOST_COUNT elements.

    /** Arrays, all at the result's index. */
    abstract void arrays(Object left, int l, Object right, int r, Object result, int s, int count);

    /** Combines a buffer and an array, the array at the result's index. */
    abstract void bufferAndArray(Object left, int l, Object right, int r, Object result, int s, int count);

    /** Combines an array and a buffer, the array at the result's index. */
    abstract void arrayAndBuffer(Object left, int l, Object right, int r, Object result, int s, int count);

    /** Combines two buffers into an array. */
    abstract void buffersToArray(Object left, int l, Object right, int r, Object result, int s, int count);

    /** Combines two arrays into a buffer. */
    abstract void arraysToBuffer(Object left, int l, Object right, int r, Object result, int s, int count);
}
