package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * A segment view of an array or a buffer, or of a part of it. Holds neither the memory nor the view: an unused
 * view is garbage, and is made anew for the next use. One thread.
 */
final class MemoryView extends WeakReference<Object> {
    private final int from;
    private final int to;
    private final int hash;
    private WeakReference<MemorySegment> segment;

    MemoryView(Object base, int from, int to, MemorySegment segment) {
        super(base);
        this.from = from;
        this.to = to;
        this.hash = hash(base, from, to);
        this.segment = new WeakReference<>(segment);
    }

    /** Returns a hash of what is viewed. */
    static int hash(Object base, int from, int to) {
        int mixed = (System.identityHashCode(base) * 31 + from) * 31 + to;
        return (mixed ^ mixed >>> 16) * 0x9E3779B9;
    }

    int hash() {
        return hash;
    }

    boolean isOf(Object base, int fromIndex, int toIndex) {
        return refersTo(base) && from == fromIndex && to == toIndex;
    }

    /** Returns whether the memory itself is gone. */
    boolean isGone() {
        return refersTo(null);
    }

    /** Returns the view; null after a collection. */
    MemorySegment segment() {
        return segment.get();
    }

    void renew(MemorySegment made) {
        segment = new WeakReference<>(made);
    }
}
