package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.message.ElementType;

/**
 * Caches {@code java.nio} buffer views of off-heap segments for one element type. Recent views are kept weakly, so that
 * reductions of the same memory allocate nothing between two garbage collections. Used by one thread at a time.
 */
final class BufferViews {
    /** Larger segments have no view, so that an index and a count never overflow. */
    static final int MOST_BYTES = 1 << 30;

    /** The most elements that a loop over buffers takes. Rule of thumb, not measured. */
    static final int MOST_COUNT = 8192;

    /**
     * Sets of places, and places of a set: with 48 memories in rotation, those of three endpoints with eight for each
     * operand, all but one in a hundred find a place of their own. A power of two.
     */
    private static final int SET_BITS = 6;

    private static final int SET = 4;

    private static final long HASH = 0x9E3779B97F4A7C15L; // 2⁶⁴ by the golden ratio

    private final ElementType type;

    // segments[i] and buffers[i] belong together.
    private final Object[] segments = new Object[SET << SET_BITS];
    private final Object[] buffers = new Object[SET << SET_BITS];
    private int next; // place of a set that is given up

    BufferViews(ElementType type) {
        this.type = type;
    }

    /**
     * Returns the view of a whole segment; null when it has none with whole elements from an offset on: on the heap,
     * read-only, too large, or the offset not a multiple of the element.
     */
    Buffer of(MemorySegment segment, long offset) {
        if (!segment.isNative()
                || segment.isReadOnly()
                || segment.byteSize() > MOST_BYTES
                || (offset & type.bytes() - 1) != 0) {
            return null;
        }
        int set = (int) (segment.address() * HASH >>> Long.SIZE - SET_BITS) * SET;
        for (int i = set; i < set + SET; i++) {
            WeakReference<?> known = (WeakReference<?>) segments[i];
            if (known != null && refers(known, segment)) {
                Buffer buffer = (Buffer) ((WeakReference<?>) buffers[i]).get();
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return keep(segment, set);
    }

    @SuppressWarnings("unchecked")
    private static boolean refers(WeakReference<?> reference, Object object) {
        return ((WeakReference<Object>) reference).refersTo(object);
    }

    private Buffer keep(MemorySegment segment, int set) {
        Buffer buffer = make(segment, type);
        int place = set + freePlace(set);
        segments[place] = new WeakReference<>(segment);
        buffers[place] = new WeakReference<>(buffer);
        return buffer;
    }

    private int freePlace(int set) {
        for (int i = 0; i < SET; i++) {
            WeakReference<?> known = (WeakReference<?>) segments[set + i];
            if (known == null || refers(known, null)) {
                return i;
            }
        }
        next = (next + 1) % SET;
        return next;
    }

    /** Returns a fresh view of an off-heap segment. */
    static Buffer make(MemorySegment segment, ElementType type) {
        ByteBuffer bytes = segment.asByteBuffer().order(ByteOrder.nativeOrder());
        return switch (type) {
            case BYTE, BOOLEAN -> bytes;
            case CHAR -> bytes.asCharBuffer();
            case SHORT -> bytes.asShortBuffer();
            case INT -> bytes.asIntBuffer();
            case LONG -> bytes.asLongBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
        };
    }
}
