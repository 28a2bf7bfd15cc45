package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * As {@link BufferCopy}, for long payloads and a connection that hands out one buffer, or two in turn, again and again:
 * their views are kept, so that a copy makes no object even where the compiler cannot remove the view. Used by one
 * thread at a time.
 *
 * <p>A buffer's memory never changes, so the same object means the same memory; a view of freed memory throws as the
 * buffer does.
 */
public final class FragmentCopy {
    private ByteBuffer known; // the buffer of the last long copy
    private MemorySegment view; // of all of it; null until it comes again
    private ByteBuffer knownBefore; // the last other one, and its view
    private MemorySegment viewBefore;

    /**
     * Copies out of a buffer.
     *
     * @param bytes the buffer, of any byte order
     * @param at where to begin in it, not before its position
     * @param own memory that is not the buffer's
     * @param to where in it
     * @param length the length in bytes, not beyond the buffer's limit
     * @throws InternalError when the memory is a mapped file that was cut short
     */
    public void copyFrom(ByteBuffer bytes, int at, MemorySegment own, long to, int length) {
        if (length <= BufferCopy.WORDS_UP_TO || !isKnown(bytes)) {
            BufferCopy.copyFrom(bytes, at, own, to, length);
        } else {
            MemorySegment.copy(view, at, own, to, length);
        }
        MappedFaults.throwPending(own);
    }

    /**
     * Returns whether there is a view. A buffer that is seen once gets none: it would be an object more than the copy
     * without it.
     */
    private boolean isKnown(ByteBuffer bytes) {
        if (known != bytes) {
            MemorySegment other = viewBefore;
            boolean isOther = knownBefore == bytes;
            knownBefore = known;
            viewBefore = view;
            known = bytes;
            view = isOther ? other : null;
            if (!isOther) {
                return false;
            }
        }
        if (view == null) {
            view = MemorySegment.ofBuffer(bytes.duplicate().clear());
        }
        return true;
    }
}
