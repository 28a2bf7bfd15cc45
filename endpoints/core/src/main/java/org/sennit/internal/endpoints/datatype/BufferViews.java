package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.message.ElementType;

/**
 * Sees off-heap segments as {@code java.nio} buffers of one element type. Those used last are kept, weakly, so that reductions
 * of the same memory allocate nothing between two collections. Used by one thread at a time.
 */
final class BufferViews {
    /** Larger segments have no view, so that an index and a count never overflow. */
    static final int MOST_BYTES = 1 << 30;

    /** The most elements that a loop over buffers takes. */
    static final int MOST_COUNT = 8192;

    private static final int KEPT = 4;

    private final ElementType type;

    // segments[i] and buffers[i] belong together.
    private final Object[] segments = new Object[KEPT];
    private final Object[] buffers = new Object[KEPT];
    private int next;

    BufferViews(ElementType type) {
        this.type = type;
    }

    /**
     * Returns the view of a whole segment; null when it has none with whole elements from an offset on: on the heap, read-only, too
     * large, or the offset not a multiple of the element.
     */
    Buffer of(MemorySegment segment, long offset) {
        if (!segment.isNative()
                || segment.isReadOnly()
                || segment.byteSize() > MOST_BYTES
                || (offset & type.bytes() - 1) != 0) {
            return null;
        }
        for (int i = 0; i < KEPT; i++) {
            WeakReference<?> known = (WeakReference<?>) segments[i];
            if (known != null && refers(known, segment)) {
                Buffer buffer = (Buffer) ((WeakReference<?>) buffers[i]).get();
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return keep(segment);
    }

    @SuppressWarnings("unchecked")
    private static boolean refers(WeakReference<?> reference, Object object) {
        return ((WeakReference<Object>) reference).refersTo(object);
    }

    private Buffer keep(MemorySegment segment) {
        Buffer buffer = make(segment, type);
        segments[next] = new WeakReference<>(segment);
        buffers[next] = new WeakReference<>(buffer);
        next = (next + 1) % KEPT;
        return buffer;
    }

    /** A fresh view of an off-heap segment. */
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
