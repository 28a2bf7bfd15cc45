package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;

/**
 * The memory of a persistent operation, resolved when the operation is made or gets other memory. Contiguous elements
 * are resolved to one slice, so that starts allocate none. Belongs to the thread that drives the endpoint.
 */
final class DeclaredMemory {
    private final DataLayout layout; // of a fixed count
    private final long lengthBytes;
    private final DataLayout shape; // null: the elements lie side by side
    private MemorySegment segment;
    private MemorySegment filled;
    private boolean[] values; // the user's memory if it is a boolean[], which the segment replaces; else null

    /**
     * Resolves memory.
     *
     * @param given the memory as the user gave it
     * @param segment a view of it, or the memory that replaces it
     * @param declared which elements of it
     * @param lengthBytes their length
     */
    DeclaredMemory(Object given, MemorySegment segment, DataLayout declared, long lengthBytes) {
        this.layout = declared.fillsMemory() ? declared.count(lengthBytes / declared.extentBytes()) : declared;
        this.lengthBytes = lengthBytes;
        this.shape = layout.orNullIfContiguous();
        use(given, segment, lengthBytes);
    }

    /** Uses other memory, which has been checked. */
    void use(Object given, MemorySegment other, long length) {
        if (length != lengthBytes) {
            throw new AssertionError("a layout of a fixed count: length=" + length + " declared=" + lengthBytes);
        }
        segment = other;
        filled = shape == null ? other.asSlice(layout.offsetBytes(), length) : other;
        values = given instanceof boolean[] array ? array : null;
    }

    /** Copies the user's boolean[], which may have changed since the last start. */
    void restage() {
        if (values != null) {
            MemoryViews.restage(values, segment);
        }
    }

    boolean isBooleans() {
        return values != null;
    }

    /** Copies what has been received to the user's boolean[]. */
    void unstage() {
        MemoryViews.unstage(segment, values, layout, lengthBytes);
    }

    DataLayout layout() {
        return layout;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    MemorySegment segment() {
        return segment;
    }

    /** Returns the memory in which the message begins at {@link #offset}. */
    MemorySegment filled() {
        return filled;
    }

    long offset() {
        return shape == null ? 0 : layout.offsetBytes();
    }

    /** Returns the layout of the elements, or null where they lie side by side. */
    DataLayout shape() {
        return shape;
    }
}
